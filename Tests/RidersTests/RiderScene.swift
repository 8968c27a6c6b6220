import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Riders

/// A drawn network with stops ten kilometres apart, and a rider's saved routes in it.
struct RiderScene {
    static let day = ServiceDay(daysSince1970: 20_577)  // 2026-05-04, a Monday

    let timetable: Timetable
    let network: SavedNetwork
    var overlay = RealtimeOverlay.none
    private var changes: [DatedRun: RunChange] = [:]
    private var version: UInt64 = 0

    init(
        _ drawing: String, files: [String: String] = [:], modified: UnixTime? = nil
    ) throws {
        var feed = TextFeed(drawing)
        feed.files.merge(files) { $1 }
        timetable = try feed.compiled()
        network = SavedNetwork(timetable, modified: modified)
    }

    func time(_ text: String, on day: ServiceDay = RiderScene.day) throws -> UnixTime {
        timetable.timeZone.time(try #require(ServiceTime(text)), on: day)
    }

    func clock(_ time: UnixTime?) -> String {
        guard let time else { return "-" }
        return String(timetable.timeZone.iso8601(time).dropFirst(11).prefix(5))
    }

    func stop(_ id: String) -> SavedStop {
        let index = timetable.stops.find(id: id)
        let place = index.flatMap { timetable.stops.coordinate($0) }
        return SavedStop(
            id: id, name: index.map { timetable.stops.name($0) } ?? id, latitude: place?.latitude,
            longitude: place?.longitude)
    }

    /// Returns a route drawn as `red A-B, blue B-C`, with two minutes for each transfer.
    func route(_ drawing: String, reminders: [SavedReminder] = []) throws -> SavedRoute {
        let rides = try drawing.split(separator: ", ").map { text in
            let words = text.split(separator: " ")
            let ends = try #require(words.last).split(separator: "-").map(String.init)
            return SavedRide(
                line: String(words[0]), mode: .bus, from: stop(ends[0]), to: stop(ends[1]),
                seconds: 600)
        }
        return SavedRoute(
            id: "r", rides: rides,
            changeSeconds: Array(repeating: 120, count: max(0, rides.count - 1)),
            reminders: reminders)
    }

    // MARK: - Real time

    private func run(_ trip: String) throws -> RunIndex {
        let index = try #require(timetable.trips.find(id: trip))
        return try #require(timetable.trips.runs(of: index).first)
    }

    /// Delays a run from a position on; negative is early.
    mutating func late(
        _ trip: String, by seconds: Int32, from first: Int = 0, skipping: Set<Int> = [],
        platforms: [Int: String] = [:], on day: ServiceDay = RiderScene.day
    ) throws {
        let run = try run(trip)
        let pattern = timetable.patterns.pattern(of: run)
        let calls = timetable.patterns.stops(of: pattern).indices.map { position in
            let times = timetable.patterns.times(of: run, in: pattern, at: position)
            let late = position >= first ? seconds : 0
            return ExpectedCall(
                arrival: ServiceTime(seconds: times.arrival.seconds + late),
                departure: ServiceTime(seconds: times.departure.seconds + late),
                stop: platforms[position].flatMap { timetable.stops.find(id: $0) },
                isSkipped: skipping.contains(position))
        }
        set(run, RunChange(calls: calls), on: day)
    }

    mutating func cancel(_ trip: String, on day: ServiceDay = RiderScene.day) throws {
        set(try run(trip), .cancelled, on: day)
    }

    /// Removes all live data of a run.
    mutating func forget(_ trip: String) throws { set(try run(trip), nil) }

    /// Lets the last report about a run expire, as its source is silent.
    mutating func expire(_ trip: String, on day: ServiceDay = RiderScene.day) throws {
        let run = DatedRun(run: try run(trip), day: day)
        changes[run] = nil
        version += 1
        overlay = RealtimeOverlay(version: version, changes: changes, unheard: [run])
    }

    private mutating func set(
        _ run: RunIndex, _ change: RunChange?, on day: ServiceDay = RiderScene.day
    ) {
        changes[DatedRun(run: run, day: day)] = change
        version += 1
        overlay = RealtimeOverlay(version: version, changes: changes)
    }
}
