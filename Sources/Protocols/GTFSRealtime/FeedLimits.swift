/// How much of a GTFS-Realtime feed we are willing to read.
///
/// The defaults hold the largest public feeds several times over. Messages take far more memory
/// than the bytes they come from (an empty stop time update is two bytes on the wire and hundreds
/// in memory), which is why elements are counted besides bytes.
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
        bytes: Int = 64 << 20, entities: Int = 250_000, entityBytes: Int = 256 << 10,
        elements: Int = 2_000_000
    ) {
        precondition(bytes > 0 && entities > 0 && entityBytes > 0 && elements > 0)
        self.bytes = bytes
        self.entities = entities
        self.entityBytes = entityBytes
        self.elements = elements
    }
}
