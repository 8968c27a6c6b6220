/// How much of a GTFS-Realtime feed we are willing to read.
///
/// Messages may take far more memory than the bytes they come from: an empty stop time update is
/// two bytes on the wire and some 300 in memory, an empty vehicle six and some 1,400. That is why
/// entities and elements are counted besides bytes; the defaults keep what a few bytes can blow up
/// to under half a gigabyte, and leave room for the feed of a whole country.
package struct FeedLimits: Hashable, Sendable {
    /// The longest answer, in bytes.
    package let bytes: Int
    /// The most entities of one feed.
    package let entities: Int
    /// The longest entity, in bytes; a longer one is left out.
    package let entityBytes: Int
    /// The most stop time updates, carriages, selectors, periods, texts and so on in all entities.
    package let elements: Int

    /// Makes limits; every one of them must be positive.
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
