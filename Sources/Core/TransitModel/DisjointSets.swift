/// Disjoint sets of numbers (union-find with path halving).
package struct DisjointSets {
    private var parents: [UInt32]

    /// Puts each number below `count` into a set of its own.
    package init(_ count: Int) {
        parents = (0..<UInt32(count)).map { $0 }
    }

    /// Returns the smallest number in the set that contains `number`.
    package func root(of number: UInt32) -> UInt32 {
        var number = number
        while parents[Int(number)] != number { number = parents[Int(number)] }
        return number
    }

    /// Merges the sets that contain the two numbers.
    package mutating func join(_ first: UInt32, _ second: UInt32) {
        let (left, right) = (shortened(first), shortened(second))
        parents[Int(max(left, right))] = min(left, right)
    }

    private mutating func shortened(_ number: UInt32) -> UInt32 {
        var number = number
        while parents[Int(number)] != number {
            parents[Int(number)] = parents[Int(parents[Int(number)])]
            number = parents[Int(number)]
        }
        return number
    }
}
