package import Timetables

/// The feeds of a network, and how the ids of each begin.
package struct NetworkFeeds: Sendable {
    /// The feeds' ids, in the order of the import.
    package let ids: [String]
    /// Whether the network's ids begin with their feed's; those of a network of one feed do not.
    package var arePrefixed: Bool { prefixes.contains { !$0.isEmpty } }
    private let prefixes: [String]
    private let agencies: Set<String>

    /// Reads the feeds of a network; one whose feeds cannot be read counts as a single feed.
    package init(_ timetable: Timetable) {
        let feeds: [FeedDescription]
        do { feeds = try timetable.sources.feeds() } catch { feeds = [] }
        ids = feeds.map(\.id)
        prefixes = feeds.map(\.idPrefix)
        agencies = Set(timetable.agencies.ids.buffer.map { timetable.strings[$0] })
    }

    var indices: [FeedIndex] { ids.indices.map { FeedIndex($0) } }

    /// What the ids of a feed begin with.
    package func prefix(_ feed: FeedIndex) -> String { prefixes[feed.row] }

    /// The feed of that id; nil if there is none.
    package func find(_ id: String) -> FeedIndex? {
        ids.firstIndex(of: id).map { FeedIndex($0) }
    }

    func hasAgency(_ id: String) -> Bool { agencies.contains(id) }
}
