import WebServer

/// The problems of a network's feeds with advice for operators, by the ledger of the last
/// refreshes.
struct FeedAdvice: Sendable {
    private let feeds: [FeedReference]
    private let storage: FeedStorage

    init(_ feeds: [FeedReference], network path: String) {
        self.feeds = feeds
        storage = FeedStorage(network: path)
    }

    /// The problems of one feed.
    struct Trouble: Sendable {
        /// A sentence or two for each problem; empty if there is none.
        let sentences: [String]
        /// Whether no version of the feed is in use yet.
        let isMissing: Bool
    }

    /// Returns a sentence or two for each problem, in the order of the feeds.
    func sentences() -> [String] { troubles().flatMap(\.sentences) }

    /// Returns the problems of each feed; with `fetching`, also failures to fetch it.
    func troubles(fetching: Bool = true) -> [Trouble] {
        let ledger = storage.read()
        return feeds.map { feed in
            guard let entry = ledger.feeds[feed.place] else {
                return Trouble(sentences: [], isMissing: false)
            }
            var sentences: [String] = []
            if fetching, let trouble = entry.unreachable {
                sentences.append(
                    trouble
                        + (entry.version == nil
                            ? " Nothing of it is served until it can be fetched; check its address."
                            : " Its last good version is served; check its address."))
            }
            if let reason = entry.refused?.reason {
                sentences.append(
                    (entry.version == nil ? "" : "The newest version is not used. ") + reason)
            }
            if let change = entry.version?.timeZoneChange {
                sentences.append(change.sentence(on: "'\(feed.shown)'"))
            }
            if let kept = entry.version?.keptIDs, kept < Self.fewIDs {
                sentences.append(
                    "'\(feed.shown)' changes its trips' ids from version to version: "
                        + "\(Int((kept * 100).rounded())) % of them stayed at the last one, although its "
                        + "routes are the same. Real time that names trips matches only if it is made of "
                        + "the same version: look at the feed more often ('feed.every'), and ask its "
                        + "publisher for ids that last.")
            }
            return Trouble(sentences: sentences, isMissing: entry.version == nil)
        }
    }

    /// Returns a sentence on the configured feeds that are missing in the network while others are
    /// there, without their addresses; nil if none is missing.
    func absent() -> String? {
        let ledger = storage.read()
        let absent = feeds.filter { feed in
            guard let entry = ledger.feeds[feed.place], entry.version == nil else { return false }
            return entry.unreachable != nil || entry.refused != nil
        }
        guard !absent.isEmpty, absent.count < feeds.count else { return nil }
        let names = absent.map { "'\($0.id ?? $0.fileName)'" }.joined(separator: ", ")
        return "Of the feeds of this network these could not be fetched yet: \(names)."
    }

    /// Returns whether the newest version of each feed is in use, as a Prometheus metric.
    ///
    /// It is as the last refresh found it; the labels are those of `takt_feed_days_left`. Without
    /// feeds by address the metric has no sample.
    static func figures(_ advice: FeedAdvice?) -> MetricsText {
        let name = "takt_feed_trouble"
        var text = MetricsText()
        text.family(
            name, "1 where a feed cannot be fetched, or its newest version is not used.", .gauge)
        guard let advice else { return text }
        let ledger = advice.storage.read()
        for feed in advice.feeds {
            guard let entry = ledger.feeds[feed.place] else { continue }
            let id = advice.feeds.count == 1 ? "" : entry.id ?? feed.id ?? feed.fileName
            let isInTrouble = entry.unreachable != nil || entry.refused != nil
            text.sample(name, isInTrouble ? 1 : 0, ["feed": id])
        }
        return text
    }

    /// The share of kept trip ids below which a feed is said to change them.
    private static let fewIDs = 0.2
}
