import Timetables
import TransitModel

/// A spatial index of the patterns by their stops.
struct PatternMap {
    /// The width of a cell in degrees: about one kilometre from north to south.
    private static let degrees = 0.01

    private struct Cell: Hashable {
        let x, y: Int
    }

    private var cells: [Cell: [PatternIndex]] = [:]

    init(_ timetable: Timetable) {
        let patterns = timetable.patterns
        for number in 0..<patterns.routes.count {
            let pattern = PatternIndex(number)
            var last: Cell?
            for stop in patterns.stops(of: pattern) {
                guard let place = timetable.stops.coordinate(stop) else { continue }
                let cell = Self.cell(place)
                // Between distant stops, a pattern passes through cells without a stop.
                for between in Self.cells(from: last ?? cell, to: cell)
                where cells[between]?.last != pattern {
                    cells[between, default: []].append(pattern)
                }
                last = cell
            }
        }
    }

    /// Returns the patterns with a stop, or a straight line between two stops, in the cell or an
    /// adjacent one.
    func patterns(around place: Coordinate) -> Set<PatternIndex> {
        let centre = Self.cell(place)
        var found: Set<PatternIndex> = []
        for x in centre.x - 1...centre.x + 1 {
            for y in centre.y - 1...centre.y + 1 {
                found.formUnion(cells[Cell(x: x, y: y)] ?? [])
            }
        }
        return found
    }

    private static func cell(_ place: Coordinate) -> Cell {
        Cell(
            x: Int((place.longitude / degrees).rounded(.down)),
            y: Int((place.latitude / degrees).rounded(.down)))
    }

    private static func cells(from: Cell, to: Cell) -> [Cell] {
        let steps = max(abs(to.x - from.x), abs(to.y - from.y))
        guard steps > 1, steps < 200 else { return [to] }
        return (1...steps).map { step in
            Cell(
                x: from.x + (to.x - from.x) * step / steps,
                y: from.y + (to.y - from.y) * step / steps)
        }
    }
}
