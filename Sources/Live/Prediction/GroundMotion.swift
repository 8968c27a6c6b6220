import Foundation
import Realtime
import Timetables
import TransitModel

/// How far and where to vehicles of a loop go from one place, whatever its line says.
///
/// Shuttles turn early, take short cuts and drive back on the other side of the street. Kept is the
/// usual displacement for each of ``ProjectedMotion/ages``, by place, course and pace.
enum GroundMotion {
    /// Places closer together than this are not told apart, in metres.
    private static let placeMetres = 100.0
    private static let metresPerDegree = 111_195.0

    /// Names place and course of a vehicle, and place, course and pace; empty where there is a
    /// timetable to go by.
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

    /// The cells for metres to the east and to the north after one of ``ProjectedMotion/ages``.
    static func cells(
        _ key: TravelProfile.Key, age: Int
    ) -> (east: TravelProfile.Key, north: TravelProfile.Key) {
        (
            TravelProfile.distanceKey(key, age: 10 + age),
            TravelProfile.distanceKey(key, age: 20 + age)
        )
    }

    /// Metres to the east and to the north from one place to another.
    static func metres(from: Coordinate, to: Coordinate) -> (east: Double, north: Double) {
        let scale = cos(from.latitude * .pi / 180) * metresPerDegree
        return (
            (to.longitude - from.longitude) * scale,
            (to.latitude - from.latitude) * metresPerDegree
        )
    }

    /// The place so many metres to the east and to the north.
    static func place(from: Coordinate, east: Double, north: Double) -> Coordinate {
        let scale = cos(from.latitude * .pi / 180) * metresPerDegree
        return Coordinate(
            latitude: from.latitude + north / metresPerDegree,
            longitude: from.longitude + (scale > 0 ? east / scale : 0))
    }
}

extension TravelProfile {
    /// Takes in where to a vehicle came from a place, in metres.
    mutating func learn(
        motion: (east: Double, north: Double), stretched: Double, keys: [Key], age: Int
    ) {
        for key in keys {
            let cells = GroundMotion.cells(key, age: age)
            learn(distance: motion.east * stretched, cell: cells.east)
            learn(distance: motion.north * stretched, cell: cells.north)
        }
    }

    /// A place after one of ``ProjectedMotion/ages``: where vehicles came from `start`, leaning on `expected`
    /// where few were seen.
    func place(
        from start: Coordinate, keys: [Key], age: Int, expected: Coordinate
    ) -> Coordinate {
        keys.reduce(expected) { place, key in
            let names = GroundMotion.cells(key, age: age)
            guard let east = cells[names.east], let north = cells[names.north] else { return place }
            let seen = GroundMotion.place(
                from: start, east: Double(east.deviation), north: Double(north.deviation))
            return place.interpolated(
                to: seen, fraction: Double(east.weight / (east.weight + 4)))
        }
    }
}
