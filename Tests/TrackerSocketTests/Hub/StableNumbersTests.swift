import Testing

import Timetables

@Suite struct StableNumbersTests {
    @Test func `ids that are small whole numbers stay, others become some`() {
        let ids = ["5", "2147483647", "2147483648", "007", "0", "-1", "red", "blue"]
        let numbers = StableNumbers(ids.map { ($0, $0) }).numbers
        #expect(numbers["5"] == 5)
        #expect(numbers["2147483647"] == 2_147_483_647)
        #expect(Set(numbers.values).count == ids.count)
        #expect(numbers.values.allSatisfy { (1...0x7fff_ffff).contains($0) })
        // Other lines change nothing.
        #expect(StableNumbers([("red", "red")]).numbers["red"] == numbers["red"])
    }
}
