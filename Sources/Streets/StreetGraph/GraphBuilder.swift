import OSMPBF
package import StreetsFile
package import TransitModel

/// Ways that are split at their junctions into the edges of a graph.
protocol GraphWays {
    /// The concatenated nodes of all ways.
    var nodes: [Int64] { get }
    /// The end of each way's nodes.
    var ends: [Int] { get }
    var positions: NodePositions { get }
    /// The traits of nodes that have any, by row of `positions`.
    var nodeTraits: [Int: VertexTraits] { get }
    /// The different names of ways; the first is empty.
    var names: [String] { get }

    /// The stored bits of a way's traits.
    func traits(of way: Int) -> UInt16
    /// The index of a way's name in `names`; 0 for none.
    func nameNumber(of way: Int) -> UInt32
    /// A number that differs between ways that do not meet at the node which they share; usually 0.
    func storey(of way: Int, at row: UInt32) -> UInt8
    /// The stored bits of what a way is for bicycles.
    func cycling(of way: Int) -> UInt8
    /// The levels of a way; nil if they are not known.
    func levels(of way: Int) -> LevelRange?
    /// The platform of a way, as an index of `platformReferences`; nil for none.
    func platform(of way: Int) -> UInt32?
    /// The references of each platform, separated by semicolons.
    var platformReferences: [String] { get }
    /// Whether an edge has an arc in the direction of its points, or against it if `isTurned`.
    static func isOpen(_ traits: UInt16, isTurned: Bool) -> Bool
}

extension GraphWays {
    func storey(of way: Int, at row: UInt32) -> UInt8 { 0 }
    func cycling(of way: Int) -> UInt8 { 0 }
    func levels(of way: Int) -> LevelRange? { nil }
    func platform(of way: Int) -> UInt32? { nil }
    var platformReferences: [String] { [] }
}

/// Builds the columns of a graph from ways and writes them as a section.
///
/// Vertices and edges are numbered along a Hilbert curve. It takes some 150 bytes per edge.
package struct GraphBuilder {
    /// The number of vertices.
    package var vertices: Int { vertexPoints.count }
    /// The number of edges.
    package var edges: Int { edgeFrom.count }
    /// The bounding box of all points; nil without edges.
    package private(set) var box: BoundingBox?

    var vertexPoints: [FixedPoint] = []
    var vertexTraits: [UInt8] = []
    var firstArcs: [UInt32] = []
    var arcTargets: [UInt32] = []
    var arcEdges: [UInt32] = []
    var arcCentimetres: [UInt32] = []
    var arcTraits: [UInt16] = []
    var edgeFrom: [UInt32] = []
    var edgeTo: [UInt32] = []
    var edgeCentimetres: [UInt32] = []
    var edgeTraits: [UInt16] = []
    var edgeCycling: [UInt8] = []
    var edgeNames: [UInt32] = []
    var firstPoints: [UInt32] = [0]
    var points: [FixedPoint] = []
    /// The edges of known level, ascending, with their levels.
    private var edgeLevels: [(edge: UInt32, levels: LevelRange)] = []
    /// The edges of platforms that have references.
    private var platformEdges: [(platform: UInt32, edge: UInt32)] = []
    private let platformReferences: [String]
    private let names: [String]

    /// Splits walkable ways at their junctions and builds the columns.
    package init(_ ways: WalkableWays) {
        self.init(ways: ways)
    }

    /// Splits the ways of vehicles at their junctions and builds the columns.
    package init(_ ways: VehicleWays) {
        self.init(ways: ways)
    }

    private init<Ways: GraphWays>(ways: Ways) {
        names = ways.names
        platformReferences = ways.platformReferences
        let draft = GraphDraft(ways)
        layOutVertices(draft, ways)
        layOutEdges(draft, ways)
        layOutArcs(isOpen: Ways.isOpen)
        if let boxes = EdgeTree.boxes(points: points, firstPoints: firstPoints).last {
            box = BoundingBox(
                west: Double(boxes.west) / 1e7, south: Double(boxes.south) / 1e7,
                east: Double(boxes.east) / 1e7, north: Double(boxes.north) / 1e7)
        }
    }

    /// The final number of each vertex of the draft.
    private var order: [UInt32] = []

    private static func point(_ row: UInt32, _ ways: some GraphWays) -> FixedPoint {
        FixedPoint(
            latitude: ways.positions.latitudes[Int(row)],
            longitude: ways.positions.longitudes[Int(row)])
    }

    private static func sorted(_ keys: [UInt64]) -> [UInt32] {
        (0..<UInt32(keys.count)).sorted { (keys[Int($0)], $0) < (keys[Int($1)], $1) }
    }

    private mutating func layOutVertices(_ draft: GraphDraft, _ ways: some GraphWays) {
        let keys = draft.vertexNodes.map { HilbertCurve.position(Self.point($0, ways)) }
        let sorted = Self.sorted(keys)
        order = [UInt32](repeating: 0, count: sorted.count)
        vertexPoints.reserveCapacity(sorted.count)
        vertexTraits.reserveCapacity(sorted.count)
        for (vertex, old) in sorted.enumerated() {
            order[Int(old)] = UInt32(vertex)
            let row = draft.vertexNodes[Int(old)]
            vertexPoints.append(Self.point(row, ways))
            vertexTraits.append(ways.nodeTraits[Int(row)]?.rawValue ?? 0)
        }
    }

    private mutating func layOutEdges(_ draft: GraphDraft, _ ways: some GraphWays) {
        let keys = draft.from.indices.map { edge in
            let rows = draft.points(of: edge)
            return HilbertCurve.position(
                Self.point(rows[rows.startIndex + rows.count / 2], ways))
        }
        points.reserveCapacity(draft.points.count)
        for old in Self.sorted(keys).map(Int.init) {
            var metres = 0.0
            var previous: FixedPoint?
            for row in draft.points(of: old) {
                let point = Self.point(row, ways)
                if let previous { metres += previous.distanceMetres(to: point) }
                previous = point
                points.append(point)
            }
            firstPoints.append(UInt32(points.count))
            edgeFrom.append(order[Int(draft.from[old])])
            edgeTo.append(order[Int(draft.to[old])])
            // A way longer than the Earth's circumference is a mapping error.
            edgeCentimetres.append(UInt32(min(4e9, (metres * 100).rounded())))
            let way = Int(draft.ways[old])
            edgeTraits.append(ways.traits(of: way))
            edgeCycling.append(ways.cycling(of: way))
            edgeNames.append(ways.nameNumber(of: way))
            let edge = UInt32(edgeTraits.count - 1)
            if let levels = ways.levels(of: way) { edgeLevels.append((edge, levels)) }
            if let platform = ways.platform(of: way) { platformEdges.append((platform, edge)) }
        }
        order = []
    }

    private mutating func layOutArcs(isOpen: (UInt16, Bool) -> Bool) {
        var counts = [UInt32](repeating: 0, count: vertexPoints.count + 1)
        func forEachArc(_ body: (_ from: Int, _ to: UInt32, _ edge: Int, _ turned: UInt32) -> Void)
        {
            for edge in edgeFrom.indices {
                if isOpen(edgeTraits[edge], false) {
                    body(Int(edgeFrom[edge]), edgeTo[edge], edge, 0)
                }
                if isOpen(edgeTraits[edge], true) {
                    body(Int(edgeTo[edge]), edgeFrom[edge], edge, 1)
                }
            }
        }
        forEachArc { from, _, _, _ in counts[from + 1] += 1 }
        for vertex in vertexPoints.indices { counts[vertex + 1] += counts[vertex] }
        let total = Int(counts.last ?? 0)
        var next = counts
        var (targets, edges) = ([UInt32](repeating: 0, count: total), [UInt32]())
        edges = targets
        forEachArc { from, to, edge, turned in
            let arc = Int(next[from])
            next[from] += 1
            targets[arc] = to
            edges[arc] = UInt32(edge) << 1 | turned
        }
        firstArcs = counts
        arcTargets = targets
        arcEdges = edges
        arcCentimetres = edges.map { edgeCentimetres[Int($0 >> 1)] }
        arcTraits = edges.map { edgeTraits[Int($0 >> 1)] }
    }

    /// Writes the columns that a ``VehicleGraph`` reads to the current section of a file.
    ///
    /// - Throws: `StreetsFileError` if the disk is full or fails.
    package func writeVehicles(to writer: StreetsFileWriter) throws(StreetsFileError) {
        var section = GraphSectionWriter()
        section.add(.vertexPoints, vertexPoints)
        section.add(.firstArcs, firstArcs)
        section.add(.arcEdges, arcEdges)
        section.add(.edgeFrom, edgeFrom)
        section.add(.edgeTo, edgeTo)
        section.add(.edgeCentimetres, edgeCentimetres)
        section.add(.edgeTraits, edgeTraits)
        section.add(.firstPoints, firstPoints)
        section.add(.points, points)
        section.add(.boxes, EdgeTree.boxes(points: points, firstPoints: firstPoints))
        try section.write(to: writer)
    }

    /// Writes the columns that a ``StreetGraph`` reads to the current section of a file.
    ///
    /// - Throws: `StreetsFileError` if the disk is full or fails.
    package func write(to writer: StreetsFileWriter) throws(StreetsFileError) {
        var section = GraphSectionWriter()
        section.add(.vertexPoints, vertexPoints)
        section.add(.vertexTraits, vertexTraits)
        section.add(.firstArcs, firstArcs)
        section.add(.arcTargets, arcTargets)
        section.add(.arcEdges, arcEdges)
        section.add(.arcCentimetres, arcCentimetres)
        section.add(.arcTraits, arcTraits)
        section.add(.edgeFrom, edgeFrom)
        section.add(.edgeTo, edgeTo)
        section.add(.edgeCentimetres, edgeCentimetres)
        section.add(.edgeTraits, edgeTraits)
        section.add(.edgeNames, edgeNames)
        section.add(.firstPoints, firstPoints)
        section.add(.points, points)
        let components = WalkProfile.allCases.map { GraphComponents(self, profile: $0) }
        section.add(.footComponents, components[0].ofEdges)
        section.add(.wheelchairComponents, components[1].ofEdges)
        section.add(.edgeCycling, edgeCycling)
        section.add(.bicycleComponents, components[2].ofEdges)
        section.add(.componentLimits, components.map(\.limit))
        section.add(names, as: (.nameOffsets, .nameBytes))
        section.add(.levelEdges, edgeLevels.map(\.edge))
        section.add(.levelRanges, edgeLevels.map(\.levels))
        let platforms = platformEdges.sorted { $0 < $1 }
        var firsts = [UInt32](repeating: 0, count: platformReferences.count + 1)
        for (platform, _) in platforms { firsts[Int(platform) + 1] += 1 }
        for platform in platformReferences.indices { firsts[platform + 1] += firsts[platform] }
        section.add(.firstPlatformEdges, firsts)
        section.add(.platformEdges, platforms.map(\.edge))
        section.add(platformReferences, as: (.referenceOffsets, .referenceBytes))
        section.add(.boxes, EdgeTree.boxes(points: points, firstPoints: firstPoints))
        try section.write(to: writer)
    }
}
