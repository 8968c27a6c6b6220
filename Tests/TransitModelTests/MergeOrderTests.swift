import Testing

@testable import TransitModel

@Suite struct MergeOrderTests {
    /// Sorts with `MergeOrder`, and counts the comparisons.
    private func sorted(_ keys: [Int]) -> (numbers: [Int], comparisons: Int) {
        var order = MergeOrder(count: keys.count)
        var comparisons = 0
        while let pair = order.pair {
            comparisons += 1
            order.advance(swapping: keys[pair.second] < keys[pair.first])
        }
        return (order.numbers, comparisons)
    }

    @Test(arguments: Array(0...40) + [1000])
    func `numbers are ordered as the standard library's stable sort orders them`(count: Int) {
        var random = SeededRandom(seed: UInt64(count))
        for range in [1, 3, 10, 10_000] {
            let keys = (0..<count).map { _ in Int(random.next() % UInt64(range)) }
            let expected = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
            #expect(sorted(keys).numbers == expected)
        }
    }

    @Test func `elements in order are compared about once`() {
        #expect(sorted(Array(0..<1024)).comparisons < 1100)
    }
}
