#if !hasFeature(Embedded)
import Foundation
#endif
import Timetables
import TransitModel

/// The stops sorted from south to north, to find those near a coordinate without scanning all.
struct PointColumns: Sendable {
    /// In ten-millionths of a degree, ascending.
    let latitudes: [Int32]
    /// In ten-millionths of a degree.
    let longitudes: [Int32]
    /// The place of each point.
    let places: [UInt32]

    var bytes: Int { places.count * 12 }

    /// Indexes the members of all places, and stations themselves.
    init(_ columns: StopGroupColumns, _ timetable: Timetable) {
        let stops = timetable.stops
        let located = stops.indices.filter { stop in
            columns.ofStop[stop.row] != .max && StopGroups.isSearchable(stop, stops)
                && stops.coordinate(stop) != nil
        }.sorted { (stops.latitudes[$0], $0) < (stops.latitudes[$1], $1) }
        latitudes = located.map { stops.latitudes[$0] }
        longitudes = located.map { stops.longitudes[$0] }
        places = located.map { columns.ofStop[$0.row] }
    }

    /// Returns the places within a distance of a coordinate and their distances, the nearest first.
    ///
    /// - Complexity: linear in the points in the band of latitudes.
    func places(within metres: Double, of center: Coordinate) -> [(place: Int, metres: Double)] {
        guard center.latitude.isFinite, center.longitude.isFinite else { return [] }
        let metresPerDegree = Coordinate.earthRadiusMetres * .pi / 180
        let reach = metres / metresPerDegree * 1.001 + 1e-6
        let south = Self.units(center.latitude - reach)
        let north = Self.units(center.latitude + reach)
        var row = firstRow(atOrNorthOf: south)
        // The same distance spans more degrees of longitude towards the poles, and all of them near
        // a pole.
        let farthest = min(89.9, max(abs(center.latitude - reach), abs(center.latitude + reach)))
        let width = reach / EastScale.at(latitude: farthest)
        var nearest: [UInt32: Double] = [:]
        while row < latitudes.count, latitudes[row] <= north {
            defer { row += 1 }
            let longitude = Double(longitudes[row]) / 1e7
            let apart = abs(longitude - center.longitude)
            guard min(apart, 360 - apart) <= width || reach + abs(center.latitude) >= 89.9
            else { continue }
            let point = Coordinate(latitude: Double(latitudes[row]) / 1e7, longitude: longitude)
            let distance = point.distanceMetres(to: center)
            guard distance <= metres else { continue }
            nearest[places[row]] = min(nearest[places[row]] ?? .infinity, distance)
        }
        return nearest.map { (Int($0.key), $0.value) }
            .sorted { ($0.metres, $0.place) < ($1.metres, $1.place) }
    }

    private func firstRow(atOrNorthOf latitude: Int32) -> Int {
        latitudes.partitioningIndex { $0 >= latitude }
    }

    private static func units(_ degrees: Double) -> Int32 {
        Int32(min(90, max(-90, degrees)) * 1e7)
    }
}

/// The length of a degree of longitude in degrees of latitude.
enum EastScale {
    /// 1 at the equator, 0 at the poles.
    static func at(latitude: Double) -> Double { cos(latitude * .pi / 180) }
}
