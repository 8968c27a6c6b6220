import TransitModel

/// What is wrong with the feeds of a network and what to do about it, for operators: by what was noted at
/// the last looks.
struct FeedAdvice: Sendable {
    private let feeds: [FeedReference]
    private let shelf: FeedShelf

    /// The feeds of a configuration, and their network file.
    init(_ feeds: [FeedReference], network path: String) {
        self.feeds = feeds
        shelf = FeedShelf(network: path)
    }

    /// What is wrong with one feed.
    struct Trouble: Sendable {
        /// A sentence or two for each thing that is wrong; empty if nothing is.
        let sentences: [String]
        /// Whether nothing of the feed could be used yet.
        let isMissing: Bool
    }

    /// A sentence or two for each trouble, in the order of the feeds.
    func sentences() -> [String] { troubles().flatMap(\.sentences) }

    /// What is wrong with each of the feeds; `fetching` tells as well what could not be fetched.
    func troubles(fetching: Bool = true) -> [Trouble] {
        let ledger = shelf.read()
        return feeds.map { feed in
            guard let entry = ledger.feeds[feed.place] else {
                return Trouble(sentences: [], isMissing: false)
            }
            var sentences: [String] = []
            if fetching, let trouble = entry.unreachable {
                sentences.append(
                    trouble
                        + (entry.version == nil
                            ? " Nothing of it is served until it can be had; check its address."
                            : " Its last good version is served; check its address."))
            }
            if let reason = entry.refused?.reason {
                sentences.append(
                    (entry.version == nil ? "" : "The newest version is not used. ") + reason)
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

    /// Which configured feeds are not in the network although others are, in a sentence without their
    /// addresses; nil if none is missing.
    func absent() -> String? {
        let ledger = shelf.read()
        let absent = feeds.filter { feed in
            guard let entry = ledger.feeds[feed.place], entry.version == nil else { return false }
            return entry.unreachable != nil || entry.refused != nil
        }
        guard !absent.isEmpty, absent.count < feeds.count else { return nil }
        let names = absent.map { "'\($0.id ?? $0.fileName)'" }.joined(separator: ", ")
        return "Of the feeds of this network these could not be had yet: \(names)."
    }

    /// A feed that keeps a smaller part of its trips' ids changes them.
    private static let fewIDs = 0.2
}
