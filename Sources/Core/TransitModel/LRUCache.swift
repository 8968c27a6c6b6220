/// A cache of recently used values, limited in bytes.
///
/// It consists of two halves. When the newer half is full, it becomes the older one, and the
/// previous older half is dropped except for values that were read meanwhile. This evicts the least
/// recently used values first without a list of access times.
package struct LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let bytes: Int
    }

    private var newer: [Key: Entry] = [:]
    private var older: [Key: Entry] = [:]
    /// The size of the newer half.
    private var size = 0
    private let halfBytes: Int

    /// Creates a cache that holds at most `limitBytes`, by the sizes passed with the values.
    package init(limitBytes: Int) {
        halfBytes = limitBytes / 2
    }

    /// Returns the cached value, or nil if it was evicted.
    ///
    /// Reading a value protects it from eviction for longer.
    package mutating func value(of key: Key) -> Value? {
        if let entry = newer[key] { return entry.value }
        guard let entry = older[key] else { return nil }
        put(entry, key)
        return entry.value
    }

    /// Stores a value, replacing the previous one.
    ///
    /// A value larger than half of the limit is not stored.
    package mutating func keep(_ value: Value, of key: Key, bytes: Int) {
        put(Entry(value: value, bytes: bytes), key)
    }

    private mutating func put(_ entry: Entry, _ key: Key) {
        guard entry.bytes <= halfBytes else { return }
        if size + entry.bytes > halfBytes {
            (older, newer) = (newer, [:])
            size = 0
        }
        let before = newer.updateValue(entry, forKey: key)
        size += entry.bytes - (before?.bytes ?? 0)
    }
}
