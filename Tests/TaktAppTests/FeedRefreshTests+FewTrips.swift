import Testing

@testable import TaktApp

extension FeedRefreshTests {
    @Test func `a version with few trips is refused until the one in use has ended`() async throws {
        let look = refresh("https://a/town.zip")
        let many = (8..<14).map { "red-\($0): A \($0):00  B \($0):10" }.joined(separator: "\n")
        try publish("a/town.zip", many, "20260101,20261210")
        #expect(try await look.refresh() == .replaced(trips: 6))
        try publish("a/town.zip", "red-1: A 9:00  B 9:10", "20260101,20271211")
        #expect(try await look.refresh() == .unchanged)
        let refused = try #require(look.shelf.read().feeds["https://a/town.zip"]?.refused)
        #expect(refused.reason.contains("1 trips where there were 6"))
        #expect(refused.from == "2026-12-11")
        wait(days: 17)  // The last day of service.
        #expect(try await look.refresh() == .unchanged)
        wait(days: 1)
        #expect(try await look.refresh() == .replaced(trips: 1))
        #expect(look.shelf.read().feeds["https://a/town.zip"]?.refused == nil)
    }
}
