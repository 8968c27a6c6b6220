/// A set of locations as a two-level bit set: iterates in order, and is cheap to empty while
/// sparse.
///
/// Its owner frees it with ``deallocate()``.
struct TwoLevelBitSet {
    private let bits: WorkTable<UInt64>
    /// One bit for each word of `bits` that is not 0.
    private let words: WorkTable<UInt64>
    /// The number of ``words``.
    private let count: Int

    init(_ locationCount: Int) {
        let wordCount = (locationCount + 63) / 64
        bits = WorkTable(repeating: 0, count: wordCount)
        count = (wordCount + 63) / 64
        words = WorkTable(repeating: 0, count: count)
    }

    func deallocate() {
        bits.deallocate()
        words.deallocate()
    }

    @inline(__always)
    func insert(_ location: Int) {
        bits.insert(location)
        words.insert(location &>> 6)
    }

    @inline(__always)
    func contains(_ location: Int) -> Bool { bits.contains(location) }

    func removeAll() {
        takeAll { _ in }
    }

    /// Makes this set equal to another one.
    func copy(_ other: TwoLevelBitSet) {
        removeAll()
        for number in 0..<count {
            words[number] = other.words[number]
            Self.each(words[number]) { bit in
                bits[number &<< 6 | bit] = other.bits[number &<< 6 | bit]
            }
        }
    }

    /// Empties the set, then calls `body` with each former member in ascending order.
    ///
    /// `body` may insert locations again.
    @inline(__always)
    func takeAll(_ body: (Int) -> Void) {
        for number in 0..<count {
            let some = words[number]
            words[number] = 0
            Self.each(some) { bit in
                let word = number &<< 6 | bit
                let locations = bits[word]
                bits[word] = 0
                Self.each(locations) { body(word &<< 6 | $0) }
            }
        }
    }

    /// Calls `body` with each location in ascending order.
    @inline(__always)
    func forEach(_ body: (Int) -> Void) {
        for number in 0..<count {
            Self.each(words[number]) { bit in
                let word = number &<< 6 | bit
                Self.each(bits[word]) { body(word &<< 6 | $0) }
            }
        }
    }

    @inline(__always)
    private static func each(_ bits: UInt64, _ body: (Int) -> Void) {
        var rest = bits
        while rest != 0 {
            body(rest.trailingZeroBitCount)
            rest &= rest &- 1
        }
    }
}
