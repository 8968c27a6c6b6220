package import TransitModel

private import FileMapping

extension WalkSearch {
    /// What an exploration found for a goal.
    package enum Exploration: Sendable {
        case walk(WalkLength)
        /// No walk is within the limit.
        case none
        /// A walk within the limit exists, but the best one may be longer: ask for it alone.
        case uncertain
    }

    /// The first bound of an exploration, as a multiple of the distance to its farthest goal.
    private static let firstBoundPerDistance = 1.25

    /// Finds the walks from a point to some goals, of at most some metres; ``explored(_:)`` then
    /// reads the results.
    ///
    /// The search grows until each goal's cost is final, which is seldom near the limit. If a goal
    /// has no such walk, it follows only the ways on which some goal may still be within the limit.
    package mutating func explore(
        from start: StreetPoint, to goals: [StreetPoint], withinMetres maximum: Double
    ) {
        depart(start, nil)
        let maximum = min(Double(Self.maximumCost), max(0, maximum) * 100)
        exploredCentimetres = UInt32(maximum)
        limit = UInt32(min(Double(Self.maximumCost), maximum * Self.weightPerLength))
        let farthest = goals.map { $0.coordinate.distanceMetres(to: start.coordinate) }.max() ?? 0
        let reach = Reach(from: start, farthest: farthest * 100, maximum: maximum)
        var bound = UInt32(min(Double(limit), farthest * 100 * Self.firstBoundPerDistance))
        while true {
            while let vertex = settleNext(within: bound) {
                if reach.leadsToGoals(graph.vertexPoints[vertex], labels[vertex].centimetres) {
                    relax(vertex, nil)
                }
            }
            let isComplete = bound >= limit || heap.minimum == nil
            if isComplete || goals.allSatisfy({ isFinal($0, within: bound) }) { return }
            bound = min(limit, bound + bound / 4 + 10_000)
        }
    }

    private func isFinal(_ goal: StreetPoint, within bound: UInt32) -> Bool {
        arrival(at: goal).map { $0.label.cost <= bound } ?? false
    }

    /// The walk to a goal of the last exploration.
    ///
    /// A way that was not followed to the goal is longer than the limit, and so weighs more. It can
    /// only be better than what was found if that weighs more, too.
    package func explored(_ goal: StreetPoint) -> Exploration {
        guard let arrival = arrival(at: goal), arrival.label.cost <= limit else { return .none }
        let length = length(arrival, to: goal)
        guard length.metres * 100 <= Double(exploredCentimetres) else { return .none }
        return arrival.label.cost <= exploredCentimetres ? .walk(length) : .uncertain
    }
}

/// Decides which vertices can be on a walk of limited length to goals around a start.
private struct Reach {
    private let plane: FixedPlane
    private let farthest: Double
    private let maximum: Double

    /// The farthest goal's distance and the maximum length are in centimetres.
    init(from start: StreetPoint, farthest: Double, maximum: Double) {
        plane = FixedPlane(around: FixedPoint(start.coordinate))
        self.farthest = farthest
        self.maximum = maximum
    }

    /// `centimetres` is the length of the walk to the vertex.
    func leadsToGoals(_ vertex: FixedPoint, _ centimetres: UInt32) -> Bool {
        let (x, y) = plane.offset(vertex.latitude, vertex.longitude)
        // The plane is inexact far from the start, so the way back is reduced.
        let back = (x * x + y * y).squareRoot() * 99.5 - farthest
        return Double(centimetres) + max(0, back) <= maximum
    }
}
