import FolderTesting
import Foundation
import Testing

@testable import TaktApp

/// The recorded problems of feeds that cannot be used.
@Suite struct FeedTroubleTests {
    private let folder = TemporaryFolder()
    private let feed = FeedReference("https://town.example/gtfs.zip?key=secret")
    private var path: String { folder.path("network.takt") }

    private func refuse(_ used: FeedLedger.Version?) throws {
        var entry = FeedLedger.Entry()
        entry.version = used
        entry.refused = FeedLedger.Refusal(digest: "b", reason: "It is empty.", tried: 0, times: 1)
        var ledger = FeedLedger()
        ledger.feeds[feed.place] = entry
        try FeedStorage(network: path).write(ledger)
    }

    @Test func `what is refused is a newest version only where an older one is used`() throws {
        let advice = FeedAdvice([feed], network: path)
        try refuse(nil)
        #expect(advice.sentences() == ["It is empty."])
        try refuse(
            FeedLedger.Version(
                digest: "a", trips: 1, firstDay: "2026-01-01", lastDay: "2026-12-31"))
        #expect(advice.sentences() == ["The newest version is not used. It is empty."])
    }

    @Test func `a metric tells a feed whose newest version is not in use`() throws {
        #expect(FeedAdvice.figures(nil).text.contains("# TYPE takt_feed_trouble gauge"))
        let advice = FeedAdvice([feed], network: path)
        #expect(!FeedAdvice.figures(advice).text.contains("takt_feed_trouble{"))
        try refuse(nil)
        #expect(FeedAdvice.figures(advice).text.contains("takt_feed_trouble{feed=\"\"} 1\n"))
        var ledger = FeedStorage(network: path).read()
        ledger.feeds[feed.place]?.refused = nil
        try FeedStorage(network: path).write(ledger)
        #expect(FeedAdvice.figures(advice).text.contains("takt_feed_trouble{feed=\"\"} 0\n"))
        ledger.feeds[feed.place]?.unreachable = "404"
        ledger.feeds[feed.place]?.id = "town"
        try FeedStorage(network: path).write(ledger)
        let two = FeedAdvice([feed, FeedReference("https://lake.example/x.zip")], network: path)
        #expect(FeedAdvice.figures(two).text.contains("takt_feed_trouble{feed=\"town\"} 1\n"))
        #expect(!FeedAdvice.figures(two).text.contains("secret"))
    }

    @Test func `a newest version that was refused or could not be fetched is not denied`() {
        var entry = FeedLedger.Entry()
        #expect(entry.successor == "there is no newer one")
        entry.unreachable = "404"
        #expect(entry.successor == "it cannot be fetched")
        entry.refused = FeedLedger.Refusal(digest: "b", reason: "It ended.", tried: 0, times: 1)
        #expect(entry.successor == "its newest version is not used")
    }

    @Test func `only the owner may read the ledger, for addresses hold keys`() throws {
        for _ in 0..<2 {
            try refuse(nil)
            let attributes = try FileManager.default.attributesOfItem(atPath: path + ".feeds")
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
        #expect(FeedStorage(network: path).read().feeds.count == 1)
    }

    @Test func `each trouble is reported once until it is another one`() {
        let requests = FeedRefreshRequests()
        #expect(requests.changed(["a": "404", "b": "empty"]).keys.sorted() == ["a", "b"])
        #expect(requests.changed(["a": "404", "b": "a web page"]) == ["b": "a web page"])
        #expect(requests.changed([:]).isEmpty)
        #expect(requests.changed(["a": "404"]) == ["a": "404"])
    }
}
