import Timetables
import TransitModel

/// The stops at which vehicles call, to find those near a place.
struct NearStops: Sendable {
    /// A stop near a place.
    struct Hit {
        let stop: StopIndex
        /// As the crow flies.
        let metres: Double
    }

    private let grid: PlaceGrid<StopIndex>

    /// - Complexity: that of sorting the stops.
    init(_ timetable: Timetable) {
        let stops = timetable.stops
        var items: [(StopIndex, Coordinate)] = []
        for stop in stops.indices where !stops.callOffsets[stop].isEmpty {
            guard let place = stops.coordinate(stop), place.isPlausible else { continue }
            items.append((stop, place))
        }
        grid = PlaceGrid(items, cellDegrees: 0.01)
    }

    /// The stops within so many metres (at most 15 km), the nearest first.
    /// - Complexity: linear in the stops of the squares that lie within.
    func stops(around place: Coordinate, metres: Double) -> [Hit] {
        var hits: [Hit] = []
        grid.forEach(around: place, metres: min(15_000, max(0, metres))) {
            hits.append(Hit(stop: $0, metres: $1))
        }
        return hits.sorted { ($0.metres, $0.stop) < ($1.metres, $1.stop) }
    }

    /// The nearest stop however far; nil if none has a place.
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
