extension RandomAccessCollection {
    /// The first place from which on a condition holds; the end if it holds nowhere.
    ///
    /// Found by halving: elements of which it holds come after all of which it does not. Named as
    /// in swift-algorithms.
    /// - Complexity: the condition is asked about as often as the count can be halved.
    @inlinable
    package func partitioningIndex(where holds: (Element) throws -> Bool) rethrows -> Index {
        var low = startIndex
        var size = count
        while size > 0 {
            let half = size / 2
            let middle = index(low, offsetBy: half)
            if try holds(self[middle]) {
                size = half
            } else {
                low = index(after: middle)
                size -= half + 1
            }
        }
        return low
    }
}
