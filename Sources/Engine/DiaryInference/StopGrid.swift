import Timetables
import TransitModel

/// Finds the stops about a place.
struct StopGrid: Sendable {
    private struct Cell: Hashable {
        let row: Int32
        let column: Int32
    }

    /// The size of a cell in degrees, about 550 m from south to north.
    private static let cellDegrees = 0.005
    private let cells: [Cell: [StopIndex]]
    private let stops: StopColumns

    /// Prepares the stops that patterns call at.
    init(_ stops: StopColumns) {
        self.stops = stops
        var cells: [Cell: [StopIndex]] = [:]
        for stop in stops.indices where !stops.callOffsets[stop].isEmpty {
            guard let place = stops.coordinate(stop) else { continue }
            cells[Self.cell(place), default: []].append(stop)
        }
        self.cells = cells
    }

    /// The stops within some metres of a place, at most 500, and how far they are.
    func stops(near place: Coordinate, within metres: Double) -> [(stop: StopIndex, away: Double)] {
        let middle = Self.cell(place)
        // A cell is narrower towards the poles.
        let reach: Int32 = abs(place.latitude) > 60 ? 3 : 1
        var found: [(stop: StopIndex, away: Double)] = []
        for row in middle.row - 1...middle.row + 1 {
            for column in middle.column - reach...middle.column + reach {
                for stop in cells[Cell(row: row, column: column)] ?? [] {
                    guard let at = stops.coordinate(stop) else { continue }
                    let away = place.distanceMetres(to: at)
                    if away <= metres { found.append((stop, away)) }
                }
            }
        }
        return found
    }

    private static func cell(_ place: Coordinate) -> Cell {
        Cell(
            row: Int32((place.latitude / cellDegrees).rounded(.down)),
            column: Int32((place.longitude / cellDegrees).rounded(.down)))
    }
}
