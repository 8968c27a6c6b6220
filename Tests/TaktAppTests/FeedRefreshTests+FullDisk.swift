import Testing

@testable import TaktApp

// A disk without room is no fault of a feed.
extension FeedRefreshTests {
    private static let place = "https://a/town.zip"
    private var sent: Int { publisher.state.withLock { $0.asked[Self.place] ?? 0 } }

    @Test func `nothing is fetched while the disk is full, and the feed is once it has room`()
        async throws
    {
        var service = refresh(Self.place)
        try publish("a/town.zip", "red-1: A 8:00  B 8:10")
        service.hasRoom = { _ in false }
        let failure = await #expect(throws: FeedRefresh.Failure.self) {
            try await service.refresh()
        }
        #expect(
            failure?.description == "The disk of '\(service.storage.folder)' is full; make room.")
        #expect(sent == 0)
        #expect(service.dueIn == .zero)
        service.hasRoom = { _ in true }
        #expect(try await service.refresh() == .replaced(trips: 1))
    }

    @Test func `a version that could not be written is not refused`() async throws {
        var service = refresh(Self.place)
        try publish("a/town.zip", "red-1: A 8:00  B 8:10")
        _ = try await service.refresh()
        wait(days: 1)
        try publish("a/town.zip", "red-1: A 8:00  B 8:10\nred-2: A 9:00  B 9:10")
        let (importing, before) = (service.importing, service.storage.read())
        // Beside it, and in its place.
        for ending in [".part", "network.takt"] {
            service.importing = { job async throws(FeedRefresh.Failure) in
                guard !job.output.hasSuffix(ending) else { throw .notWritten("Full.") }
                try await importing(job)
            }
            for _ in 0..<3 {
                await #expect(throws: FeedRefresh.Failure.self) { try await service.refresh() }
                #expect(service.storage.read().feeds == before.feeds)
                #expect(service.dueIn == FeedRefresh.pause(after: 1))
            }
        }
        service.importing = importing
        #expect(try await service.refresh() == .replaced(trips: 2))
        #expect(service.dueIn == .seconds(86_400))
    }
}
