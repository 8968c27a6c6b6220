import Testing

@testable import TaktApp

extension FeedRefreshTests {
    @Test func `a version with few trips is refused until the one in use has ended`() async throws {
        let service = refresh("https://a/town.zip")
        let many = (8..<14).map { "red-\($0): A \($0):00  B \($0):10" }.joined(separator: "\n")
        try publish("a/town.zip", many, "20260101,20261210")
        #expect(try await service.refresh() == .replaced(trips: 6))
        try publish("a/town.zip", "red-1: A 9:00  B 9:10", "20260101,20271211")
        #expect(try await service.refresh() == .unchanged)
        let refused = try #require(service.storage.read().feeds["https://a/town.zip"]?.refused)
        #expect(refused.reason.contains("1 trips where there were 6"))
        #expect(refused.from == "2026-12-11")
        wait(days: 17)  // The last day of service.
        #expect(try await service.refresh() == .unchanged)
        wait(days: 1)
        #expect(try await service.refresh() == .replaced(trips: 1))
        #expect(service.storage.read().feeds["https://a/town.zip"]?.refused == nil)
    }

    @Test func `a feed of another region is refused until the one in use has ended`() async throws {
        let service = refresh("https://a/town.zip")
        try publish("a/town.zip", "red-1: A 8:00  B 8:10", "20260101,20261210")
        #expect(try await service.refresh() == .replaced(trips: 1))
        try publish("a/town.zip", "blue-1: C 9:00  D 9:10", "20260101,20271211") {
            $0.files["stops.txt"]?.replace(",47.0,", with: ",52.0,")
        }
        #expect(try await service.refresh() == .unchanged)
        let refused = try #require(service.storage.read().feeds["https://a/town.zip"]?.refused)
        #expect(refused.reason.contains("none of its stops is where"))
        #expect(refused.from == "2026-12-11")
        // Other stops of the same town are no other region.
        try publish("a/town.zip", "blue-1: C 9:00  D 9:10\nblue-2: C 9:30  D 9:40") {
            $0.files["stops.txt"]?.replace(",47.0,", with: ",47.1,")
        }
        #expect(try await service.refresh() == .replaced(trips: 2))
    }
}
