/// A set of locations as bits, which iterates in ascending order.
///
/// Its owner frees it with ``deallocate()``.
struct LocationSet {
    private let bits: WorkTable<UInt64>
    /// A multiple of four.
    private let wordCount: Int

    init(_ locationCount: Int) {
        wordCount = (locationCount + 255) / 256 * 4
        bits = WorkTable(repeating: 0, count: wordCount)
    }

    func deallocate() {
        bits.deallocate()
    }

    @inline(__always)
    func insert(_ location: Int) { bits.insert(location) }

    var isEmpty: Bool {
        for word in stride(from: 0, to: wordCount, by: 4) where !areEmpty(word) { return false }
        return true
    }

    /// Whether four adjacent words are empty, as most are in a search for one of many departures.
    @inline(__always)
    private func areEmpty(_ word: Int) -> Bool {
        bits[word] | bits[word &+ 1] | bits[word &+ 2] | bits[word &+ 3] == 0
    }

    func removeAll() { bits.fill(0, count: wordCount) }

    /// Empties the set and calls `body`, which must not change it, with each former member in
    /// ascending order.
    @inline(__always)
    func drain(_ body: (Int) -> Void) {
        drain(addingTo: nil, body)
    }

    /// Moves all members to another set, to which `body` may add more, and calls `body` with each
    /// in ascending order.
    @inline(__always)
    func drain(addingTo other: LocationSet?, _ body: (Int) -> Void) {
        var word = 0
        while word < wordCount {
            if word & 3 == 0, areEmpty(word) {
                word &+= 4
                continue
            }
            var rest = bits[word]
            bits[word] = 0
            if let other { other.bits[word] |= rest }
            while rest != 0 {
                body(word &<< 6 | rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
            word &+= 1
        }
    }
}
