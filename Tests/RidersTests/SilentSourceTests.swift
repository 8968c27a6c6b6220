import Testing

@testable import Riders

/// What riders get while the source of their vehicles is silent and others go on.
@Suite struct SilentSourceTests {
    @Test(arguments: [true, false])
    func `nothing is withdrawn because one of several sources is silent`(isCancelled: Bool)
        async throws
    {
        let desk = try AlertDesk()
        try await desk.save(
            "red A-B", at: 480, of: try await desk.rider { $0.alerts.leadMinutes = 60 })
        try await desk.tick("7:00")
        if isCancelled {
            try desk.scene.cancel("red-1")
        } else {
            try desk.scene.late("red-1", by: 300)
        }
        try await desk.tick("7:10")
        #expect(try await desk.titles().count == 1)
        // Another source goes on.
        try desk.scene.expire("red-1")
        for time in ["7:15", "7:20", "7:30"] { try await desk.tick(time) }
        #expect(try await desk.titles() == [])
        // Near the departure, live data is missing only of what runs.
        try await desk.tick("7:50")
        #expect(try await desk.titles() == (isCancelled ? [] : ["red 08:00: no live data"]))
        // The source is back, and no longer mentions the run.
        try desk.scene.forget("red-1")
        try await desk.tick("7:51")
        let back = isCancelled ? "red 08:00 runs after all" : "red 08:00: on time again"
        #expect(try await desk.titles() == [back])
    }
}
