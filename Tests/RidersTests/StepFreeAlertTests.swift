import Notifications
import Realtime
import Testing

@testable import Riders

/// Broken lifts on saved routes of riders who need step-free access.
@Suite struct StepFreeAlertTests {
    private let desk: AlertDesk

    init() async throws {
        desk = try AlertDesk()
    }

    /// Creates a rider with a route over A, B and C on Mondays at 8:00.
    @discardableResult
    private func rider(
        needs stepFree: Bool = true, language: String = "en",
        _ edit: (inout RiderSettings) -> Void = { _ in }
    ) async throws -> RiderID {
        let rider = try await desk.rider(language: language) {
            $0.stepFree = stepFree
            edit(&$0)
        }
        try await desk.save("red A-B, blue B-C", at: 480, of: rider)
        return rider
    }

    private func close(
        _ stop: String?, id: String = "lift", header: [String: String] = ["en": "Lift 3 is broken"],
        from start: String? = nil, effect: String = "ACCESSIBILITY_ISSUE"
    ) throws {
        let alerts = try stop.map { stop in
            ServiceAlert(
                id: id, header: header, effect: effect,
                periods: try start.map { [.init(start: try desk.scene.time($0), end: nil)] } ?? [],
                subjects: [.init(stop: desk.scene.timetable.stops.find(id: stop))])
        }
        desk.scene.overlay = RealtimeOverlay(
            version: desk.scene.overlay.version + 1, changes: desk.scene.overlay.changes,
            alerts: alerts.map { [$0] } ?? [])
    }

    @Test(arguments: ["A", "B", "C"])
    func
        `riders who need step-free access are notified once of a lift where they board, change or leave`(
            stop: String
        )
        async throws
    {
        try await rider()
        try close(stop)
        try await desk.tick("7:40")
        let sent = try await desk.sent().map(\.message)
        #expect(sent.map(\.title) == ["Stop \(stop): no way without steps"])
        #expect(sent.map(\.body) == ["red 08:00 to Stop C: Lift 3 is broken"])
        #expect(sent.first?.link?.contains("connection=id2") == true)
        for time in ["7:40:30", "7:41", "7:50", "8:05"] { try await desk.tick(time) }
        #expect(try await desk.titles() == [])
    }

    @Test func `another id or wording of the message is no news, nor is a restart`() async throws {
        try await rider()
        try close("B")
        try await desk.tick("7:40")
        #expect(try await desk.titles().count == 1)
        try close("B", id: "other", header: ["en": "Lift 3 is still broken", "de": "Lift 3"])
        try await desk.tick("7:41")
        try desk.restart()
        try await desk.tick("7:42")
        // The alert disappears for some minutes and returns.
        try close(nil)
        for time in ["7:43", "7:44", "7:45"] { try await desk.tick(time) }
        try close("B")
        try await desk.tick("7:46")
        #expect(try await desk.titles() == [])
    }

    @Test func `a lift that was repaired and breaks again is announced again`() async throws {
        try await rider()
        try close("B")
        try await desk.tick("7:40")
        #expect(try await desk.titles().count == 1)
        try close(nil)
        for time in ["7:43", "7:45"] { try await desk.tick(time) }
        // The next Monday, seven days of 24 hours later.
        try close("B")
        try await desk.tick("175:40")
        #expect(try await desk.titles() == ["Stop B: no way without steps"])
    }

    @Test func `a lift that stays broken for a week is not announced again the next Monday`()
        async throws
    {
        try await rider()
        try close("B")
        try await desk.tick("7:40")
        #expect(try await desk.titles().count == 1)
        for time in ["175:40", "175:41", "343:40"] { try await desk.tick(time) }
        try desk.restart()
        try await desk.tick("343:41")
        #expect(try await desk.titles() == [])
    }

    @Test func `nobody else is notified, and not of other stops, times and effects`() async throws {
        try await rider(needs: false)
        try close("B")
        try await desk.tick("7:40")
        #expect(try await desk.titles() == [])
        try await rider()
        try close("B", effect: "DETOUR")
        try await desk.tick("7:41")
        try close("B", from: "9:00")
        try await desk.tick("7:42")
        #expect(try await desk.titles() == [])
        try close("B", from: "8:10")
        try await desk.tick("7:43")
        #expect(try await desk.titles() == ["Stop B: no way without steps"])
    }

    @Test func `two routes over one stop are announced once`() async throws {
        let rider = try await rider()
        try await desk.save("red A-B", at: 480, of: rider)
        try close("B")
        try await desk.tick("7:40")
        #expect(try await desk.titles() == ["Stop B: no way without steps"])
    }

    @Test func `in quiet hours nothing is announced, and afterwards what still matters`()
        async throws
    {
        try await rider {
            $0.quietFrom = 22 * 60
            $0.quietUntil = 7 * 60 + 45
        }
        try close("B")
        try await desk.tick("7:40")
        #expect(try await desk.titles() == [])
        try await desk.tick("7:45")
        #expect(try await desk.titles() == ["Stop B: no way without steps"])
    }

    @Test func `the message is in the rider's language, or says itself what it is about`()
        async throws
    {
        try await rider(language: "de")
        try close("B", header: ["en": "Lift 3 is broken", "de-CH": "Lift 3 steht still"])
        try await desk.tick("7:40")
        #expect(
            try await desk.sent().map(\.message.body) == [
                "red 08:00 nach Stop C: Lift 3 steht still"
            ])
        try close("A", header: [:])
        try await desk.tick("7:41")
        #expect(
            try await desk.sent().map(\.message.body)
                == ["red 08:00 nach Stop C: Ein Lift oder eine Rolltreppe ist ausser Betrieb."])
    }
}
