package import FileMapping
package import StreetsFile

/// The roads, railways and ferries of a region, as memory-mapped columns.
///
/// The columns are those of a ``StreetGraph`` and are validated when the graph is opened.
package struct VehicleGraph: Sendable {
    let vertexPoints: MappedColumn<FixedPoint>
    let firstArcs: MappedColumn<UInt32>
    /// Twice the edge, plus one against its direction: the number of a directed edge.
    let arcEdges: MappedColumn<UInt32>
    let edgeFrom: MappedColumn<UInt32>
    let edgeTo: MappedColumn<UInt32>
    let edgeCentimetres: MappedColumn<UInt32>
    let edgeTraits: MappedColumn<UInt16>
    let firstPoints: MappedColumn<UInt32>
    let points: MappedColumn<FixedPoint>
    private let boxes: MappedColumn<FixedBox>
    private let levelStarts: [Int]

    /// Opens the graph of a file; nil if the file has none.
    ///
    /// - Throws: `StreetsFileError.damaged(path:part:)` if it is damaged.
    /// - Complexity: Linear in the size of the graph.
    package init?(_ file: StreetsFile) throws(StreetsFileError) {
        guard file.contains(.vehicles) else { return nil }
        let slice = try file.section(.vehicles)
        do {
            try self.init(section: slice)
        } catch {
            throw .damaged(path: file.path, part: SectionName.vehicles.rawValue)
        }
    }

    /// Opens a graph from the bytes of its section.
    ///
    /// - Throws: ``DamagedGraph`` if a column is missing or inconsistent with others.
    package init(section slice: MappedSlice) throws(DamagedGraph) {
        let section = try GraphSection(slice)
        vertexPoints = try section.column(.vertexPoints)
        firstArcs = try section.column(.firstArcs, count: vertexPoints.count + 1)
        arcEdges = try section.column(.arcEdges)
        edgeFrom = try section.column(.edgeFrom)
        let edges = edgeFrom.count
        edgeTo = try section.column(.edgeTo, count: edges)
        edgeCentimetres = try section.column(.edgeCentimetres, count: edges)
        edgeTraits = try section.column(.edgeTraits, count: edges)
        firstPoints = try section.column(.firstPoints, count: edges + 1)
        points = try section.column(.points)
        levelStarts = EdgeTree.levelStarts(edges: edges)
        boxes = try section.column(.boxes, count: levelStarts.last ?? 0)
        guard isSound else { throw DamagedGraph() }
    }

    /// Whether all indices are within their columns and each arc leaves its vertex.
    private var isSound: Bool {
        guard firstArcs.ascends(to: arcEdges.count, step: 0),
            firstPoints.ascends(to: points.count, step: 2),
            edgeFrom.buffer.allSatisfy({ Int($0) < vertexPoints.count }),
            edgeTo.buffer.allSatisfy({ Int($0) < vertexPoints.count })
        else { return false }
        for vertex in 0..<vertexPoints.count {
            for arc in Int(firstArcs[vertex])..<Int(firstArcs[vertex + 1]) {
                let edge = Int(arcEdges[arc] >> 1)
                guard edge < edgeFrom.count else { return false }
                let start = arcEdges[arc] & 1 == 1 ? edgeTo[edge] : edgeFrom[edge]
                guard start == UInt32(vertex) else { return false }
            }
        }
        return true
    }

    /// The number of edges.
    package var edgeCount: Int { edgeFrom.count }

    /// The vertex at the end of a directed edge.
    func head(_ directed: Int) -> Int {
        Int(directed & 1 == 1 ? edgeFrom[directed >> 1] : edgeTo[directed >> 1])
    }

    func traits(_ directed: Int) -> VehicleTraits {
        VehicleTraits(rawValue: edgeTraits[directed >> 1])
    }

    func metres(_ directed: Int) -> Double { Double(edgeCentimetres[directed >> 1]) / 100 }

    /// The points of a directed edge in its direction, at least two.
    func line(_ directed: Int) -> [FixedPoint] {
        let edge = directed >> 1
        let line = Array(points.buffer[Int(firstPoints[edge])..<Int(firstPoints[edge + 1])])
        return directed & 1 == 1 ? line.reversed() : line
    }

    /// Calls `body` with each edge whose bounding box is within some metres of a place.
    func forEachEdge(
        near plane: FixedPlane, metres limit: Double, _ body: (Int) -> Void
    ) {
        guard edgeCount > 0 else { return }
        var open = [boxes.count - 1]
        while let node = open.popLast() {
            let box = boxes[node]
            let latitude = max(box.south, min(box.north, plane.origin.latitude))
            let longitude = max(box.west, min(box.east, plane.origin.longitude))
            let (x, y) = plane.offset(latitude, longitude)
            guard x * x + y * y <= limit * limit else { continue }
            guard node >= edgeCount else {
                body(node)
                continue
            }
            let level = (levelStarts.firstIndex { $0 > node } ?? levelStarts.count) - 1
            let first = levelStarts[level - 1] + (node - levelStarts[level]) * EdgeTree.fanout
            open += first..<min(first + EdgeTree.fanout, levelStarts[level])
        }
    }
}

extension MappedColumn<UInt32> {
    /// Whether the values ascend from 0 to `end`, by at least `step`.
    func ascends(to end: Int, step: UInt32) -> Bool {
        guard count > 0, self[0] == 0, Int(self[count - 1]) == end else { return false }
        return buffer.indices.dropFirst().allSatisfy {
            buffer[$0] >= buffer[$0 - 1] &+ step && buffer[$0] >= buffer[$0 - 1]
        }
    }
}
