/// Limits for reading a GTFS-Realtime feed.
///
/// Messages may take far more memory than bytes: an empty stop time update is two bytes on the wire
/// and some 300 in memory, an empty vehicle six and some 1,400. Therefore entities and elements are
/// limited as well as bytes. The defaults bound the memory to half a gigabyte, and suffice for the
/// feed of a whole country.
package struct FeedLimits: Hashable, Sendable {
    /// The maximum length of a feed, in bytes.
    package let bytes: Int
    package let entities: Int
    /// The maximum length of an entity, in bytes; longer ones are skipped.
    package let entityBytes: Int
    /// The maximum number of stop time updates, carriages, selectors, periods, texts and other
    /// elements.
    package let elements: Int

    /// Creates limits, all of which must be positive.
    package init(
        bytes: Int = 64 << 20, entities: Int = 100_000, entityBytes: Int = 256 << 10,
        elements: Int = 1_000_000
    ) {
        precondition(bytes > 0 && entities > 0 && entityBytes > 0 && elements > 0)
        self.bytes = bytes
        self.entities = entities
        self.entityBytes = entityBytes
        self.elements = elements
    }
}
