package import LiveMap
package import Realtime
import ServiceLifecycle
package import TrackerSocket
import Transit

/// Passes each map frame to the tracker socket.
package struct TrackerFeed: Service {
    /// The hub of the socket's clients.
    package let hub: TrackerHub
    private let frames: Broadcast<MapFrame>

    /// The time span of departures that are sent, in seconds; clients keep them.
    private static let departureSeconds = 1800
    /// The maximum number of departures sent for a station.
    private static let maximumDepartures = 200
    /// The maximum number of subsequent stops sent for a departure.
    private static let furtherCalls = 50

    /// Reads the frames from the current one on.
    package init(_ frames: Broadcast<MapFrame>) {
        self.frames = frames
        let snapshot = frames.current.snapshot
        let maker = BoardMaker(snapshot.timetable)
        hub = TrackerHub(
            snapshot, refresh: { Self.publish(frames.current, to: $0) }
        ) { station, overlay, now in
            var request = BoardRequest(stop: station, from: now)
            request.spanSeconds = Self.departureSeconds
            request.limit = Self.maximumDepartures
            request.furtherCalls = Self.furtherCalls
            return maker.board(request, overlay: overlay).calls.compactMap(SharedDeparture.init)
        }
    }

    /// Runs until the server stops.
    package func run() async {
        for await frame in frames.updates().cancelOnGracefulShutdown()
        where !hub.rest(at: frame.snapshot) {
            Self.publish(frame, to: hub)
        }
        hub.close()
    }

    private static func publish(_ frame: MapFrame, to hub: TrackerHub) {
        hub.advance(
            to: frame.snapshot,
            // A vehicle that was not seen for minutes has no known position.
            showing: frame.vehicles.filter { $0.freshness != .stale }.map(SharedVehicle.init))
    }
}

extension SharedVehicle {
    fileprivate init(_ shown: MapVehicle) {
        self.init(
            vehicle: shown.vehicle, trajectory: shown.trajectory,
            delaySeconds: shown.delaySeconds, changedAt: shown.changedAt)
    }
}

extension SharedDeparture {
    /// Converts a call; nil if the trip calls at another stop than the board's.
    fileprivate init?(_ call: BoardCall) {
        guard call.status != .elsewhere else { return nil }
        var dated: DatedRun?
        if case .scheduled(let run) = call.source { dated = run }
        self.init(
            run: dated, route: call.route, position: call.position, stop: call.stop,
            destination: call.headsign, scheduled: call.scheduled, expected: call.expected,
            isCancelled: call.status == .cancelled, isSkipped: call.status == .skipped,
            next: call.further.filter { !$0.isSkipped }.map(\.stop))
    }
}
