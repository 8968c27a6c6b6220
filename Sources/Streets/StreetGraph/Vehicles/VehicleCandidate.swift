import TransitModel

private import FileMapping

/// A point of a directed edge where a vehicle may call at a stop.
struct VehicleCandidate {
    /// Twice the edge, plus one against its direction.
    let directed: Int
    /// Metres from the start of the directed edge.
    let along: Double
    let coordinate: Coordinate
    /// The cost of the distance from the stop.
    let cost: Double
}

extension VehicleGraph {
    /// The maximum number of edges near a stop that are considered.
    private static let maximumEdges = 12

    /// Returns the points near a stop where a vehicle may call, two for each edge: the candidate at
    /// an even index and the next one are the two directions of one edge.
    func candidates(near stop: Coordinate, _ profile: VehicleProfile) -> [VehicleCandidate] {
        let plane = FixedPlane(around: FixedPoint(stop))
        let radius = profile.radiusMetres
        var found: [(edge: Int, near: (metres: Double, along: Double, place: Coordinate))] = []
        forEachEdge(near: plane, metres: radius) { edge in
            guard profile.factors[traits(edge << 1).kindNumber] < .infinity else { return }
            let near = nearestPoint(of: edge, plane)
            if near.metres <= radius { found.append((edge, near)) }
        }
        func cost(_ row: Int) -> Double {
            let traits = traits(found[row].edge << 1)
            return found[row].near.metres * profile.factors[traits.kindNumber]
        }
        let nearest = found.indices.sorted {
            (cost($0), found[$0].edge) < (cost($1), found[$1].edge)
        }
        .prefix(Self.maximumEdges)
        return nearest.flatMap { row -> [VehicleCandidate] in
            let (edge, near) = found[row]
            let cost = near.metres * profile.gapFactor
            let forward = edge << 1
            return [
                VehicleCandidate(
                    directed: forward, along: near.along, coordinate: near.place, cost: cost),
                VehicleCandidate(
                    directed: forward | 1, along: max(0, metres(forward) - near.along),
                    coordinate: near.place, cost: cost),
            ]
        }
    }

    /// Returns the point of an edge that is nearest to the plane's origin.
    private func nearestPoint(
        of edge: Int, _ plane: FixedPlane
    ) -> (metres: Double, along: Double, place: Coordinate) {
        let rows = Int(firstPoints[edge])..<Int(firstPoints[edge + 1])
        var best = (square: Double.infinity, along: 0.0, row: rows.lowerBound, share: 0.0)
        var walked = 0.0
        var from = plane.offset(points[rows.lowerBound].latitude, points[rows.lowerBound].longitude)
        for row in rows.dropFirst() {
            let to = plane.offset(points[row].latitude, points[row].longitude)
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            let square = dx * dx + dy * dy
            let share = square > 0 ? max(0, min(1, -(from.x * dx + from.y * dy) / square)) : 0
            let (x, y) = (from.x + share * dx, from.y + share * dy)
            let length = square.squareRoot()
            if x * x + y * y < best.square {
                best = (x * x + y * y, walked + share * length, row - 1, share)
            }
            walked += length
            from = to
        }
        let place = points[best.row].coordinate.interpolated(
            to: points[best.row + 1].coordinate, fraction: best.share)
        return (best.square.squareRoot(), min(best.along, metres(edge << 1)), place)
    }
}
