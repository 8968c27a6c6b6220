/// Sets of numbers that are joined (union-find, with path halving).
package struct DisjointSets {
    private var parents: [UInt32]

    /// Each number below `count` in a set of its own.
    package init(_ count: Int) {
        parents = (0..<UInt32(count)).map { $0 }
    }

    /// The smallest number of the set that a number is in.
    package func root(of number: UInt32) -> UInt32 {
        var number = number
        while parents[Int(number)] != number { number = parents[Int(number)] }
        return number
    }

    /// Makes one set of the sets that two numbers are in.
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
