import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Transit

/// Boards and timetables of loops with estimated runs, and of trips at a headway.
@Suite struct EstimatedBoardTests {
    private let text: BoardText

    init() throws {
        let loop = try #require(SquareLoop())
        text = BoardText(try loop.timetable(SquareLoop.plan(every: 12, from: 8, to: 9)))
    }

    @Test func `each stop has every run once, departures and arrivals`() throws {
        for (stop, minutes) in [("1", 0), ("2", 2), ("4", 6)] {
            let calls = try text.board(stop, "7:00").calls
            let first = try text.instant("8:00")
            let times = (0..<5).map {
                first.advanced(bySeconds: Double($0 * 720 + minutes * 60))
            }
            #expect(calls.compactMap(\.scheduled) == times)
            #expect(calls.allSatisfy { $0.isEstimated && $0.isApproximate })
            #expect(calls.allSatisfy { $0.headwaySeconds == 720 })
            let arrivals = try text.board(stop, "7:00", .arrivals).calls
            #expect(arrivals.count == 5, "the second lap is missing at \(stop)")
        }
    }

    @Test func `a shuttle that is seen is on the board once, with its own time`() throws {
        var text = text
        let run = try #require(
            text.timetable.trips.find(id: "about-9-127").map {
                text.timetable.trips.runs(of: $0)[1]
            })
        // The run of 8:12 comes eight minutes later; no vehicle makes the run of 8:24.
        let calls = (0..<7).map { call in
            let time = ServiceTime(seconds: 8 * 3600 + 1200 + 120 * Int32(call))
            return ExpectedCall(arrival: time, departure: time)
        }
        let others = text.timetable.patterns.runStarts[run] + 720
        let unmade = try #require(
            text.timetable.trips.find(id: "about-9-127").map {
                text.timetable.trips.runs(of: $0)[2]
            })
        #expect(text.timetable.patterns.runStarts[unmade] == others)
        text.expect([
            (DatedRun(run: run, day: monday), RunChange(calls: calls)),
            (DatedRun(run: unmade, day: monday), .deleted),
        ])
        #expect(
            try text.board("2", "7:00").calls.map(text.describe) == [
                "about-9-127 8:02 to Stop 3 about", "about-9-127 8:22 to Stop 3 added",
                "about-9-127 8:38 to Stop 3 about", "about-9-127 8:50 to Stop 3 about last",
            ])
        let seen = try text.board("2", "7:00").calls[1]
        #expect(seen.isLive && !seen.isEstimated && seen.delaySeconds == nil)
    }

    @Test func `shuttles go to the far end and back to the first stop`() throws {
        #expect(try text.board("1", "7:00").calls.first?.headsign == "Stop 3")
        #expect(try text.board("2", "7:00").calls.first?.headsign == "Stop 3")
        #expect(try text.board("3", "7:00").calls.first?.headsign == "Stop 1")
    }

    @Test func `the timetable of the line has one lap, in one column`() throws {
        let route = try #require(text.timetable.routes.find(id: "9"))
        let line = try LineTimetable(route, on: monday, in: text.timetable)
        #expect(line.rows.map { text.timetable.stops.id($0) } == ["1", "2", "3", "4", "1"])
        #expect(line.trips.count == 1)
        #expect(line.trips.first?.headway?.seconds == 720)
    }

    @Test func `a feed's headway is reported, and is no estimate`() throws {
        var feed = TextFeed("metro-1: A 6:00 B 6:05\nbus-1: A 6:25 B 6:45")
        feed.files["frequencies.txt"] = """
            trip_id,start_time,end_time,headway_secs,exact_times
            metro-1,6:00:00,7:00:00,600,0
            metro-1,7:00:00,8:00:00,1200,0

            """
        let calls = try BoardText(feed).board("A", "6:20").calls
        #expect(calls.map(\.headwaySeconds) == [600, nil, 600, 600, 600, 600, 1200, 1200])
        #expect(calls.map(\.isApproximate) == [true, false] + Array(repeating: true, count: 6))
        #expect(calls.allSatisfy { !$0.isEstimated })
    }
}
