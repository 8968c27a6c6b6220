import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Transit

/// 2026-05-04, a Monday.
let monday = ServiceDay(daysSince1970: 20_577)

/// Boards as text, for tests.
struct BoardText {
    let timetable: Timetable
    let maker: BoardMaker
    var overlay = RealtimeOverlay.none

    init(_ feed: TextFeed) throws {
        self.init(try feed.compiled())
    }

    init(_ timetable: Timetable) {
        self.timetable = timetable
        maker = BoardMaker(timetable)
    }

    func stop(_ id: String) throws -> StopIndex { try #require(timetable.stops.find(id: id)) }

    func instant(_ clock: String, on day: ServiceDay = monday) throws -> UnixTime {
        timetable.timeZone.time(try #require(ServiceTime(clock)), on: day)
    }

    /// Returns the run of a trip, the first if it has several.
    func run(_ trip: String, on day: ServiceDay = monday) throws -> DatedRun {
        let trip = try #require(timetable.trips.find(id: trip))
        return DatedRun(run: timetable.trips.runs(of: trip)[0], day: day)
    }

    /// Returns a change by minutes of delay for each call; nil is a skipped call.
    func delayed(
        _ trip: String, on day: ServiceDay = monday, by minutes: [Int32?],
        at stops: [Int: StopIndex] = [:], occupancy: OccupancyStatus? = nil
    ) throws -> (DatedRun, RunChange) {
        let run = try run(trip, on: day)
        let pattern = timetable.patterns.pattern(of: run.run)
        let calls = minutes.enumerated().map { position, minutes in
            let times = timetable.patterns.times(of: run.run, in: pattern, at: position)
            return ExpectedCall(
                arrival: ServiceTime(seconds: times.arrival.seconds + (minutes ?? 0) * 60),
                departure: ServiceTime(seconds: times.departure.seconds + (minutes ?? 0) * 60),
                stop: stops[position], isSkipped: minutes == nil,
                occupancy: occupancy)
        }
        return (run, RunChange(calls: calls))
    }

    mutating func expect(_ changes: [(DatedRun, RunChange)], added: [AddedRun] = []) {
        overlay = RealtimeOverlay(
            version: overlay.version + 1, changes: Dictionary(uniqueKeysWithValues: changes),
            added: added, alerts: overlay.alerts)
    }

    func board(_ request: BoardRequest) -> StopBoard { maker.board(request, overlay: overlay) }

    func board(
        _ stop: String, _ clock: String, on day: ServiceDay = monday,
        _ kind: BoardRequest.Kind = .departures
    ) throws -> StopBoard {
        var request = BoardRequest(stop: try self.stop(stop), from: try instant(clock, on: day))
        request.kind = kind
        request.spanSeconds = 12 * 3600
        return board(request)
    }

    /// Returns a board such as `red-1 8:00 to Stop B`, one call a line, with its special
    /// properties.
    func text(
        _ stop: String, _ clock: String, on day: ServiceDay = monday,
        _ kind: BoardRequest.Kind = .departures
    ) throws -> String {
        try board(stop, clock, on: day, kind).calls.map(describe).joined(separator: "\n")
    }

    func describe(_ call: BoardCall) -> String {
        var words = [
            call.tripID, clock(call.scheduled ?? call.time, call.serviceDay), "to", call.headsign,
        ]
        if let delay = call.delaySeconds { words.append("\(delay / 60) min") }
        if call.scheduled == nil { words.append("added") }
        if call.status != .runs { words.append(call.status.rawValue) }
        if call.stop != call.scheduledStop { words.append("at \(timetable.stops.id(call.stop))") }
        if call.rule != .regular { words.append("\(call.rule)") }
        if call.isApproximate { words.append("about") }
        if call.isReplacement { words.append("replacement") }
        if call.isLast { words.append("last") }
        return words.joined(separator: " ")
    }

    private func clock(_ time: UnixTime, _ day: ServiceDay) -> String {
        NetworkText.short(
            ServiceTime(seconds: Int32(time.seconds - timetable.timeZone.start(of: day).seconds)))
    }
}
