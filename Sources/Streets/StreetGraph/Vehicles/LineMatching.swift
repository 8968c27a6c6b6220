import TransitModel

/// Finds the ways of vehicles through stops, by the method of pfaedle (Bast and Brosi, 2018).
///
/// Each stop has candidate points on the ways of the mode; the sequence of candidates with the
/// least cost is the path of a hidden Markov model, found by Viterbi's algorithm hop by hop. The
/// cost counts metres, distances from the stops, turns, and ways that do not fit the mode. A hop
/// without an acceptable way ends the path, and another one begins at the next stop.
struct LineMatching {
    private var search: VehicleSearch
    private let graph: VehicleGraph

    init(_ graph: VehicleGraph) {
        self.graph = graph
        search = VehicleSearch(graph)
    }

    /// A stop on the path.
    private struct Step {
        let candidates: [VehicleCandidate]
        /// The cost of leaving each candidate.
        var costs: [Double]
        /// The candidate at which the vehicle arrives, for each one that it leaves: another one if
        /// it turns back at the stop.
        var arrivedAt: [Int]
        /// The way to each candidate from the stop before; empty at the first stop.
        var arrivals: [VehicleSearch.Arrival?] = []
    }

    /// The longest line that is accepted, as a multiple of the straight line, and some metres.
    private static let maximumDetour = 4.0
    private static let shortMetres = 1000.0

    /// Returns the line from each stop to the next; nil for hops without one.
    mutating func hops(
        _ mode: TransitMode, through stops: [Coordinate]
    ) -> [[Coordinate]?] {
        var hops = [[Coordinate]?](repeating: nil, count: max(0, stops.count - 1))
        guard let profile = VehicleProfile(mode), graph.edgeCount > 0 else { return hops }
        var path: [Step] = []
        for (number, stop) in stops.enumerated() {
            let candidates = graph.candidates(near: stop, profile)
            if number > 0, let before = path.last {
                let target = VehicleSearch.Target(
                    stop: stop, candidates: candidates,
                    straightMetres: stops[number - 1].distanceMetres(to: stop))
                if let step = step(from: before, to: target, profile) {
                    path.append(step)
                    continue
                }
            }
            finish(path, endingAt: number - 1, into: &hops)
            path = candidates.isEmpty ? [] : [start(candidates)]
        }
        finish(path, endingAt: stops.count - 1, into: &hops)
        for hop in hops.indices {
            if let line = hops[hop], !isAcceptable(line, stops[hop], stops[hop + 1]) {
                hops[hop] = nil
            }
        }
        return hops
    }

    private func start(_ candidates: [VehicleCandidate]) -> Step {
        Step(
            candidates: candidates, costs: candidates.map(\.cost),
            arrivedAt: Array(candidates.indices))
    }

    /// Returns the next stop of the path; nil if no way leads to it.
    private mutating func step(
        from before: Step, to target: VehicleSearch.Target, _ profile: VehicleProfile
    ) -> Step? {
        let candidates = target.candidates
        guard !candidates.isEmpty else { return nil }
        let origin = VehicleSearch.Origin(candidates: before.candidates, costs: before.costs)
        let arrivals = search.arrivals(from: origin, to: target, profile)
        guard arrivals.contains(where: { $0 != nil }) else { return nil }
        let costs = arrivals.map { $0?.cost ?? .infinity }
        var next = Step(
            candidates: candidates, costs: costs, arrivedAt: Array(candidates.indices),
            arrivals: arrivals)
        // A vehicle may turn back where it calls; the two directions of an edge are neighbours.
        for number in candidates.indices {
            let turned = costs[number ^ 1] + profile.reversalAtStop
            if turned < next.costs[number] {
                next.costs[number] = turned
                next.arrivedAt[number] = number ^ 1
            }
        }
        return next
    }

    /// Follows the cheapest path backwards and sets the lines of its hops.
    private func finish(_ path: [Step], endingAt last: Int, into hops: inout [[Coordinate]?]) {
        guard path.count > 1, let end = path.last else { return }
        let arrived = end.arrivals.map { $0?.cost ?? .infinity }
        var candidate = arrived.indices.min { arrived[$0] < arrived[$1] } ?? 0
        for number in path.indices.dropFirst().reversed() {
            guard let arrival = path[number].arrivals[candidate] else { return }
            let goal = path[number].candidates[candidate]
            hops[last - (path.count - 1 - number) - 1] = line(
                from: path[number - 1].candidates[arrival.start], arrival.edges, to: goal)
            candidate = path[number - 1].arrivedAt[arrival.start]
        }
    }

    /// The points from one candidate to another along directed edges.
    private func line(
        from start: VehicleCandidate, _ edges: [Int], to goal: VehicleCandidate
    ) -> [Coordinate] {
        let edges = edges.isEmpty ? [goal.directed] : edges
        var line = [start.coordinate]
        for (number, directed) in edges.enumerated() {
            let from = number == 0 ? start.along : 0
            let to = number == edges.count - 1 ? goal.along : .infinity
            var along = 0.0
            var previous: FixedPoint?
            for point in graph.line(directed) {
                along += previous?.distanceMetres(to: point) ?? 0
                previous = point
                // The end of one edge is the start of the next.
                if along > from, along < to, along > 0 || number == 0 {
                    line.append(point.coordinate)
                }
            }
        }
        line.append(goal.coordinate)
        return line
    }

    private func isAcceptable(_ line: [Coordinate], _ from: Coordinate, _ to: Coordinate) -> Bool {
        let metres = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distanceMetres(to: $1.1) }
        return metres <= Self.shortMetres + Self.maximumDetour * from.distanceMetres(to: to)
    }
}
