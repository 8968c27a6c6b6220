package import FileMapping
package import StreetsFile
import TransitModel

/// The section is not a valid graph.
package struct DamagedGraph: Error {}

/// The walkable ways of a region, as memory-mapped columns.
///
/// An edge is the part of a way between two vertices, which are junctions or ends of ways. Vertices
/// and edges are numbered along a Hilbert curve. The columns are validated when the graph is
/// opened, so searches need no checks.
package struct StreetGraph: Sendable {
    let vertexPoints: MappedColumn<FixedPoint>
    let vertexTraits: MappedColumn<UInt8>
    let firstArcs: MappedColumn<UInt32>
    let arcTargets: MappedColumn<UInt32>
    let arcEdges: MappedColumn<UInt32>
    let arcCentimetres: MappedColumn<UInt32>
    let arcTraits: MappedColumn<UInt16>
    let edgeFrom: MappedColumn<UInt32>
    let edgeTo: MappedColumn<UInt32>
    let edgeCentimetres: MappedColumn<UInt32>
    let edgeTraits: MappedColumn<UInt16>
    let edgeCycling: MappedColumn<CyclingTraits>
    let edgeNames: MappedColumn<UInt32>
    let firstPoints: MappedColumn<UInt32>
    let points: MappedColumn<FixedPoint>
    let boxes: MappedColumn<FixedBox>
    let levelStarts: [Int]
    private let footComponents: MappedColumn<UInt32>
    private let wheelchairComponents: MappedColumn<UInt32>
    private let bicycleComponents: MappedColumn<UInt32>
    private let componentLimits: MappedColumn<UInt32>
    private let nameOffsets: MappedColumn<UInt32>
    private let nameBytes: MappedColumn<UInt8>
    let levelEdges: MappedColumn<UInt32>
    let levelRanges: MappedColumn<LevelRange>
    let platforms: PlatformIndex

    /// Opens the graph of a file.
    ///
    /// - Throws: `StreetsFileError` if the file has no graph or it is damaged.
    /// - Complexity: Linear in the size of the graph.
    package init(_ file: StreetsFile) throws(StreetsFileError) {
        let slice = try file.section(.graph)
        do {
            try self.init(section: slice)
        } catch {
            throw .damaged(path: file.path, part: SectionName.graph.rawValue)
        }
    }

    /// Opens a graph from the bytes of its section.
    ///
    /// - Throws: ``DamagedGraph`` if a column is missing or inconsistent with others.
    package init(section slice: MappedSlice) throws(DamagedGraph) {
        let section = try GraphSection(slice)
        vertexPoints = try section.column(.vertexPoints)
        vertexTraits = try section.column(.vertexTraits, count: vertexPoints.count)
        firstArcs = try section.column(.firstArcs, count: vertexPoints.count + 1)
        arcTargets = try section.column(.arcTargets)
        let arcs = arcTargets.count
        arcEdges = try section.column(.arcEdges, count: arcs)
        arcCentimetres = try section.column(.arcCentimetres, count: arcs)
        arcTraits = try section.column(.arcTraits, count: arcs)
        edgeFrom = try section.column(.edgeFrom)
        let edges = edgeFrom.count
        edgeTo = try section.column(.edgeTo, count: edges)
        edgeCentimetres = try section.column(.edgeCentimetres, count: edges)
        edgeTraits = try section.column(.edgeTraits, count: edges)
        edgeCycling = try section.column(.edgeCycling, count: edges)
        edgeNames = try section.column(.edgeNames, count: edges)
        firstPoints = try section.column(.firstPoints, count: edges + 1)
        points = try section.column(.points)
        footComponents = try section.column(.footComponents, count: edges)
        wheelchairComponents = try section.column(.wheelchairComponents, count: edges)
        bicycleComponents = try section.column(.bicycleComponents, count: edges)
        componentLimits = try section.column(
            .componentLimits, count: WalkProfile.allCases.count)
        nameOffsets = try section.column(.nameOffsets)
        nameBytes = try section.column(.nameBytes)
        levelStarts = EdgeTree.levelStarts(edges: edges)
        boxes = try section.column(.boxes, count: levelStarts.last ?? 0)
        levelEdges = try section.column(.levelEdges)
        levelRanges = try section.column(.levelRanges, count: levelEdges.count)
        platforms = try PlatformIndex(section, edges: edges)
        guard isSound else { throw DamagedGraph() }
    }

    /// Whether all indices are within their columns.
    private var isSound: Bool {
        func below(_ column: MappedColumn<UInt32>, _ limit: Int) -> Bool {
            column.buffer.allSatisfy { Int($0) < limit }
        }
        return firstArcs.ascends(to: arcTargets.count, step: 0)
            && firstPoints.ascends(to: points.count, step: 2)
            && nameOffsets.ascends(to: nameBytes.count, step: 0)
            && below(arcTargets, vertexCount) && below(edgeFrom, vertexCount)
            && below(edgeTo, vertexCount) && below(edgeNames, nameOffsets.count - 1)
            && areArcsSound
    }

    /// Whether the ends of each arc are those of its edge.
    private var areArcsSound: Bool {
        for vertex in 0..<vertexCount {
            for arc in Int(firstArcs[vertex])..<Int(firstArcs[vertex + 1]) {
                let edge = Int(arcEdges[arc] >> 1)
                guard edge < edgeCount else { return false }
                let ends = (edgeFrom[edge], edgeTo[edge])
                let isTurned = arcEdges[arc] & 1 == 1
                guard (isTurned ? ends.1 : ends.0) == UInt32(vertex),
                    (isTurned ? ends.0 : ends.1) == arcTargets[arc]
                else { return false }
            }
        }
        return true
    }

    /// The number of vertices.
    package var vertexCount: Int { vertexPoints.count }

    /// The number of edges.
    package var edgeCount: Int { edgeFrom.count }

    /// The connected component of an edge; nil if the profile may not use it or it is too small.
    func component(of edge: Int, for profile: WalkProfile) -> UInt32? {
        let (number, limit) =
            switch profile {
            case .foot: (footComponents[edge], componentLimits[0])
            case .wheelchair: (wheelchairComponents[edge], componentLimits[1])
            case .bicycle: (bicycleComponents[edge], componentLimits[2])
            }
        return number < limit ? number : nil
    }

    /// The name of an edge's way; nil if it has none.
    func name(of edge: Int) -> String? {
        let number = Int(edgeNames[edge])
        let range = Int(nameOffsets[number])..<Int(nameOffsets[number + 1])
        return range.isEmpty ? nil : String(decoding: nameBytes.buffer[range], as: UTF8.self)
    }

    func traits(of edge: Int) -> EdgeTraits { EdgeTraits(rawValue: edgeTraits[edge]) }

    /// The rows of an edge's points; at least two.
    func pointRows(of edge: Int) -> Range<Int> {
        Int(firstPoints[edge])..<Int(firstPoints[edge + 1])
    }
}
