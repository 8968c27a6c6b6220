import Timetables
import TransitModel

/// The stops at which vehicles call, in squares of the map, to find those near a place.
struct NearStops: Sendable {
    /// A stop near a place.
    struct Hit {
        let stop: StopIndex
        /// As the crow flies.
        let metres: Double
    }

    private struct Cell: Hashable {
        let x: Int32
        let y: Int32
    }

    /// A hundredth of a degree: 1.1 km from south to north, less from west to east.
    private static let cellsPerDegree = 100.0
    private let timetable: Timetable
    private let cells: [Cell: [StopIndex]]

    /// - Complexity: linear in the stops.
    init(_ timetable: Timetable) {
        self.timetable = timetable
        var cells: [Cell: [StopIndex]] = [:]
        for stop in timetable.stops.indices where !timetable.stops.callOffsets[stop].isEmpty {
            guard let place = timetable.stops.coordinate(stop), place.isPlausible else { continue }
            cells[Self.cell(place), default: []].append(stop)
        }
        self.cells = cells
    }

    private static func cell(_ place: Coordinate) -> Cell {
        Cell(
            x: Int32((place.longitude * cellsPerDegree).rounded(.down)),
            y: Int32((place.latitude * cellsPerDegree).rounded(.down)))
    }

    /// The stops within so many metres (at most 15 km), the nearest first.
    /// - Complexity: linear in the squares and stops that lie within.
    func stops(around place: Coordinate, metres: Double) -> [Hit] {
        let radius = min(15_000, max(0, metres))
        let plane = LocalPlane(around: place)
        let corner = plane.coordinate(x: radius, y: radius)
        let middle = Self.cell(place)
        // Near the poles a square is a sliver; nothing runs there.
        let wide = min(1000, Int32((corner.longitude - place.longitude) * Self.cellsPerDegree) + 1)
        let high = Int32((corner.latitude - place.latitude) * Self.cellsPerDegree) + 1
        var hits: [Hit] = []
        for x in (middle.x - wide)...(middle.x + wide) {
            for y in (middle.y - high)...(middle.y + high) {
                for stop in cells[Cell(x: x, y: y)] ?? [] {
                    guard let there = timetable.stops.coordinate(stop) else { continue }
                    let distance = place.distanceMetres(to: there)
                    if distance <= radius { hits.append(Hit(stop: stop, metres: distance)) }
                }
            }
        }
        return hits.sorted { ($0.metres, $0.stop) < ($1.metres, $1.stop) }
    }

    /// The nearest stop however far; nil if none has a place.
    /// - Complexity: linear in all stops.
    func nearest(to place: Coordinate) -> Hit? {
        var best: Hit?
        for stops in cells.values {
            for stop in stops {
                guard let there = timetable.stops.coordinate(stop) else { continue }
                let metres = place.distanceMetres(to: there)
                if metres < best?.metres ?? .infinity
                    || metres == best?.metres && stop < best?.stop ?? .none
                {
                    best = Hit(stop: stop, metres: metres)
                }
            }
        }
        return best
    }
}
