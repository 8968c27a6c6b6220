import GTFSImport
import Testing
import TransitModel

@testable import ShuttleTracker

@Suite struct LoopPlannerTests {
    /// Monday, 2026-05-04, at midnight UTC.
    private static let monday: Int64 = 1_777_852_800
    private static let hops = [300.0, 300, 300, 300]

    private func route(
        headway: Int64? = nil, _ schedule: [(Int, String, Int, String)] = []
    ) throws -> ShuttleRoute {
        let then = try #require(ShuttleTime("2026-01-01T00:00:00Z"))
        return ShuttleRoute(
            id: 9, name: "Square", colour: RGBColour(0), stopIDs: [1, 2, 3, 4], created: then,
            updated: then, points: [],
            schedule: try schedule.map { startDay, start, endDay, end in
                ShuttleActivePeriod(
                    id: 1, routeID: 9, startDay: startDay,
                    startTime: try #require(ShuttleTime("2020-01-01T\(start):00Z")),
                    endDay: endDay, endTime: try #require(ShuttleTime("2020-01-01T\(end):00Z")))
            }, headwayMinutes: headway)
    }

    private func plan(
        _ route: ShuttleRoute, _ habits: LoopHabits = LoopHabits()
    ) throws -> LoopPlan {
        try #require(LoopPlanner(.utc, habits: habits).plan(of: route, hopSeconds: Self.hops))
    }

    /// Returns vehicles seen during some hours of some days after the first Monday.
    private func habits(_ days: some Sequence<Int>, vehicles: Int, hours: Range<Int64>)
        -> LoopHabits
    {
        var habits = LoopHabits()
        for day in days {
            for minute in stride(from: hours.lowerBound * 60, to: hours.upperBound * 60, by: 10) {
                for vehicle in 0..<vehicles {
                    habits.record(
                        "bus \(vehicle)", on: "9",
                        at: UnixTime(seconds: Self.monday + Int64(day) * 86_400 + minute * 60))
                }
            }
        }
        return habits
    }

    @Test func `where nothing is known one vehicle drives all day`() throws {
        let whole = LoopPlan.Period(start: 0, end: 86_400, headway: 1200)
        #expect(try plan(route()).week == Array(repeating: [whole], count: 7))
    }

    @Test func `the operator's headway and hours come first`() throws {
        let seen = habits(0..<14, vehicles: 2, hours: 0..<24)
        // Sunday evening to Monday after midnight, and Friday morning.
        let plan = try plan(
            route(headway: 7, [(0, "18:00", 1, "01:00"), (5, "07:00", 5, "09:30")]), seen)
        func period(_ start: Int32, _ end: Int32) -> LoopPlan.Period {
            LoopPlan.Period(start: start * 60, end: end * 60, headway: 420)
        }
        #expect(
            plan.week == [
                [period(0, 60)], [], [], [], [period(420, 570)], [], [period(1080, 1440)],
            ])
    }

    @Test func `vehicles that share the lap come more often`() throws {
        let seen = habits([0], vehicles: 3, hours: 8..<10)
        #expect(try plan(route(), seen).week[2].map(\.headway) == [420], "in whole minutes")
        #expect(try plan(route(), seen).week[2].map(\.end) == [86_400], "one day has no hours")
    }

    @Test func `two weeks show the hours, and the days without service`() throws {
        let seen = habits(
            (0..<14).filter { $0 % 7 < 5 || $0 == 13 }, vehicles: 1, hours: 7..<19)
        let plan = try plan(route(), seen)
        let day = LoopPlan.Period(start: 25_200, end: 68_400, headway: 1200)
        #expect(plan.week[1] == [day])
        #expect(plan.week[5] == [], "never on Saturdays")
    }

    @Test func `riders notice other hours and laps that take a fifth longer`() throws {
        let usual = try plan(route())
        func slower(_ part: Double) -> LoopPlan {
            LoopPlan(hopSeconds: usual.hopSeconds.map { $0 * part }, week: usual.week)
        }
        #expect(!slower(1.1).isNoticeablyOther(than: usual))
        #expect(slower(1.3).isNoticeablyOther(than: usual))
        let seen = habits(0..<14, vehicles: 1, hours: 7..<19)
        #expect(try plan(route(), seen).isNoticeablyOther(than: usual))
    }
}
