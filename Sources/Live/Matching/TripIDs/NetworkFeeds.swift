package import Timetables
import TransitModel

/// The feeds of a network, and their id prefixes.
package struct NetworkFeeds: Sendable {
    /// The ids of the feeds, in order of import.
    package let ids: [String]
    /// Whether ids begin with their feed's id; those of a network with one feed do not.
    package var arePrefixed: Bool { prefixes.contains { !$0.isEmpty } }
    private let prefixes: [String]
    private let agencies: Set<String>

    /// Reads the feeds of a network.
    ///
    /// If they cannot be read, the network counts as a single feed.
    package init(_ timetable: Timetable) {
        let feeds: [FeedDescription]
        do { feeds = try timetable.sources.feeds() } catch { feeds = [] }
        ids = feeds.map(\.id)
        prefixes = feeds.map(\.idPrefix)
        agencies = Set(timetable.agencies.ids.buffer.map { timetable.strings[$0] })
    }

    var indices: [FeedIndex] { ids.indices.map { FeedIndex($0) } }

    /// Returns the prefix of a feed's ids.
    package func prefix(_ feed: FeedIndex) -> String { prefixes[feed.row] }

    /// Returns the feed with an id; nil if there is none.
    package func find(_ id: String) -> FeedIndex? {
        ids.firstIndex(of: id).map { FeedIndex($0) }
    }

    func hasAgency(_ id: String) -> Bool { agencies.contains(id) }
}
