extension RandomAccessCollection {
    /// Returns the first index at which the condition holds, or the end index if it holds nowhere.
    ///
    /// Binary search: the elements for which the condition holds must come after all others. Named
    /// as in swift-algorithms.
    /// - Complexity: O(log n) calls of the condition.
    @inlinable
    package func partitioningIndex<Failure: Error>(
        where holds: (Element) throws(Failure) -> Bool
    ) throws(Failure) -> Index {
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
