import TransitModel

/// The positions of selected nodes, found by merging their sorted ids with the extract's.
///
/// It takes 16 bytes per node and no hash table. Several extracts may be read in turn; a node in
/// several of them keeps its first position.
package struct NodePositions: Sendable {
    /// The ids, ascending and unique.
    package let ids: [Int64]
    /// Degrees north times ten million; `Int32.min` if no extract has the node.
    package private(set) var latitudes: [Int32]
    /// Degrees east times ten million; `Int32.min` if no extract has the node.
    package private(set) var longitudes: [Int32]

    /// Sorts the ids, which may be unordered and repeated, in O(n log n).
    package init(of ids: consuming [Int64]) {
        ids.sort()
        var count = 0
        for row in ids.indices where count == 0 || ids[row] != ids[count - 1] {
            ids[count] = ids[row]
            count += 1
        }
        ids.removeLast(ids.count - count)
        latitudes = [Int32](repeating: .min, count: count)
        longitudes = latitudes
        self.ids = ids
    }

    /// Reads the positions from an extract, unpacking each block with nodes once.
    ///
    /// - Parameters:
    ///   - extract: The file to read.
    ///   - visit: Called with each block that has nodes, for callers that also need their tags.
    /// - Throws: ``ExtractError`` if a block is damaged or the nodes are not sorted by id.
    package mutating func read(
        _ extract: Extract,
        visit: (ExtractBlock) throws(ExtractError) -> Void = { _ throws(ExtractError) in }
    ) throws(ExtractError) {
        var blocks = try extract.blocks(of: .node)
        var columns = NodeColumns()
        var row = 0
        var previous = Int64.min
        while let block = try blocks.nextBlock() {
            try block.readNodes(into: &columns)
            try visit(block)
            for node in columns.ids.indices {
                let id = columns.ids[node]
                guard id > previous else {
                    throw ExtractError(.unsorted, path: extract.path, offset: block.offset)
                }
                previous = id
                while row < ids.count, ids[row] < id { row += 1 }
                guard row < ids.count, ids[row] == id, latitudes[row] == .min else { continue }
                latitudes[row] = columns.latitudes[node]
                longitudes[row] = columns.longitudes[node]
            }
        }
    }

    /// The row of a node, found in O(log n); nil if its id is not among ``ids``.
    package func row(of id: Int64) -> Int? {
        let row = ids.partitioningIndex { $0 >= id }
        return row < ids.count && ids[row] == id ? row : nil
    }

    /// The rows of nodes in any order; 0 for an id that is not among ``ids``.
    ///
    /// Nodes of one way often have consecutive ids, so each search starts at the previous row.
    package func rows(of nodes: [Int64]) -> [UInt32] {
        var low = 0
        return nodes.map { id in
            var high = low
            var step = 1
            if low < ids.count, ids[low] < id {
                while high < ids.count, ids[high] < id {
                    low = high
                    high += step
                    step *= 2
                }
            } else {
                while low > 0, low >= ids.count || ids[low] >= id {
                    high = low
                    low = max(0, low - step)
                    step *= 2
                }
            }
            low = ids[low..<min(high + 1, ids.count)].partitioningIndex { $0 >= id }
            return low < ids.count && ids[low] == id ? UInt32(low) : 0
        }
    }

    /// Whether an extract has the node of a row.
    package func isKnown(_ row: Int) -> Bool { latitudes[row] != .min }
}
