import TransitModel

/// The connected components of a graph for one profile, numbered by descending size.
///
/// Each vertex of a component can be reached from every other. One-way edges join two components
/// only if there is one in each direction; no walk begins or ends on them.
struct GraphComponents {
    /// The minimum number of vertices of a usable component, except the largest.
    static let minimumVertices = 50

    /// The component of each edge; `.max` for closed and one-way edges.
    private(set) var ofEdges: [UInt32]
    /// The number of usable components, which are those numbered below it.
    private(set) var limit: UInt32 = 0

    init(_ graph: GraphBuilder, profile: WalkProfile) {
        ofEdges = [UInt32](repeating: .max, count: graph.edges)
        var sets = DisjointSets(graph.vertices)
        func isOpen(_ vertex: UInt32) -> Bool {
            profile.passes(VertexTraits(rawValue: graph.vertexTraits[Int(vertex)]))
        }
        var oneWays: [(from: UInt32, to: UInt32)] = []
        for edge in 0..<graph.edges {
            let (from, to) = (graph.edgeFrom[edge], graph.edgeTo[edge])
            guard isOpen(from), isOpen(to) else { continue }
            switch graph.directions(of: edge, for: profile) {
            case (true, true): sets.join(from, to)
            case (true, false): oneWays.append((from, to))
            case (false, true): oneWays.append((to, from))
            case (false, false): break
            }
        }
        Self.join(oneWays, &sets)
        let numbers = number(sets, vertices: graph.vertices)
        for edge in 0..<graph.edges where graph.directions(of: edge, for: profile) == (true, true) {
            let from = graph.edgeFrom[edge]
            let end = isOpen(from) ? from : graph.edgeTo[edge]
            ofEdges[edge] = numbers[Int(sets.root(of: end))]
        }
    }

    /// Joins components that one-way edges connect in both directions, such as escalators.
    private static func join(_ oneWays: [(from: UInt32, to: UInt32)], _ sets: inout DisjointSets) {
        let pairs = Set(
            oneWays.map { UInt64(sets.root(of: $0.from)) << 32 | UInt64(sets.root(of: $0.to)) })
        for pair in pairs where pairs.contains(pair << 32 | pair >> 32) {
            sets.join(UInt32(pair >> 32), UInt32(truncatingIfNeeded: pair))
        }
    }

    /// Numbers the components; the result is indexed by the root vertex of each set.
    private mutating func number(_ sets: DisjointSets, vertices: Int) -> [UInt32] {
        var sizes = [UInt32](repeating: 0, count: vertices)
        for vertex in 0..<UInt32(vertices) { sizes[Int(sets.root(of: vertex))] += 1 }
        let roots = sizes.indices.filter { sizes[$0] > 0 }
            .sorted { (sizes[$1], $0) < (sizes[$0], $1) }
        var numbers = [UInt32](repeating: 0, count: vertices)
        for (number, root) in roots.enumerated() {
            numbers[root] = UInt32(number)
            if number == 0 || sizes[root] >= Self.minimumVertices { limit = UInt32(number + 1) }
        }
        return numbers
    }
}

extension GraphBuilder {
    /// Whether a profile may use an edge in the direction of its points, and against it.
    fileprivate func directions(
        of edge: Int, for profile: WalkProfile
    ) -> (forward: Bool, backward: Bool) {
        let traits = EdgeTraits(rawValue: edgeTraits[edge])
        if profile == .bicycle {
            let cycling = CyclingTraits(rawValue: edgeCycling[edge])
            return (
                cycling.pace(traits, isTurned: false) != nil,
                cycling.pace(traits, isTurned: true) != nil
            )
        }
        guard traits.isDisjoint(with: profile.closedTraits) else { return (false, false) }
        return (!traits.contains(.noForward), !traits.contains(.noBackward))
    }
}

extension WalkProfile {
    /// The traits of edges that the profile may not use on foot.
    var closedTraits: EdgeTraits {
        switch self {
        case .foot, .bicycle: .noFoot
        case .wheelchair: [.noFoot, .noWheelchair]
        }
    }

    /// Whether the profile can pass a vertex with these traits.
    @inline(__always)
    func passes(_ traits: VertexTraits) -> Bool {
        switch self {
        case .foot: !traits.contains(.closed)
        case .wheelchair: traits.isDisjoint(with: [.closed, .closedToWheelchairs])
        case .bicycle: traits.isDisjoint(with: [.closed, .closedToBicycles])
        }
    }
}
