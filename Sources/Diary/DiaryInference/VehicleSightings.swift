package import TransitModel

/// Where vehicles were seen while somebody rode, as evidence for the run.
///
/// A vehicle that was where the rider was, all along the way, was the rider's.
package struct VehicleSightings: Sendable {
    /// A vehicle at a position and time.
    package struct Sighting: Sendable {
        /// In Unix seconds.
        let time: Double
        let place: Coordinate
        /// The GTFS `route_id`; nil if unknown.
        let route: String?
        /// The GTFS `trip_id` named by the source; nil if it named none.
        let trip: String?

        package init(time: Double, place: Coordinate, route: String?, trip: String?) {
            self.time = time
            self.place = place
            self.route = route
            self.trip = trip
        }
    }

    /// A vehicle that moved along with a rider.
    struct Companion {
        let route: String
        let trip: String?
        /// The share of the rider's fixes at which it was near.
        let share: Double
    }

    /// The maximum distance of a vehicle, in metres, in addition to half of the fix's accuracy.
    private static let near = 100.0
    /// The maximum gap between two sightings to interpolate between them, in seconds.
    private static let maximumBlink = 120.0
    /// The minimum share of the fixes at which it must be near, and the minimum number of fixes.
    private static let minimumShare = 0.8
    private static let minimumFixes = 4

    private var vehicles: [String: [Sighting]] = [:]
    /// The vehicles whose sightings are not in order of time.
    private var unordered: Set<String> = []

    package init() {}

    package mutating func add(_ vehicle: String, _ sighting: Sighting) {
        if let last = vehicles[vehicle]?.last, last.time > sighting.time {
            unordered.insert(vehicle)
        }
        vehicles[vehicle, default: []].append(sighting)
    }

    package var isEmpty: Bool { vehicles.isEmpty }

    /// Returns whether any vehicle of a route was seen in a span of Unix seconds, wherever it was.
    func saw(route: String, from start: Double, to end: Double) -> Bool {
        vehicles.values.contains { sightings in
            sightings.contains { $0.route == route && $0.time >= start && $0.time <= end }
        }
    }

    /// Returns the vehicles that were where a ride's fixes were, the one with the largest share
    /// first.
    func companions(of fixes: [FollowedLine.Fix]) -> [Companion] {
        let found = vehicles.compactMap { id, sightings -> (String, Companion)? in
            let ordered =
                unordered.contains(id) ? sightings.sorted { $0.time < $1.time } : sightings
            return companion(ordered, fixes).map { (id, $0) }
        }
        return found.sorted { ($1.1.share, $0.0) < ($0.1.share, $1.0) }.map { $0.1 }
    }

    private func companion(_ sightings: [Sighting], _ fixes: [FollowedLine.Fix]) -> Companion? {
        var seen = 0
        var near = 0
        var names: [String: Int] = [:]
        var routes: [String: Int] = [:]
        var row = 0
        for fix in fixes {
            while row + 1 < sightings.count, sightings[row + 1].time <= fix.time { row += 1 }
            guard row + 1 < sightings.count, sightings[row].time <= fix.time else { continue }
            let (a, b) = (sightings[row], sightings[row + 1])
            guard b.time - a.time <= Self.maximumBlink else { continue }
            seen += 1
            let place = a.place.interpolated(
                to: b.place, fraction: (fix.time - a.time) / max(0.001, b.time - a.time))
            guard place.distanceMetres(to: fix.place) <= Self.near + fix.accuracy / 2 else {
                continue
            }
            near += 1
            if let trip = a.trip { names[trip, default: 0] += 1 }
            if let route = a.route { routes[route, default: 0] += 1 }
        }
        // At least half of the fixes must be covered: a vehicle that passes by does not count.
        guard seen >= max(Self.minimumFixes, fixes.count / 2),
            Double(near) >= Self.minimumShare * Double(seen),
            let route = routes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key
        else { return nil }
        return Companion(
            route: route, trip: names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key,
            share: Double(near) / Double(seen))
    }
}
