#if !hasFeature(Embedded)

package import TransitModel

/// A part of a network that a device can keep in place of the whole: the surroundings of a busy
/// station, and each line that calls there, with all its stops.
///
/// Between two stops of the region a connection is missing only if it has a ride on a line that
/// does not call in the region, so it has three rides or more.
package struct NetworkRegion: Sendable {
    /// The distance from the centre at which the region ends, in metres as the crow flies.
    package static let radiusMetres = 40_000

    /// The station in the middle, or a stop without a station.
    package let centre: StopIndex
    /// The location of the centre.
    package let coordinate: Coordinate

    /// Returns regions that together have most of a network's service: around the stations with
    /// the most departures, each beyond the regions before it.
    ///
    /// Complexity: O(stops × `limit`).
    package static func regions(of timetable: Timetable, limit: Int) -> [NetworkRegion] {
        let stops = timetable.stops
        var departures = [Int](repeating: 0, count: stops.count)
        for pattern in timetable.patterns.indices {
            let runs = timetable.patterns.allRunCount(of: pattern)
            for stop in timetable.patterns.stops(of: pattern) {
                departures[(stops.parent(stop) ?? stop).row] += runs
            }
        }
        var rest = stops.indices.compactMap { stop in
            stops.coordinate(stop).map { NetworkRegion(centre: stop, coordinate: $0) }
        }
        rest.removeAll { departures[$0.centre.row] == 0 }
        var regions: [NetworkRegion] = []
        while regions.count < limit,
            let next = rest.max(by: {
                (departures[$0.centre.row], $1.centre.row)
                    < (departures[$1.centre.row], $0.centre.row)
            })
        {
            regions.append(next)
            rest.removeAll { next.reaches($0.coordinate, beyond: 0) }
        }
        return regions
    }

    /// Whether a location is in the region, or at most `beyond` metres from it.
    private func reaches(_ other: Coordinate, beyond: Double) -> Bool {
        coordinate.distanceMetres(to: other) <= Double(Self.radiusMetres) + beyond
    }

    /// The rows of a network that a region keeps, in order.
    struct Rows {
        let stops: [UInt32]
        let patterns: [UInt32]
    }

    /// Returns the stops and patterns of the region's lines.
    ///
    /// Lines that call within a walk of the region belong to it, because walks lead to them.
    func rows(of timetable: Timetable) -> Rows {
        let (stops, patterns) = (timetable.stops, timetable.patterns)
        let walk = Double(timetable.metadata[.walkingRadius])
        var isInside = [Bool](repeating: false, count: stops.count)
        for stop in stops.indices {
            guard let place = stops.coordinate(stop), reaches(place, beyond: walk) else { continue }
            // A station is inside as a whole, with the stops that are joined to it.
            for part in stops.parts(of: stops.root(of: stop)) { isInside[part.row] = true }
        }
        var routes: Set<RouteIndex> = []
        for pattern in patterns.indices
        where patterns.stops(of: pattern).contains(where: { isInside[$0.row] }) {
            routes.insert(patterns.routes[pattern])
        }
        let kept = patterns.indices.filter { routes.contains(patterns.routes[$0]) }
        var isKept = isInside
        for pattern in kept {
            for stop in patterns.stops(of: pattern) {
                isKept[stop.row] = true
                isKept[stops.root(of: stop).row] = true
                if let parent = stops.parent(stop) { isKept[parent.row] = true }
            }
        }
        return Rows(
            stops: stops.indices.filter { isKept[$0.row] }.map(\.rawValue),
            patterns: kept.map(\.rawValue))
    }
}

extension StopColumns {
    /// The station of a stop or of one of its boarding areas; the stop itself without one.
    fileprivate func root(of stop: StopIndex) -> StopIndex {
        guard let parent = parent(stop) else { return stop }
        return self.parent(parent) ?? parent
    }
}

#endif
