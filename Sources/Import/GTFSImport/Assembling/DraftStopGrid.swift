import TransitModel

/// The served stops of a draft, sorted into square cells to find those near one another.
struct DraftStopGrid {
    private let draft: NetworkDraft
    private let cellDegrees: Double
    private var cells: [Cell: [Int]] = [:]

    private struct Cell: Hashable {
        var x: Int
        var y: Int
    }

    /// No cell is smaller than this, in metres.
    private static let minimumCellMetres = 1.0

    init(_ draft: NetworkDraft, isServed: [Bool], cellMetres: Double) {
        self.draft = draft
        cellDegrees = max(Self.minimumCellMetres, cellMetres) / 111_195
        for row in draft.stops.indices where isServed[row] {
            if let place = draft.stops[row].coordinate {
                cells[cell(place), default: []].append(row)
            }
        }
    }

    private func cell(_ place: Coordinate) -> Cell {
        // Beside a pole, a few metres are many degrees of longitude.
        let east = max(-720, min(720, place.longitude))
        return Cell(
            x: Int((east / cellDegrees).rounded(.down)),
            y: Int((place.latitude / cellDegrees).rounded(.down)))
    }

    /// Calls `body` with each other stop within `radius` metres and its distance.
    func forEachNear(_ row: Int, radius: Double, _ body: (Int, Double) -> Void) {
        guard let place = draft.stops[row].coordinate else { return }
        let plane = LocalPlane(around: place)
        let home = cell(place)
        // Degrees of longitude shrink towards the poles, so that more cells are searched there.
        let edge = plane.coordinate(x: radius, y: 0)
        let reach = min(60, cell(edge).x - home.x + 1)
        for y in home.y - 1...home.y + 1 {
            for x in home.x - reach...home.x + reach {
                for other in cells[Cell(x: x, y: y)] ?? [] where other != row {
                    guard let target = draft.stops[other].coordinate else { continue }
                    let point = plane.point(target)
                    let metres = (point.x * point.x + point.y * point.y).squareRoot()
                    if metres <= radius { body(other, metres) }
                }
            }
        }
    }
}
