import Testing
import TransitModel

@testable import TaktApp

extension FeedRefreshTests {
    @Test func `nodes check their feeds at the same moments, whenever they checked them before`()
        async throws
    {
        var settings = FeedRefresh.Settings(
            feeds: [FeedReference("https://a/town.zip")], every: .seconds(86_400), path: path)
        settings.isOneOfSeveral = true
        let service = refresh(settings)
        try publish("a/town.zip", "red-1: A 8:00  B 8:10")
        func nextCheck() -> UnixTime {
            clock.now().advanced(bySeconds: Double(service.dueIn.components.seconds))
        }
        _ = try await service.refresh()
        let first = nextCheck()
        #expect(service.dueIn > .zero && service.dueIn <= .seconds(86_400))
        // Another node may have been started at any time of the day before that moment.
        for seconds in [1, 50_000, 86_400] {
            clock.set(first.advanced(bySeconds: -Double(seconds)))
            _ = try await service.refresh()
            #expect(nextCheck() == first)
        }
        clock.set(first)
        #expect(service.dueIn == .zero)
        _ = try await service.refresh()
        #expect(service.dueIn == .seconds(86_400))
    }
}
