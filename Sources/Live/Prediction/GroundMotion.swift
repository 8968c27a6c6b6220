import Foundation
import Realtime
import TransitModel

/// Where vehicles on a loop move from a position, regardless of the loop's path.
///
/// Shuttles turn early, take shortcuts and drive back on the other side of the street. The usual
/// displacement after each of ``ProjectedMotion/ages`` is stored by position, course and pace.
enum GroundMotion {
    /// The size of a grid cell; positions within it are not distinguished, in metres.
    private static let placeMetres = 100.0
    private static let metresPerDegree = 111_195.0

    /// Returns the keys of position and course, and of position, course and pace; empty where a
    /// timetable applies.
    static func keys(_ fix: VehicleFix, _ progress: VehicleProgress) -> [TravelProfile.Key] {
        guard progress.schedule.lap != nil else { return [] }
        let place = fix.coordinate
        let north = (place.latitude * metresPerDegree / placeMetres).rounded(.down)
        let scale = cos((place.latitude.rounded()) * .pi / 180)
        let east = (place.longitude * scale * metresPerDegree / placeMetres).rounded(.down)
        let octant = progress.course.map { UInt64(($0 / 45).rounded()) % 8 } ?? 8
        var key = progress.schedule.routeKey ^ UInt64(bitPattern: Int64(north))
        key = TravelProfile.mixed(key &* 0x9e37_79b9_7f4a_7c15)
        key = TravelProfile.mixed(key ^ UInt64(bitPattern: Int64(east)))
        return [8, progress.pace?.rawValue ?? 0].map {
            TravelProfile.mixed(key ^ (octant << 4 | $0))
        }
    }

    /// Returns the cells of the displacement to the east and to the north after one of
    /// ``ProjectedMotion/ages``.
    static func cells(
        _ key: TravelProfile.Key, age: Int
    ) -> (east: TravelProfile.Key, north: TravelProfile.Key) {
        (
            TravelProfile.distanceKey(key, age: 10 + age),
            TravelProfile.distanceKey(key, age: 20 + age)
        )
    }

    /// Returns the displacement between two coordinates, in metres to the east and to the north.
    static func metres(from: Coordinate, to: Coordinate) -> (east: Double, north: Double) {
        let scale = cos(from.latitude * .pi / 180) * metresPerDegree
        return (
            (to.longitude - from.longitude) * scale,
            (to.latitude - from.latitude) * metresPerDegree
        )
    }

    /// Returns the coordinate at a displacement, in metres to the east and to the north.
    static func place(from: Coordinate, east: Double, north: Double) -> Coordinate {
        let scale = cos(from.latitude * .pi / 180) * metresPerDegree
        return Coordinate(
            latitude: from.latitude + north / metresPerDegree,
            longitude: from.longitude + (scale > 0 ? east / scale : 0))
    }
}

extension TravelProfile {
    /// Learns a vehicle's displacement from a position, in metres.
    mutating func learn(
        motion: (east: Double, north: Double), stretched: Double, keys: [Key], age: Int
    ) {
        for key in keys {
            let cells = GroundMotion.cells(key, age: age)
            learn(distance: motion.east * stretched, cell: cells.east)
            learn(distance: motion.north * stretched, cell: cells.north)
        }
    }

    /// Returns the predicted coordinate after one of ``ProjectedMotion/ages``: where earlier
    /// vehicles moved from `start`, relying on `expected` where few were seen.
    func place(
        from start: Coordinate, keys: [Key], age: Int, expected: Coordinate
    ) -> Coordinate {
        keys.reduce(expected) { place, key in
            let names = GroundMotion.cells(key, age: age)
            guard let east = cell(names.east), let north = cell(names.north) else { return place }
            let seen = GroundMotion.place(
                from: start, east: Double(east.deviation), north: Double(north.deviation))
            return place.interpolated(
                to: seen, fraction: Double(east.weight / (east.weight + 4)))
        }
    }
}
