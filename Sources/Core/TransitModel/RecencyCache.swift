/// What was asked for lately, within a bound.
///
/// It lies in two halves: the newer is filled until it is full and then becomes the older, which is
/// forgotten but for what somebody asks for meanwhile. So what was asked for least recently goes
/// first, without a list of what was asked for when.
package struct RecencyCache<Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let bytes: Int
    }

    private var newer: [String: Entry] = [:]
    private var older: [String: Entry] = [:]
    /// The size of the newer half.
    private var size = 0
    private let halfBytes: Int

    /// Remembers at most so many bytes, as they are told with each value.
    package init(limitBytes: Int) {
        halfBytes = limitBytes / 2
    }

    /// What was kept, nil if it is forgotten; it stays longer for having been asked for.
    package mutating func value(of key: String) -> Value? {
        if let entry = newer[key] { return entry.value }
        guard let entry = older[key] else { return nil }
        put(entry, key)
        return entry.value
    }

    /// Keeps a value in place of the one before it; what is larger than half of all room is not
    /// kept.
    package mutating func keep(_ value: Value, of key: String, bytes: Int) {
        put(Entry(value: value, bytes: bytes), key)
    }

    private mutating func put(_ entry: Entry, _ key: String) {
        guard entry.bytes <= halfBytes else { return }
        if size + entry.bytes > halfBytes {
            (older, newer) = (newer, [:])
            size = 0
        }
        let before = newer.updateValue(entry, forKey: key)
        size += entry.bytes - (before?.bytes ?? 0)
    }
}
