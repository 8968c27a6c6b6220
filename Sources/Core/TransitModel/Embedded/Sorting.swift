#if hasFeature(Embedded)

// The standard library's sorts by their names, with `MergeOrder`: theirs take 4 to 10 kB for each
// type of element and order. Both are stable, so both builds find the same order.

extension Array {
    /// Sorts the array; elements of which neither is before the other keep their order.
    package mutating func sort(by isBefore: (Element, Element) -> Bool) {
        var order = MergeOrder(count: count)
        while let pair = order.pair {
            order.advance(swapping: isBefore(self[pair.second], self[pair.first]))
        }
        self = order.numbers.map { self[$0] }
    }
}

extension Array where Element: Comparable {
    /// Sorts the array; equal elements keep their order.
    package mutating func sort() { sort(by: { $0 < $1 }) }
}

extension Sequence {
    /// Returns the elements in an order.
    package func sorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
        var elements = Array(self)
        elements.sort(by: isBefore)
        return elements
    }
}

extension Sequence where Element: Comparable {
    /// Returns the elements in ascending order.
    package func sorted() -> [Element] { sorted(by: { $0 < $1 }) }
}

#endif
