import Timetables
import TransitModel

/// An index of the stops at which vehicles call, by location.
struct NearStops: Sendable {
    struct Hit {
        let stop: StopIndex
        /// As the crow flies.
        let metres: Double
    }

    private let grid: PlaceGrid<StopIndex>

    /// - Complexity: O(*n* log *n*) in the stops.
    init(_ timetable: Timetable) {
        let stops = timetable.stops
        let called = stops.indices.lazy.filter { !stops.callOffsets[$0].isEmpty }
        let items = called.compactMap { stop in
            stops.coordinate(stop).flatMap { $0.isPlausible ? (stop, $0) : nil }
        }
        grid = PlaceGrid(items, cellDegrees: 0.01)
    }

    /// Returns the stops within `metres` (at most 15 km), nearest first.
    /// - Complexity: linear in the stops of the grid cells within the radius.
    func stops(around place: Coordinate, metres: Double) -> [Hit] {
        var hits: [Hit] = []
        grid.forEach(around: place, metres: min(15_000, max(0, metres))) {
            hits.append(Hit(stop: $0, metres: $1))
        }
        return hits.sorted { ($0.metres, $0.stop) < ($1.metres, $1.stop) }
    }

    /// Returns the nearest stop at any distance; nil if no stop has a coordinate.
    /// - Complexity: linear in all stops.
    func nearest(to place: Coordinate) -> Hit? {
        var best: Hit?
        grid.forEach { stop, there in
            let metres = place.distanceMetres(to: there)
            if metres < best?.metres ?? .infinity
                || metres == best?.metres && stop < best?.stop ?? .none
            {
                best = Hit(stop: stop, metres: metres)
            }
        }
        return best
    }
}
