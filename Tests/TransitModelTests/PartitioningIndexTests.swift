import Testing

@testable import TransitModel

@Suite struct PartitioningIndexTests {
    @Test(arguments: 0...20)
    func `it is where a condition begins to hold, asked about a few places only`(count: Int) {
        for first in 0...count {
            var asked: [Int] = []
            let place = (0..<count).partitioningIndex {
                asked.append($0)
                return $0 >= first
            }
            #expect(place == first)
            // 20 can be halved four times before one is left.
            #expect(asked.count <= 5)
        }
    }

    @Test func `places of a slice are those of the whole`() {
        let numbers = [1, 2, 4, 8, 16, 32]
        #expect(numbers[2...].partitioningIndex { $0 > 8 } == 4)
        #expect(numbers[2..<4].partitioningIndex { $0 > 8 } == 4)
        #expect(numbers[2...].partitioningIndex { $0 > 0 } == 2)
    }
}
