import LiveMap
import Matching
import Realtime
import Timetables
import TrackerSocket
import TransitModel
import TransitTesting

/// A bus line of three stops, about 760 m apart, with a hub and clients.
final class TrackerTown {
    let timetable: Timetable
    let hub: TrackerHub
    let zone: TransitTimeZone
    private let state: LiveState
    private var frame: MapFrame

    init() throws {
        timetable = try TextFeed(
            """
            bus-1: A 8:00 B 8:02/8:03 C 8:06
            bus-2: C 8:10 B 8:13 A 8:16
            """
        ).compiled()
        zone = timetable.timeZone
        state = LiveState(timetable, sourceKind: "test", firstSequence: 100)
        let first = NetworkSnapshot(
            timetable: timetable, sequence: 100, asOf: TextFeed.time("8:00", in: timetable),
            vehicles: [],
            source: LiveSourceState(kind: "test", updatedAt: nil))
        frame = MapFrame(first: first)
        let stops = timetable.stops
        let patterns = timetable.patterns
        hub = TrackerHub(first) { station, _, now in
            // The board has its own tests: one departure of the first run is enough here.
            guard stops.id(station) == "B", let pattern = patterns.indices.first else { return [] }
            let run = patterns.runs(of: pattern).lowerBound
            return [
                SharedDeparture(
                    run: DatedRun(
                        run: run, day: ServiceDay("20260504") ?? ServiceDay(daysSince1970: 0)),
                    route: patterns.routes[pattern], position: 1, stop: station,
                    destination: "Stop C", scheduled: now, expected: now.advanced(bySeconds: 60),
                    isCancelled: false, isSkipped: false, next: [])
            ]
        }
    }

    func time(_ text: String) -> UnixTime { TextFeed.time(text, in: timetable) }

    /// Returns a fix of a vehicle on trip bus-1, at some degrees east of A.
    func fix(_ id: String, east: Double, at time: UnixTime, trip: String? = "bus-1") -> VehicleFix {
        VehicleFix(
            vehicleID: id, coordinate: Coordinate(latitude: 47, longitude: 8 + east), time: time,
            trip: trip.map { TripReference(tripID: $0) })
    }

    func step(_ fixes: [VehicleFix], now: UnixTime) async {
        await state.apply(fixes, now: now)
        frame = frame.next(await state.snapshot(now: now))
        hub.advance(to: frame.snapshot, showing: shared)
    }

    var snapshot: NetworkSnapshot { frame.snapshot }

    var shared: [SharedVehicle] {
        frame.vehicles.map {
            SharedVehicle(
                vehicle: $0.vehicle, trajectory: $0.trajectory, delaySeconds: $0.delaySeconds,
                changedAt: $0.changedAt)
        }
    }
}

/// A client that receives its waiting messages whenever the test asks.
final class TestClient {
    let viewer: TrackerViewer
    private let hub: TrackerHub
    let now: UnixTime

    init(_ town: TrackerTown, _ commands: String...) {
        hub = town.hub
        now = town.time("8:00")
        viewer = hub.join { _, _ in }
        for command in commands { send(command) }
        _ = take()
    }

    func send(_ text: String) {
        if let command = TrackerCommand(text) { hub.handle(command, from: viewer, now: now) }
    }

    func frames() -> [[UInt8]] { viewer.drain(timestamp: 7).map(\.bytes) }

    func take() -> [TrackerEnvelope] {
        frames().flatMap { TrackerEnvelope.messages(in: $0) ?? [] }
    }

    /// Returns the ids of the vehicles received, and those of removed ones after a `-`.
    func news() -> [String] {
        take().compactMap { message in
            switch message.content {
            case .trajectory(let trajectory): trajectory.trainID
            case .deletedVehicle(let id): "-\(id)"
            default: nil
            }
        }.sorted()
    }
}

/// Returns a box on the map around some degrees east of A.
func area(from west: Double, to east: Double, zoom: Int = 12) -> String {
    let low = MercatorPoint(Coordinate(latitude: 46.99, longitude: 8 + west))
    let high = MercatorPoint(Coordinate(latitude: 47.01, longitude: 8 + east))
    return "BBOX \(low.x) \(low.y) \(high.x) \(high.y) \(zoom)"
}
