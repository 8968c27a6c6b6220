import TransitModel

/// A dictionary with a maximum number of entries, which removes outdated ones when it is full.
///
/// It looks for them at most every ``sweepSeconds``, because that passes through all entries: done
/// for each new key while all entries are recent, the work would grow with the product of both
/// numbers.
struct ExpiringTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The shortest time between two sweeps, in seconds.
    static var sweepSeconds: Double { 30 }

    private let maximum: Int
    /// The age from which an entry is outdated, in seconds.
    private let seconds: Double
    private let time: @Sendable (Value) -> UnixTime
    private var values: [Key: Value] = [:]
    private var sweptAt: UnixTime?

    /// Creates an empty table of at most `maximum` entries, which are outdated once they are older
    /// than `seconds`; `time` returns when an entry was last confirmed.
    init(maximum: Int, seconds: Double, time: @escaping @Sendable (Value) -> UnixTime) {
        self.maximum = maximum
        self.seconds = seconds
        self.time = time
    }

    /// The value of a key, outdated or not; nil if there is none.
    subscript(key: Key) -> Value? { values[key] }

    /// Sets the value of a key, unless the key is new and there is no room.
    mutating func set(_ value: Value, for key: Key, at now: UnixTime) {
        if values.count >= maximum, values[key] == nil {
            sweep(at: now)
            guard values.count < maximum else { return }
        }
        values[key] = value
    }

    mutating func remove(_ key: Key) {
        if !values.isEmpty { values[key] = nil }
    }

    private mutating func sweep(at now: UnixTime) {
        if let sweptAt, now.seconds(since: sweptAt) < Self.sweepSeconds { return }
        sweptAt = now
        values = values.filter { now.seconds(since: time($0.value)) <= seconds }
    }
}
