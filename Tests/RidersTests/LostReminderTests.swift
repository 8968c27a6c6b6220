import Testing
import TransitModel

@testable import Riders

/// Reminders at a time at which nothing leaves.
@Suite struct LostReminderTests {
    @Test func `riders get one message about a reminder without a departure`() async throws {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        let saved = try await desk.save("red A-B", at: 495, of: rider)
        try await desk.tick("7:44")
        #expect(try await desk.titles() == [])
        try await desk.tick("7:45")
        let sent = try await desk.sent().map(\.message)
        #expect(sent.map(\.title) == ["red 08:15: not in the timetable"])
        #expect(
            sent.first?.body
                == "In the next days red does not leave Stop A for Stop B around this time. "
                + "Instead: red at 08:30 from Stop A, at Stop B at 08:40.")
        #expect(sent.first?.link == "https://takt.example/saved/\(saved.id)")
        for time in ["7:46", "8:10"] { try await desk.tick(time) }
        try desk.restart()
        // Also on the next Monday, seven days of 24 hours later.
        for time in ["8:11", "175:45", "175:46"] { try await desk.tick(time) }
        #expect(try await desk.titles() == [])
    }

    @Test func `where nothing leaves for hours, nothing is named instead`() async throws {
        let desk = try AlertDesk()
        let rider = try await desk.rider(language: "de")
        try await desk.save("red A-B", at: 540, of: rider)
        try await desk.tick("8:40")
        let sent = try await desk.sent().map(\.message)
        #expect(sent.map(\.title) == ["red 09:00: nicht im Fahrplan"])
        #expect(
            sent.first?.body
                == "In den nächsten Tagen fährt red nicht um diese Zeit ab Stop A nach Stop B.")
    }

    @Test func `a route whose change does not exist any more is lost too`() async throws {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        try await desk.save("red A-B, green B-C", at: 480, of: rider)
        try await desk.tick("7:45")
        #expect(try await desk.titles() == ["red 08:00: not in the timetable"])
    }

    @Test func `a departure that exists is not lost, however late or cancelled it is`() async throws
    {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        try await desk.save("red A-B", at: 485, of: rider)
        try await desk.tick("7:45")
        try desk.scene.cancel("red-1")
        try await desk.tick("7:50")
        #expect(try await desk.titles() == ["red 08:00 is cancelled"])
    }

    @Test func `no message comes when the timetable ends, without a channel, or in quiet hours`()
        async throws
    {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        try await desk.save("red A-B", at: 495, of: rider)
        let snapshots = try await desk.store.snapshots([rider], at: 470)
        let snapshot = try #require(snapshots.first)
        func lost(_ day: String) throws -> Int {
            let now = try desk.scene.time("7:50", on: try #require(ServiceDay(day)))
            return WatchMaker(network: desk.scene.network, notes: [:], now: now)
                .lostReminders(of: snapshot).count
        }
        #expect(try lost("2026-12-21") == 1)
        #expect(try lost("2026-12-28") == 0)
        #expect(try lost("2026-12-22") == 0)
        let quiet = try await desk.rider("b") {
            $0.quietFrom = 420
            $0.quietUntil = 600
        }
        let silent = try await desk.rider("c") { $0.notifies = false }
        for each in [quiet, silent] { try await desk.save("red A-B", at: 495, of: each) }
        try await desk.tick("7:50")
        #expect(try await desk.sent().map(\.topic).count == 1)
    }
}
