/// A set of locations as bits, which iterates in ascending order.
///
/// Its owner frees it with ``deallocate()``.
struct LocationSet {
    private let bits: WorkTable<UInt64>
    private let wordCount: Int

    init(_ locationCount: Int) {
        wordCount = (locationCount + 63) / 64
        bits = WorkTable(repeating: 0, count: wordCount)
    }

    func deallocate() {
        bits.deallocate()
    }

    @inline(__always)
    func insert(_ location: Int) { bits.insert(location) }

    var isEmpty: Bool {
        for word in 0..<wordCount where bits[word] != 0 { return false }
        return true
    }

    func removeAll() { bits.fill(0, count: wordCount) }

    /// Empties the set and calls `body`, which must not change it, with each former member in
    /// ascending order.
    @inline(__always)
    func takeAll(_ body: (Int) -> Void) {
        takeAll(addingTo: nil, body)
    }

    /// Moves all members to another set, to which `body` may add more, and calls `body` with each
    /// in ascending order.
    @inline(__always)
    func takeAll(addingTo other: LocationSet?, _ body: (Int) -> Void) {
        for word in 0..<wordCount {
            var rest = bits[word]
            guard rest != 0 else { continue }
            bits[word] = 0
            if let other { other.bits[word] |= rest }
            while rest != 0 {
                body(word &<< 6 | rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }
}
