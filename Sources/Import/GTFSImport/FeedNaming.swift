import Timetables

/// Finds an id for each feed of a network, independent of the feeds' order.
///
/// Given ids come first. Every other feed gets the first of these that no other feed shares: its
/// file name, its names in feed_info.txt and agency.txt, a hash of its agencies, a hash of its path
/// or address. All of them survive an update of the feed.
struct FeedNaming {
    /// The possible ids of a feed.
    struct Candidates {
        /// The id chosen by the operator; nil if there is none.
        var given: String?
        /// The file name or the last part of the address.
        var name: String
        /// The whole path or address.
        var place: String
        /// The names in feed_info.txt and agency.txt.
        var words: Words

        struct Words {
            var feedID: String?
            var publisher: String?
            var agencies: [String] = []
            /// The agencies' ids, names and URLs.
            var fingerprint = ""
        }
    }

    /// The ids of the feeds, in their order.
    ///
    /// - Throws: ``ImportError/feedID(_:)`` if a given id is invalid or a duplicate, or if a feed
    ///   is listed twice.
    static func ids(_ feeds: [Candidates]) throws(ImportError) -> [String] {
        try checkGiven(feeds)
        var ids = feeds.map(\.given)
        for rank in 0..<ranks.count {
            let open = ids.indices.filter { ids[$0] == nil }
            let proposed = open.map { (feed: $0, id: ranks[rank](feeds[$0])) }
            var counts: [String: Int] = [:]
            for (_, id) in proposed { if let id { counts[id, default: 0] += 1 } }
            // Ids found in earlier ranks belong to their feeds.
            let taken = Set(ids.compactMap(\.self))
            for (feed, id) in proposed {
                if let id, counts[id] == 1, !taken.contains(id) { ids[feed] = id }
            }
        }
        var found: [String] = []
        for (id, feed) in zip(ids, feeds) {
            guard let id else {
                throw .feedID(
                    "The feed '\(feed.place)' is named twice; name it once, or give each an id of its "
                        + "own, as in town=\(feed.name).")
            }
            found.append(id)
        }
        return found
    }

    private static func checkGiven(_ feeds: [Candidates]) throws(ImportError) {
        var seen = Set<String>()
        for feed in feeds {
            guard let id = feed.given else { continue }
            guard FeedID.isValid(id) else {
                throw .feedID(
                    "'\(id.prefix(FeedID.maximumLength + 1))' cannot be the id of the feed "
                        + "'\(feed.name)': it must be \(FeedID.expected).")
            }
            guard seen.insert(id).inserted else {
                throw .feedID("Two feeds have the id '\(id)'; each needs its own.")
            }
        }
    }

    private static let ranks: [@Sendable (Candidates) -> String?] = [
        { feed in
            let stem =
                feed.name.lowercased().hasSuffix(".zip")
                ? String(feed.name.dropLast(4)) : feed.name
            return FeedID.isValid(stem) ? stem : nil
        },
        { $0.words.feedID.flatMap(FeedID.slug) },
        { $0.words.publisher.flatMap(FeedID.slug) },
        { $0.words.agencies.count == 1 ? FeedID.slug($0.words.agencies[0]) : nil },
        { $0.words.fingerprint.isEmpty ? nil : hash($0.words.fingerprint) },
        { hash($0.place) },
    ]

    private static func hash(_ text: String) -> String {
        var text = text
        let value = text.withUTF8 { StableHash.hash($0) }
        return "feed-" + String(value, radix: 36)
    }
}
