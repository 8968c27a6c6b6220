import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Transit

/// Runs between two stops.
@Suite struct RideFinderTests {
    private let timetable: Timetable
    private let day = ServiceDay(daysSince1970: 20_577)  // 2026-05-04, a Monday

    init() throws {
        timetable = try TextFeed(
            """
            red-1: A 8:00  B 8:10  C 8:20
            red-2: A 8:30  B 8:40  C 8:50
            red-night: A 24:10 B 24:20 C 24:30
            blue-1: B 8:05  C 8:12
            ring-1: A 9:00  B 9:10  A 9:20  C 9:30
            """
        ).compiled()
    }

    private func stop(_ id: String) throws -> StopIndex {
        try #require(timetable.stops.find(id: id))
    }

    private func seconds(_ text: String) throws -> Int64 {
        timetable.timeZone.time(try #require(ServiceTime(text)), on: day).seconds
    }

    private func run(_ trip: String) throws -> RunIndex {
        let index = try #require(timetable.trips.find(id: trip))
        return try #require(timetable.trips.runs(of: index).first)
    }

    /// Returns a line such as `red-1 08:00-08:20` for each ride.
    private func rides(
        _ from: String, _ to: String, _ start: String, _ end: String,
        routes: Set<RouteIndex>? = nil, overlay: RealtimeOverlay = .none, limit: Int = 20
    ) throws -> [String] {
        func clock(_ seconds: Int64) -> String {
            String(timetable.timeZone.iso8601(UnixTime(seconds: seconds)).dropFirst(11).prefix(5))
        }
        return RideFinder(timetable).rides(
            from: [try stop(from)], to: [try stop(to)], routes: routes,
            leaving: try seconds(start)...seconds(end), overlay: overlay, limit: limit
        ).map { "\($0.run.tripID) \(clock($0.departure))-\(clock($0.arrival))" }
    }

    private func late(_ trip: String, by delay: Int32, skipping: Set<Int> = []) throws
        -> [DatedRun: RunChange]
    {
        let run = try run(trip)
        let pattern = timetable.patterns.pattern(of: run)
        let calls = timetable.patterns.stops(of: pattern).indices.map { position in
            let times = timetable.patterns.times(of: run, in: pattern, at: position)
            return ExpectedCall(
                arrival: ServiceTime(seconds: times.arrival.seconds + delay),
                departure: ServiceTime(seconds: times.departure.seconds + delay),
                isSkipped: skipping.contains(position))
        }
        return [DatedRun(run: run, day: day): RunChange(calls: calls)]
    }

    @Test func `all lines between two stops, by departure`() throws {
        #expect(
            try rides("B", "C", "8:00", "9:00")
                == ["blue-1 08:05-08:12", "red-1 08:10-08:20", "red-2 08:40-08:50"])
        #expect(try rides("B", "C", "8:00", "9:00", limit: 1) == ["blue-1 08:05-08:12"])
        let red = try #require(timetable.routes.find(id: "red"))
        #expect(
            try rides("B", "C", "8:00", "8:30", routes: [red]) == ["red-1 08:10-08:20"])
    }

    @Test func `nothing goes against the direction of travel`() throws {
        #expect(try rides("C", "A", "0:00", "30:00") == [])
    }

    @Test func `after midnight the day before still runs`() throws {
        #expect(try rides("A", "C", "24:00", "25:00") == ["red-night 00:10-00:30"])
        let next = RideFinder(timetable).rides(
            from: [try stop("A")], to: [try stop("C")],
            leaving: try seconds("24:00")...seconds("24:10"), overlay: .none)
        #expect(next.first?.ride.day == day)
    }

    @Test func `a run that passes twice is boarded the last time`() throws {
        #expect(try rides("A", "C", "9:00", "10:00") == ["ring-1 09:20-09:30"])
    }

    @Test func `a late run is found when it comes, and not when it should have come`() throws {
        let overlay = RealtimeOverlay(version: 1, changes: try late("red-1", by: 900))
        #expect(try rides("A", "C", "8:00", "8:14", overlay: overlay) == [])
        #expect(
            try rides("A", "C", "8:15", "8:30", overlay: overlay)
                == ["red-1 08:15-08:35", "red-2 08:30-08:50"])
    }

    @Test func `a run that does not stop is no ride, a cancelled one is reported`() throws {
        let skipping = RealtimeOverlay(
            version: 1, changes: try late("red-1", by: 0, skipping: [2]))
        #expect(try rides("A", "C", "8:00", "8:10", overlay: skipping) == [])
        #expect(try rides("A", "B", "8:00", "8:10", overlay: skipping) == ["red-1 08:00-08:10"])
        let cancelled = RealtimeOverlay(
            version: 1, changes: [DatedRun(run: try run("red-1"), day: day): .cancelled])
        let found = RideFinder(timetable).rides(
            from: [try stop("A")], to: [try stop("C")],
            leaving: try seconds("8:00")...seconds("8:10"), overlay: cancelled)
        #expect(found.map(\.run.isCancelled) == [true])
    }

    @Test func `added runs are rides too`() throws {
        let red = try #require(timetable.routes.find(id: "red"))
        func call(_ stop: String, _ time: String) throws -> AddedCall {
            let time = try #require(ServiceTime(time))
            return AddedCall(stop: try self.stop(stop), arrival: time, departure: time)
        }
        let calls = [try call("A", "8:07"), try call("C", "8:21")]
        let extra = try #require(
            AddedRun(tripID: "extra", day: day, route: red, calls: calls))
        let overlay = RealtimeOverlay(version: 1, added: [extra])
        #expect(
            try rides("A", "C", "8:00", "8:10", overlay: overlay)
                == ["red-1 08:00-08:20", "extra 08:07-08:21"])
        #expect(try rides("A", "C", "8:08", "8:10", overlay: overlay) == [])
    }
}
