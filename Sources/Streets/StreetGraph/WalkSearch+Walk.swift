import TransitModel

private import FileMapping

/// A part of an edge in walking direction.
struct WalkedPart {
    let edge: Int
    /// Whether the walk goes against the direction of the edge's points.
    let isTurned: Bool
    let points: [Coordinate]
    let metres: Double
}

extension WalkSearch {
    func makeWalk(_ arrival: Arrival, from start: StreetPoint, to goal: StreetPoint) -> StreetWalk {
        let parts = walkedParts(arrival, from: start, to: goal)
        var line = [start.place]
        for point in parts.flatMap(\.points) + [goal.place] where point != line.last {
            line.append(point)
        }
        let unknown = parts.filter { graph.traits(of: $0.edge).contains(.wheelchairUnknown) }
        return StreetWalk(
            length(arrival, to: goal),
            unknownMetres: unknown.reduce(0) { $0 + $1.metres }, line: line, steps: steps(parts))
    }

    private func walkedParts(
        _ arrival: Arrival, from start: StreetPoint, to goal: StreetPoint
    ) -> [WalkedPart] {
        guard let end = arrival.end else {
            let isTurned = goal.along < start.along
            return [part(start.edge, isTurned, from: start, to: goal)]
        }
        var parts = [part(goal.edge, end.isTurned, from: nil, to: goal)]
        var vertex = end.vertex
        while let arc = parent(of: vertex) {
            let edge = Int(arc >> 1)
            let isTurned = arc & 1 == 1
            parts.append(part(edge, isTurned, from: nil, to: nil))
            vertex = Int(isTurned ? graph.edgeTo[edge] : graph.edgeFrom[edge])
        }
        // On a loop both ends are the same vertex, and the search took the shorter part.
        let first = self.parts(of: start, leaving: true).filter { $0.vertex == vertex }
            .min { $0.centimetres < $1.centimetres }
        parts.append(part(start.edge, first?.isTurned ?? false, from: start, to: nil))
        return parts.reversed()
    }

    /// An edge, or the part of it from `start` or to `goal`, in walking direction.
    private func part(
        _ edge: Int, _ isTurned: Bool, from start: StreetPoint?, to goal: StreetPoint?
    ) -> WalkedPart {
        let whole = Double(graph.edgeCentimetres[edge]) / 100
        let low = (isTurned ? goal : start).map { Double($0.along) / 100 } ?? 0
        let high = (isTurned ? start : goal).map { Double($0.along) / 100 } ?? whole
        var coordinates: [Coordinate] = []
        var metres = 0.0
        var previous: FixedPoint?
        for row in graph.pointRows(of: edge) {
            let point = graph.points[row]
            if let previous { metres += previous.distanceMetres(to: point) }
            previous = point
            if metres > low, metres < high || (isTurned ? start : goal) == nil {
                coordinates.append(point.coordinate)
            } else if metres == 0, low == 0, (isTurned ? goal : start) == nil {
                coordinates.append(point.coordinate)
            }
        }
        if let point = isTurned ? goal : start { coordinates.insert(point.coordinate, at: 0) }
        if let point = isTurned ? start : goal { coordinates.append(point.coordinate) }
        if isTurned { coordinates.reverse() }
        return WalkedPart(
            edge: edge, isTurned: isTurned, points: coordinates, metres: max(0, high - low))
    }
}
