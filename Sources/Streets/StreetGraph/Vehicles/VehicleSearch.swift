import TransitModel

private import FileMapping
private import Foundation

/// Finds the cheapest ways of a vehicle from the candidates of one stop to those of the next.
///
/// One A* search over directed edges begins at all candidates at once, each with the cost of
/// reaching it, so that a pattern costs one search for each hop. It takes 12 bytes per directed
/// edge.
struct VehicleSearch {
    /// The way to a candidate of the next stop.
    struct Arrival {
        var cost: Double
        /// The index of the candidate where the way begins.
        let start: Int
        /// The directed edges from the start's edge to the goal's, these included; empty where both
        /// are on one edge.
        let edges: [Int]
    }

    /// The candidates of a stop and the cost of leaving each of them.
    struct Origin {
        let candidates: [VehicleCandidate]
        let costs: [Double]
    }

    private let graph: VehicleGraph
    private var costs: [Float]
    /// The directed edge before; a start is stored as ``startFlag`` plus the candidate's index.
    private var parents: [UInt32]
    /// The number of the search that wrote the cost; other costs are stale.
    private var stamps: [UInt32]
    private var stamp: UInt32 = 0
    private var heap = MinimumHeap()

    private static let startFlag: UInt32 = 1 << 31
    /// The search ends when all further ways cost this much more than the best one.
    private static let slack = 600.0
    /// The maximum cost of a hop: this many times its straight line, and some metres.
    private static let maximumDetour = 3.0
    private static let shortMetres = 1500.0
    /// The maximum number of edges that one search settles.
    private static let maximumSettled = 400_000

    init(_ graph: VehicleGraph) {
        self.graph = graph
        let count = graph.edgeCount * 2
        costs = [Float](repeating: 0, count: count)
        parents = [UInt32](repeating: 0, count: count)
        stamps = parents
    }

    /// Where a search goes, and what it has found.
    private struct Goal {
        let candidates: [VehicleCandidate]
        let plane: FixedPlane
        let radius: Double
        /// The indices of the candidates on each directed edge.
        var onEdge: [Int: [Int]] = [:]
        var best: [(cost: Double, parent: UInt32)?]
        var cheapest = Double.infinity

        init(_ candidates: [VehicleCandidate], at stop: Coordinate, _ profile: VehicleProfile) {
            self.candidates = candidates
            plane = FixedPlane(around: FixedPoint(stop))
            radius = profile.radiusMetres
            best = Array(repeating: nil, count: candidates.count)
            for (number, candidate) in candidates.enumerated() {
                onEdge[candidate.directed, default: []].append(number)
            }
        }

        /// A lower bound of the cost from a point to the stop.
        func bound(_ point: FixedPoint) -> Double {
            let (x, y) = plane.offset(point.latitude, point.longitude)
            return max(0, (x * x + y * y).squareRoot() - radius)
        }

        mutating func reach(_ number: Int, _ cost: Double, from parent: UInt32) {
            if let known = best[number], known.cost <= cost { return }
            best[number] = (cost, parent)
            cheapest = min(cheapest, cost)
        }
    }

    /// Returns the way to each candidate of the next stop; nil for those that cannot be reached at
    /// a reasonable cost.
    mutating func arrivals(
        from origin: Origin, straightMetres: Double, to candidates: [VehicleCandidate],
        at stop: Coordinate, _ profile: VehicleProfile
    ) -> [Arrival?] {
        var goal = Goal(candidates, at: stop, profile)
        begin()
        let base = origin.costs.min() ?? 0
        let limit = base + straightMetres * Self.maximumDetour + Self.shortMetres
        enter(origin, &goal, profile)
        var settled = 0
        while let next = heap.popMinimum() {
            let bound = Double(Float(bitPattern: UInt32(next >> 32)))
            guard bound <= min(limit, goal.cheapest + Self.slack), settled < Self.maximumSettled
            else { break }
            settled += 1
            let directed = Int(next & 0xffff_ffff)
            let head = graph.head(directed)
            let cost = Double(costs[directed])
            // A cheaper way to this edge was found since it was inserted.
            if bound > cost + goal.bound(graph.vertexPoints[head]) + 1 { continue }
            expand(directed, cost, &goal, profile)
        }
        return goal.best.indices.map { number in
            guard let best = goal.best[number] else { return nil }
            return arrival(best.cost, best.parent, goal.candidates[number], origin)
        }
    }

    private mutating func begin() {
        heap.removeAll()
        stamp &+= 1
        if stamp == 0 {
            stamps = [UInt32](repeating: 0, count: stamps.count)
            stamp = 1
        }
    }

    private mutating func enter(_ origin: Origin, _ goal: inout Goal, _ profile: VehicleProfile) {
        for (number, candidate) in origin.candidates.enumerated()
        where origin.costs[number] < .infinity {
            let directed = candidate.directed
            let factor = profile.factor(graph.traits(directed), isTurned: directed & 1 == 1)
            let start = Self.startFlag | UInt32(number)
            for other in goal.onEdge[directed] ?? []
            where goal.candidates[other].along >= candidate.along {
                let metres = goal.candidates[other].along - candidate.along
                goal.reach(
                    other,
                    origin.costs[number] + metres * factor + goal.candidates[other].cost,
                    from: start)
            }
            let rest = max(0, graph.metres(directed) - candidate.along)
            improve(directed, origin.costs[number] + rest * factor, start, goal)
        }
    }

    private mutating func improve(
        _ directed: Int, _ cost: Double, _ parent: UInt32, _ goal: Goal
    ) {
        if stamps[directed] == stamp, Double(costs[directed]) <= cost { return }
        stamps[directed] = stamp
        costs[directed] = Float(cost)
        parents[directed] = parent
        let bound = cost + goal.bound(graph.vertexPoints[graph.head(directed)])
        // The bit patterns of non-negative floating-point numbers sort like the numbers.
        heap.insert(UInt64(Float(bound).bitPattern) << 32 | UInt64(directed))
    }

    private mutating func expand(
        _ directed: Int, _ cost: Double, _ goal: inout Goal, _ profile: VehicleProfile
    ) {
        let head = graph.head(directed)
        let arrival = lastBearing(directed, goal.plane)
        for arc in Int(graph.firstArcs[head])..<Int(graph.firstArcs[head + 1]) {
            let next = Int(graph.arcEdges[arc])
            let factor = profile.factor(graph.traits(next), isTurned: next & 1 == 1)
            guard factor < .infinity else { continue }
            let turn: Double
            if next == directed ^ 1 {
                turn = profile.reversal
            } else {
                let angle = angle(arrival, firstBearing(next, goal.plane))
                guard angle <= profile.maximumTurnDegrees else { continue }
                turn = profile.turn * max(0, (angle - 45) / 45)
            }
            for number in goal.onEdge[next] ?? [] {
                let candidate = goal.candidates[number]
                goal.reach(
                    number, cost + turn + candidate.along * factor + candidate.cost,
                    from: UInt32(directed))
            }
            improve(next, cost + turn + graph.metres(next) * factor, UInt32(directed), goal)
        }
    }

    private func arrival(
        _ cost: Double, _ parent: UInt32, _ goal: VehicleCandidate, _ origin: Origin
    ) -> Arrival {
        var edges: [Int] = []
        var parent = parent
        while parent & Self.startFlag == 0 {
            edges.append(Int(parent))
            parent = parents[Int(parent)]
        }
        let start = Int(parent & ~Self.startFlag)
        if !edges.isEmpty {
            edges.reverse()
            edges.append(goal.directed)
        }
        return Arrival(cost: cost, start: start, edges: edges)
    }

    // MARK: - Bearings

    /// A direction on a plane.
    private struct Bearing {
        let x: Double
        let y: Double
    }

    private func bearing(
        _ from: FixedPoint, _ to: FixedPoint, _ plane: FixedPlane
    ) -> Bearing {
        let (start, end) = (
            plane.offset(from.latitude, from.longitude), plane.offset(to.latitude, to.longitude)
        )
        return Bearing(x: end.x - start.x, y: end.y - start.y)
    }

    private func firstBearing(_ directed: Int, _ plane: FixedPlane) -> Bearing {
        let edge = directed >> 1
        let (first, end) = (Int(graph.firstPoints[edge]), Int(graph.firstPoints[edge + 1]))
        return directed & 1 == 0
            ? bearing(graph.points[first], graph.points[first + 1], plane)
            : bearing(graph.points[end - 1], graph.points[end - 2], plane)
    }

    private func lastBearing(_ directed: Int, _ plane: FixedPlane) -> Bearing {
        let back = firstBearing(directed ^ 1, plane)
        return Bearing(x: -back.x, y: -back.y)
    }

    /// The angle between two directions in degrees, 0...180; 0 where one has no length.
    private func angle(_ first: Bearing, _ second: Bearing) -> Double {
        let lengths =
            ((first.x * first.x + first.y * first.y)
            * (second.x * second.x + second.y * second.y)).squareRoot()
        guard lengths > 0 else { return 0 }
        let cosine = (first.x * second.x + first.y * second.y) / lengths
        return acos(max(-1, min(1, cosine))) * 180 / .pi
    }
}
