import Testing
import TransitModel

@testable import Riders

/// Weekly trips for which the timetable has no run any more.
@Suite struct WeeklyTripLossTests {
    /// Riders and the time of their day; the clock goes on in steps that are no leap.
    private final class Week {
        let desk: AlertDesk
        let first: ServiceDay
        private var now: UnixTime

        init(from first: ServiceDay = RiderScene.day, files: [String: String] = [:]) throws {
            desk = try AlertDesk(files: files)
            self.first = first
            now = try desk.scene.time("7:00", on: first)
        }

        /// A trip from A to B on working days.
        func trip(arriveBy: Int = 535) -> PlannedTrip {
            PlannedTrip(
                id: "", from: desk.scene.stop("A"), to: desk.scene.stop("B"), arriveBy: arriveBy,
                weekdays: [1, 2, 3, 4, 5])
        }

        func day(_ number: Int) -> ServiceDay { first.advanced(by: number) }

        /// Goes on until a time of a day, which is counted from 0, and returns the titles of
        /// messages.
        func titles(until time: String, _ number: Int) async throws -> [String] {
            let end = try desk.scene.time(time, on: day(number))
            while now < end {
                try await desk.tick(at: now)
                now = now.advanced(bySeconds: 300)
            }
            return try await desk.titles()
        }
    }

    private let impossible = "At Stop B by 08:55: not possible any more"

    @Test func `riders get one message when the line of a weekly trip is gone`() async throws {
        let week = try Week()
        let rider = try await week.desk.rider()
        let route = try week.desk.scene.route("gold A-B")
        _ = try await week.desk.store.add(week.trip().along(route), of: rider)
        try await week.desk.tick("7:00")
        let sent = try await week.desk.sent().map(\.message)
        #expect(sent.map(\.title) == [impossible])
        #expect(
            sent.first?.body == "In the next days nothing goes from Stop A to Stop B in time.")
        #expect(sent.first?.link == "https://takt.example/trips")
        #expect(try await week.titles(until: "8:00", 1) == [])
        try week.desk.restart()
        #expect(try await week.titles(until: "8:00", 8) == [])
    }

    @Test func `the first run that goes is named once, and called for every day`() async throws {
        let week = try Week()
        let rider = try await week.desk.rider()
        _ = try await week.desk.store.add(week.trip(arriveBy: 485), of: rider)
        try await week.desk.tick("7:00")
        let sent = try await week.desk.sent().map(\.message)
        #expect(sent.map(\.title) == ["At Stop B by 08:05: not possible any more"])
        #expect(
            sent.first?.body == "In the next days nothing goes from Stop A to Stop B in time. "
                + "Instead: red at 08:00 from Stop A, at Stop B at 08:10.")
        #expect(try await week.titles(until: "7:56", 0) == ["red leaves in 5 min"])
        #expect(try await week.titles(until: "7:50", 1) == ["Get on now: red"])
        #expect(try await week.titles(until: "7:56", 1) == ["red leaves in 5 min"])
        #expect(try await week.titles(until: "7:50", 2) == ["Get on now: red"])
        for run in ["red-1", "red-2"] { try week.desk.scene.cancel(run, on: week.day(2)) }
        #expect(
            try await week.titles(until: "7:58", 2)
                == ["At Stop B by 08:05: not possible any more"])
    }

    @Test func `a holiday is a matter of that day`() async throws {
        let dates = "service_id,date,exception_type\ndaily,20260504,2\ndaily,20260505,2\n"
        let week = try Week(files: ["calendar_dates.txt": dates])
        _ = try await week.desk.store.add(week.trip(), of: try await week.desk.rider())
        #expect(try await week.titles(until: "8:30", 0) == [impossible])
        #expect(try await week.titles(until: "8:30", 1) == [impossible])
        #expect(try await week.titles(until: "8:30", 2) == ["red leaves in 5 min"])
    }

    @Test func `riders get one message when the timetable has ended`() async throws {
        let week = try Week(from: try #require(ServiceDay("2027-01-04")))
        _ = try await week.desk.store.add(week.trip(), of: try await week.desk.rider())
        #expect(
            try await week.titles(until: "8:30", 0)
                == ["At Stop B by 08:55: no timetable any more"])
        try week.desk.restart()
        #expect(try await week.titles(until: "8:30", 7) == [])
    }
}
