package import LiveMap
package import Realtime
import ServiceLifecycle
import Timetables
package import TrackerSocket
import Transit
import TransitModel

/// Hands what the map shows to the tracker socket, frame by frame.
package struct TrackerFeed: Service {
    /// The switchboard behind the socket.
    package let hub: TrackerHub
    private let frames: Broadcast<MapFrame>

    /// How far ahead departures are told, as clients keep them, in seconds.
    private static let departureSeconds = 1800
    /// At most so many departures of a station are told.
    private static let maximumDepartures = 200
    /// At most so many stops after a departure are told.
    private static let furtherCalls = 50

    /// Reads the frames from the present one on.
    package init(_ frames: Broadcast<MapFrame>) {
        self.frames = frames
        let snapshot = frames.current.snapshot
        let maker = BoardMaker(snapshot.timetable)
        hub = TrackerHub(snapshot) { station, overlay, now in
            var request = BoardRequest(stop: station, from: now)
            request.spanSeconds = Self.departureSeconds
            request.limit = Self.maximumDepartures
            request.furtherCalls = Self.furtherCalls
            return maker.board(request, overlay: overlay).calls.compactMap(SharedDeparture.init)
        }
    }

    /// Works until the server stops.
    package func run() async {
        for await frame in frames.updates().cancelOnGracefulShutdown() {
            hub.advance(
                to: frame.snapshot,
                // Where a vehicle is that was not seen for minutes, nobody can tell.
                showing: frame.vehicles.filter { $0.freshness != .stale }.map(SharedVehicle.init))
        }
        hub.close()
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
    /// nil for calls at other stops than the board's.
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
