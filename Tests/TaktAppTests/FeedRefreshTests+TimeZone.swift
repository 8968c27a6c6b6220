import ClockTesting
import Testing
import TransitModel
import TransitTesting

@testable import TaktApp

extension FeedRefreshTests {
    private static let drawing = "red-1: A 8:00  B 8:10"

    private static func zone(_ name: String) -> (inout TextFeed) -> Void {
        { $0.files["agency.txt"]?.replace("Europe/Zurich", with: name) }
    }

    @Test func `a version in another time zone is reported until the next one`() async throws {
        let service = refresh("https://a/town.zip")
        let advice = FeedAdvice(service.settings.feeds, network: service.settings.path)
        try publish("a/town.zip", Self.drawing)
        _ = try await service.refresh()
        #expect(advice.sentences().isEmpty)
        try publish(
            "a/town.zip", Self.drawing + "\nred-2: A 9:00  B 9:10", edit: Self.zone("Europe/Lisbon")
        )
        #expect(try await service.refresh() == .replaced(trips: 2))
        let sentence = try #require(advice.sentences().first)
        #expect(sentence.contains("from Europe/Zurich to Europe/Lisbon"))
        try publish("a/town.zip", Self.drawing, edit: Self.zone("Europe/Lisbon"))
        #expect(try await service.refresh() == .replaced(trips: 1))
        #expect(advice.sentences().isEmpty)
    }

    @Test func `another name of the same clock is no other time zone`() async throws {
        let service = refresh("https://a/town.zip")
        try publish("a/town.zip", Self.drawing)
        _ = try await service.refresh()
        try publish(
            "a/town.zip", Self.drawing + "\nred-2: A 9:00  B 9:10", edit: Self.zone("Europe/Berlin")
        )
        #expect(try await service.refresh() == .replaced(trips: 2))
        #expect(
            FeedAdvice(service.settings.feeds, network: service.settings.path).sentences().isEmpty)
    }

    @Test func `versions are judged by the day that is served`() async throws {
        try publish("town.example", "red-1: A 8:00  B 8:10", "20160101,20160820")
        var refresh = refresh("https://town.example")
        await #expect(throws: FeedRefresh.Failure.self) { try await refresh.refresh() }
        refresh.served = ManualWallClock(UnixTime(seconds: 1_467_698_400))  // 2016-07-05
        #expect(try await refresh.refresh() == .replaced(trips: 1))
    }
}
