import OSMPBF

/// A graph under construction: ways split into unordered edges at their junctions.
struct GraphDraft {
    /// The row of each vertex in the node table.
    private(set) var vertexNodes: [UInt32] = []
    private(set) var from: [UInt32] = []
    private(set) var to: [UInt32] = []
    private(set) var ways: [UInt32] = []
    /// The end of each edge's points in `points`.
    private(set) var pointEnds: [Int] = []
    /// Rows in the node table.
    private(set) var points: [UInt32] = []
    /// The vertex of each row in the node table; `.max` for none.
    private var vertices: [UInt32]
    /// The vertices above those, by the row and the number of the storey.
    private var upperVertices: [UInt64: UInt32] = [:]

    init(_ ways: some GraphWays) {
        let count = ways.positions.ids.count
        vertices = [UInt32](repeating: .max, count: count)
        let rows = ways.positions.rows(of: ways.nodes)
        let isVertex = Self.vertexRows(ways, rows: rows)
        var start = 0
        for (way, end) in ways.ends.enumerated() {
            add(rows[start..<end], of: UInt32(way), ways, isVertex)
            start = end
        }
    }

    /// Marks the rows at junctions and ends of ways, and those with traits.
    ///
    /// A way also ends at a node that no extract has.
    private static func vertexRows(_ ways: some GraphWays, rows: [UInt32]) -> [Bool] {
        var isVertex = [Bool](repeating: false, count: ways.positions.ids.count)
        var isUsed = isVertex
        for row in ways.nodeTraits.keys { isVertex[row] = true }
        var start = 0
        for end in ways.ends {
            var wasKnown = false
            for index in start..<end {
                let row = Int(rows[index])
                let isKnown = ways.positions.isKnown(row)
                if isKnown != wasKnown { isVertex[isKnown ? row : Int(rows[index - 1])] = true }
                if isUsed[row] { isVertex[row] = true }
                isUsed[row] = true
                wasKnown = isKnown
            }
            if wasKnown { isVertex[Int(rows[end - 1])] = true }
            start = end
        }
        return isVertex
    }

    private mutating func add(
        _ rows: ArraySlice<UInt32>, of way: UInt32, _ ways: some GraphWays, _ isVertex: [Bool]
    ) {
        var first: UInt32?
        for row in rows {
            guard ways.positions.isKnown(Int(row)) else {
                first = nil
                points.removeLast(points.count - (pointEnds.last ?? 0))
                continue
            }
            points.append(row)
            guard isVertex[Int(row)] else { continue }
            if let first, points.count - (pointEnds.last ?? 0) > 1 {
                from.append(vertex(first, ways.storey(of: Int(way), at: first)))
                to.append(vertex(row, ways.storey(of: Int(way), at: row)))
                self.ways.append(way)
                pointEnds.append(points.count)
                points.append(row)
            }
            first = row
        }
        points.removeLast(points.count - (pointEnds.last ?? 0))
    }

    private mutating func vertex(_ row: UInt32, _ storey: UInt8) -> UInt32 {
        let next = UInt32(vertexNodes.count)
        if storey > 0 {
            let key = UInt64(row) << 8 | UInt64(storey)
            if let known = upperVertices[key] { return known }
            upperVertices[key] = next
        } else {
            if vertices[Int(row)] != .max { return vertices[Int(row)] }
            vertices[Int(row)] = next
        }
        vertexNodes.append(row)
        return next
    }

    /// The points of an edge as rows in the node table.
    func points(of edge: Int) -> ArraySlice<UInt32> {
        points[(edge == 0 ? 0 : pointEnds[edge - 1])..<pointEnds[edge]]
    }
}
