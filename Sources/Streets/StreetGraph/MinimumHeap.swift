/// A heap with four children per node that returns its smallest number first.
struct MinimumHeap {
    private var values: [UInt64] = []

    /// The smallest number; nil if the heap is empty.
    var minimum: UInt64? { values.first }

    mutating func removeAll() { values.removeAll(keepingCapacity: true) }

    mutating func insert(_ value: UInt64) {
        values.append(value)
        var hole = values.count - 1
        while hole > 0 {
            let parent = (hole - 1) >> 2
            if values[parent] <= value { break }
            values[hole] = values[parent]
            hole = parent
        }
        values[hole] = value
    }

    /// Removes the smallest number; nil if the heap is empty.
    mutating func popMinimum() -> UInt64? {
        guard let first = values.first, let last = values.popLast() else { return nil }
        guard !values.isEmpty else { return first }
        var hole = 0
        while true {
            let children = hole * 4 + 1
            guard children < values.count else { break }
            var smallest = children
            for child in children..<min(children + 4, values.count)
            where values[child] < values[smallest] {
                smallest = child
            }
            if values[smallest] >= last { break }
            values[hole] = values[smallest]
            hole = smallest
        }
        values[hole] = last
        return first
    }
}
