/// All streets as a graph, with named waypoints as nodes and pieces of streets as edges.
struct StreetMap {
    private struct Edge {
        let target: String
        /// Excludes the first point and includes the last one.
        let points: [Point]
        let lengthMetres: Double
        let traffic: Traffic
    }

    private struct Arrival {
        let node: String
        let cost: Double
        let origin: String?
        let points: [Point]
    }

    private var edges: [String: [Edge]] = [:]
    /// The unit vector of the first street through each node.
    private(set) var axes: [String: Point] = [:]
    /// The drawn curve of each street, in the streets' order.
    private(set) var curves: [[Point]] = []

    /// Draws `streets`; `positions` must have every name used in them.
    init(streets: [Street], positions: [String: Point]) {
        for street in streets {
            draw(street, positions: positions)
        }
    }

    private mutating func draw(_ street: Street, positions: [String: Point]) {
        let controls = street.waypoints.map { waypoint in
            switch waypoint {
            case .bend(let x, let y): return Point(x, y)
            case .named(let name):
                guard let position = positions[name] else {
                    preconditionFailure("\(street.name) passes the unknown place \(name)")
                }
                return position
            }
        }
        let pieces = Curve.pieces(through: controls, spacing: street.spacingMetres)
        curves.append([controls[0]] + pieces.joined())

        var lastNode: (name: String, point: Point)?
        var points: [Point] = []
        for (index, waypoint) in street.waypoints.enumerated() {
            if index > 0 { points += pieces[index - 1] }
            guard case .named(let name) = waypoint else { continue }
            if axes[name] == nil {
                let before = index > 0 ? pieces[index - 1].dropLast().last : nil
                let after = index < pieces.count ? pieces[index].first : nil
                let from = before ?? (index > 0 ? controls[index - 1] : controls[index])
                axes[name] = ((after ?? controls[index]) - from).normalised
            }
            if let lastNode {
                connect(lastNode, name, points, street.traffic)
            }
            lastNode = (name, controls[index])
            points = []
        }
    }

    private mutating func connect(
        _ start: (name: String, point: Point), _ end: String, _ points: [Point], _ traffic: Traffic
    ) {
        let all = [start.point] + points
        let length = zip(all, all.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        edges[start.name, default: []].append(
            Edge(target: end, points: points, lengthMetres: length, traffic: traffic))
        edges[end, default: []].append(
            Edge(
                target: start.name, points: all.dropLast().reversed(), lengthMetres: length,
                traffic: traffic))
    }

    /// The shortest path from `start` to `end` on streets open to `traffic` (Dijkstra's algorithm).
    ///
    /// The first point is excluded. The frontier is a plain array because adjacent stops are few
    /// edges apart.
    func shortestWay(from start: String, to end: String, for traffic: Traffic) -> [Point] {
        var settled: [String: Arrival] = [:]
        var frontier = [Arrival(node: start, cost: 0, origin: nil, points: [])]
        while let next = frontier.indices.min(by: { frontier[$0].cost < frontier[$1].cost }) {
            let arrival = frontier.remove(at: next)
            guard settled[arrival.node] == nil else { continue }
            settled[arrival.node] = arrival
            if arrival.node == end { return trace(back: arrival, settled) }
            for edge in edges[arrival.node] ?? []
            where !edge.traffic.isDisjoint(with: traffic) && settled[edge.target] == nil {
                frontier.append(
                    Arrival(
                        node: edge.target, cost: arrival.cost + edge.lengthMetres,
                        origin: arrival.node, points: edge.points))
            }
        }
        preconditionFailure("no way from \(start) to \(end) on the streets of this line")
    }

    private func trace(back last: Arrival, _ settled: [String: Arrival]) -> [Point] {
        var legs = [last.points]
        var origin = last.origin
        while let name = origin, let arrival = settled[name] {
            legs.append(arrival.points)
            origin = arrival.origin
        }
        return legs.reversed().flatMap { $0 }
    }
}
