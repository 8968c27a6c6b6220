package import TransitModel

private import FileMapping

/// Searches for walks on a graph, reusing its memory between searches.
///
/// It uses Dijkstra's algorithm, or with a single goal A* with the straight line as lower bound.
/// An instance must not be shared between tasks, and takes 32 bytes per vertex of the graph.
package struct WalkSearch: ~Copyable {
    /// The best path found to a vertex in the current search.
    struct Label {
        var cost: UInt32 = 0
        /// The number of the search that wrote the label; other labels are stale.
        var stamp: UInt32 = 0
        var centimetres: UInt32 = 0
        var stairs: UInt32 = 0
        /// Centimetres ridden on a bicycle.
        var ridden: UInt32 = 0
        /// Twice the arc's edge, plus one against its direction; `.max` on the first edge.
        var parent: UInt32 = .max
        var lifts: UInt16 = 0
        var kerbs: UInt16 = 0
        var isPrivate = false
        var isSettled = false
    }

    /// The maximum weight of a walk, in centimetres.
    static let maximumCost: UInt32 = 3_000_000

    package let graph: StreetGraph
    package let profile: WalkProfile
    var labels: [Label]
    private var stamp: UInt32 = 0
    var heap = MinimumHeap()
    /// The maximum weight of the current search.
    var limit: UInt32 = 0
    /// The maximum length of a walk in the current exploration, in centimetres.
    var exploredCentimetres: UInt32 = 0
    /// The start of the current search.
    private(set) var start: StreetPoint?

    package init(_ graph: StreetGraph, profile: WalkProfile) {
        self.graph = graph
        self.profile = profile
        labels = [Label](repeating: Label(), count: graph.vertexCount)
    }

    /// The part of an edge between a point on it and one of its ends.
    struct EdgePart {
        let vertex: Int
        let centimetres: UInt32
        /// Whether the walk goes against the direction of the edge's points.
        var isTurned: Bool { arc & 1 == 1 }
        /// Twice the edge, plus one against the direction of its points.
        let arc: UInt32
    }

    /// The paths from a point on an edge to its ends, or from these to the point.
    ///
    /// Walks neither begin nor end on one-way edges.
    func parts(of point: StreetPoint, leaving: Bool) -> [EdgePart] {
        let edge = point.edge
        let rest = graph.edgeCentimetres[edge] - point.along
        let toFrom = EdgePart(
            vertex: Int(graph.edgeFrom[edge]), centimetres: point.along,
            arc: UInt32(edge) << 1 | (leaving ? 1 : 0))
        let toEnd = EdgePart(
            vertex: Int(graph.edgeTo[edge]), centimetres: rest,
            arc: UInt32(edge) << 1 | (leaving ? 0 : 1))
        return [toFrom, toEnd]
    }

    /// The part of an edge between two points on it.
    private func part(from start: StreetPoint, to goal: StreetPoint) -> EdgePart {
        let isTurned = goal.along < start.along
        return EdgePart(
            vertex: Int(isTurned ? graph.edgeFrom[goal.edge] : graph.edgeTo[goal.edge]),
            centimetres: isTurned ? start.along - goal.along : goal.along - start.along,
            arc: UInt32(goal.edge) << 1 | (isTurned ? 1 : 0))
    }

    /// Adds a length along an edge to a label; returns false if the profile must not go there.
    ///
    /// Edges on which walks begin or end are open to it at least in one direction.
    private func go(_ centimetres: UInt32, along arc: UInt32, _ label: inout Label) -> Bool {
        let edge = Int(arc >> 1)
        label.centimetres &+= centimetres
        guard profile == .bicycle else {
            label.cost &+= WalkWeight.weigh(centimetres, graph.edgeTraits[edge])
            return true
        }
        let cycling = graph.edgeCycling[edge]
        guard let pace = cycling.pace(graph.traits(of: edge), isTurned: arc & 1 == 1) else {
            return false
        }
        label.cost &+= WalkWeight.weigh(centimetres, pace, cycling)
        if pace == .ride { label.ridden &+= centimetres }
        return true
    }

    private mutating func begin(_ start: StreetPoint) {
        self.start = start
        heap.removeAll()
        stamp &+= 1
        if stamp == 0 {
            // After four billion searches, old stamps could equal new ones.
            for vertex in labels.indices { labels[vertex].stamp = 0 }
            stamp = 1
        }
    }

    private mutating func reach(_ vertex: Int, _ label: Label, ahead: UInt32) {
        if labels[vertex].stamp == stamp {
            guard label.cost < labels[vertex].cost, !labels[vertex].isSettled else { return }
        }
        labels[vertex] = label
        labels[vertex].stamp = stamp
        heap.insert(UInt64(label.cost &+ ahead) << 32 | UInt64(vertex))
    }

    /// The lower bound in centimetres of a walk from a vertex to the goal.
    @inline(__always)
    private func ahead(_ vertex: Int, _ plane: FixedPlane?) -> UInt32 {
        guard let plane else { return 0 }
        let point = graph.vertexPoints[vertex]
        let (x, y) = plane.offset(point.latitude, point.longitude)
        // The plane is inexact far from the goal, so the bound is reduced.
        return UInt32(min(1e9, (x * x + y * y).squareRoot() * 99.5))
    }

    /// Begins a search at a point; `plane` is that of its goal, if it has one.
    mutating func depart(_ start: StreetPoint, _ plane: FixedPlane?) {
        begin(start)
        let traits = EdgeTraits(rawValue: graph.edgeTraits[start.edge])
        for part in parts(of: start, leaving: true) {
            var label = Label()
            guard go(part.centimetres, along: part.arc, &label) else { continue }
            if traits.contains(.steps) { label.stairs = part.centimetres }
            label.isPrivate = traits.contains(.isPrivate)
            reach(part.vertex, label, ahead: ahead(part.vertex, plane))
        }
    }

    /// Settles the next vertex that is within a bound and returns it; nil if there is none.
    mutating func settleNext(within bound: UInt32) -> Int? {
        while let next = heap.minimum, UInt32(next >> 32) <= bound {
            _ = heap.popMinimum()
            let vertex = Int(next & 0xffff_ffff)
            guard !labels[vertex].isSettled else { continue }
            labels[vertex].isSettled = true
            return vertex
        }
        return nil
    }

    /// Searches until the goal's cost is final or above the limit.
    private mutating func run(from start: StreetPoint, to goal: StreetPoint, limit: UInt32) {
        let plane = FixedPlane(around: FixedPoint(goal.coordinate))
        depart(start, plane)
        self.limit = limit
        var bound = limit
        if goal.edge == start.edge {
            let direct = part(from: start, to: goal)
            var label = Label()
            if go(direct.centimetres, along: direct.arc, &label) {
                bound = min(bound, label.cost)
            }
        }
        let ends = parts(of: goal, leaving: false)
        while let vertex = settleNext(within: bound) {
            for end in ends where end.vertex == vertex {
                bound = min(bound, label(at: end, of: goal)?.cost ?? .max)
            }
            relax(vertex, plane)
        }
    }

    mutating func relax(_ vertex: Int, _ plane: FixedPlane?) {
        let label = labels[vertex]
        let here = VertexTraits(rawValue: graph.vertexTraits[vertex])
        guard here.isEmpty || profile.passes(here) else { return }
        let passed = passing(here, label)
        let closed = profile.closedTraits.rawValue
        let first = Int(graph.firstArcs[vertex])
        for arc in first..<Int(graph.firstArcs[vertex + 1]) {
            let bits = graph.arcTraits[arc]
            let length = graph.arcCentimetres[arc]
            var next = passed
            if profile == .bicycle {
                guard go(length, along: graph.arcEdges[arc], &next) else { continue }
            } else {
                guard bits & closed == 0 else { continue }
                next.cost &+= WalkWeight.weigh(length, bits)
                next.centimetres &+= length
            }
            let traits = EdgeTraits(rawValue: bits)
            if !traits.isDisjoint(with: [.steps, .lift, .isPrivate]) || label.isPrivate {
                add(traits, length, after: edge(to: vertex), to: &next)
            }
            if here.contains(.lift),
                takesLift(from: edge(to: vertex), to: Int(graph.arcEdges[arc] >> 1))
            {
                addLift(to: &next)
            }
            next.parent = graph.arcEdges[arc]
            let target = Int(graph.arcTargets[arc])
            if labels[target].stamp == stamp {
                guard next.cost < labels[target].cost else { continue }
            }
            reach(target, next, ahead: ahead(target, plane))
        }
    }

    /// The label after passing a vertex.
    @inline(__always)
    private func passing(_ traits: VertexTraits, _ label: Label) -> Label {
        var label = label
        label.isSettled = false
        guard !traits.isEmpty else { return label }
        if traits.contains(.raisedKerb), profile == .wheelchair {
            label.cost &+= WalkWeight.raisedKerb
            label.kerbs &+= 1
        }
        return label
    }

    /// Adds what an edge takes beyond its length; `previous` is the edge before it.
    private func add(
        _ traits: EdgeTraits, _ length: UInt32, after previous: Int, to label: inout Label
    ) {
        if traits.contains(.steps) {
            label.cost &+= WalkWeight.flightOfSteps
            label.stairs &+= length
        }
        // The edges of a lift that is an area are one lift.
        if traits.contains(.lift), !graph.traits(of: previous).contains(.lift) {
            addLift(to: &label)
        }
        let isPrivate = traits.contains(.isPrivate)
        if isPrivate, !label.isPrivate { label.cost &+= WalkWeight.privateEntry }
        label.isPrivate = isPrivate
    }

    private func addLift(to label: inout Label) {
        label.cost &+= WalkWeight.lift(profile)
        label.lifts &+= 1
    }

    /// Whether a walk takes the lift at a vertex between two edges.
    ///
    /// It does not where both are on one level, and an edge that is a lift itself counts alone.
    func takesLift(from first: Int, to second: Int) -> Bool {
        if graph.traits(of: first).union(graph.traits(of: second)).contains(.lift) { return false }
        guard let one = graph.levels(of: first), let other = graph.levels(of: second) else {
            return true
        }
        return !one.overlaps(other)
    }

    /// The edge through which the current search reached a vertex.
    private func edge(to vertex: Int) -> Int {
        parent(of: vertex).map { Int($0 >> 1) } ?? start?.edge ?? 0
    }

    /// The label of a goal via one end of its edge; nil if that end was not reached.
    private func label(at end: EdgePart, of goal: StreetPoint) -> Label? {
        let label = labels[end.vertex]
        let here = VertexTraits(rawValue: graph.vertexTraits[end.vertex])
        guard label.stamp == stamp, profile.passes(here) else { return nil }
        let bits = graph.edgeTraits[goal.edge]
        var next = passing(here, label)
        guard go(end.centimetres, along: end.arc, &next) else { return nil }
        let edge = edge(to: end.vertex)
        add(EdgeTraits(rawValue: bits), end.centimetres, after: edge, to: &next)
        if here.contains(.lift), takesLift(from: edge, to: goal.edge) { addLift(to: &next) }
        return next
    }

    /// The best arrival at a goal in the current search.
    struct Arrival {
        /// The end of the goal's edge through which the walk arrives; nil within the start's edge.
        let end: EdgePart?
        let label: Label
    }

    func arrival(at goal: StreetPoint) -> Arrival? {
        guard let start else { return nil }
        var best: Arrival?
        if goal.edge == start.edge {
            var label = Label()
            let direct = part(from: start, to: goal)
            let isStairs = graph.traits(of: goal.edge).contains(.steps)
            label.stairs = isStairs ? direct.centimetres : 0
            if go(direct.centimetres, along: direct.arc, &label) {
                best = Arrival(end: nil, label: label)
            }
        }
        for end in parts(of: goal, leaving: false) {
            guard let label = label(at: end, of: goal), label.cost < best?.label.cost ?? .max
            else { continue }
            best = Arrival(end: end, label: label)
        }
        return best
    }

    /// The arc through which the current search reached a vertex; nil on the first edge.
    func parent(of vertex: Int) -> UInt32? {
        labels[vertex].parent == .max ? nil : labels[vertex].parent
    }

    func length(_ arrival: Arrival, to goal: StreetPoint) -> WalkLength {
        let label = arrival.label
        var length = WalkLength(
            metres: Double(label.centimetres) / 100 + (start?.gapMetres ?? 0) + goal.gapMetres,
            stairsMetres: Double(label.stairs) / 100, riddenMetres: Double(label.ridden) / 100,
            lifts: Int(label.lifts))
        length.raisedKerbs = Int(label.kerbs)
        return length
    }

    // MARK: - Questions

    /// Returns the best walk from one end to another; nil if there is none within a limit, by
    /// default 30 km.
    package mutating func walk(
        from: WalkEnd, to: WalkEnd, withinMetres limit: Double = .infinity
    ) -> StreetWalk? {
        guard from.coordinate.distanceMetres(to: to.coordinate) <= limit,
            let (start, goal) = graph.snapped(from, to, for: profile)
        else { return nil }
        let bound = UInt32(min(Double(Self.maximumCost), limit * 100 * Self.weightPerLength))
        run(from: start, to: goal, limit: bound)
        guard let arrival = arrival(at: goal), length(arrival, to: goal).metres <= limit else {
            return nil
        }
        return makeWalk(arrival, from: start, to: goal)
    }

    /// Searches within a length look this much further: alleys and driveways weigh more than their
    /// length.
    static let weightPerLength = 1.5
}
