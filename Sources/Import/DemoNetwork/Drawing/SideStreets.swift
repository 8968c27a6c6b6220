/// Draws the side streets of the settlements: blocks between the streets that have lines.
///
/// A side street leaves its street at a right angle and ends at the next one, before water,
/// railways and parks, or at the edge of the settlement; cross streets join neighbouring side
/// streets. Equal streets give equal side streets.
struct SideStreets {
    /// The drawn side streets, which share a point with each street that they meet.
    private(set) var lines: [[Point]] = []
    private var vertices = PointGrid(side: 80)
    private var barriers = PointGrid(side: 80)
    private var stops = PointGrid(side: 600)
    /// The number of streets so far, which are numbered in the grid.
    private var count = 0

    /// The distance between two points of a side street, in metres.
    private static let step = 20.0
    /// Points of a street between two side streets.
    private static let stride = 6
    /// A street as near as this is joined, in metres.
    private static let joining = 26.0
    /// The distance from other streets at which a side street begins, in metres.
    private static let clearance = 48.0
    /// The distance from water, railways and parks, in metres.
    private static let barrierDistance = 32.0
    /// The distance from a stop at which a settlement ends, in metres.
    private static let reach = 300.0

    /// Draws side streets; `streets` are those that they begin and end at, `barriers` what they do
    /// not cross, with a point every sixty metres or less, and `stops` the middles of settlements.
    init(_ streets: [[Point]], barriers: [Point], stops: [Point]) {
        for (number, street) in streets.enumerated() {
            for point in street { vertices.insert(point, of: number) }
        }
        for point in barriers { self.barriers.insert(point, of: 0) }
        for point in stops { self.stops.insert(point, of: 0) }
        count = streets.count
        for (number, street) in streets.enumerated() {
            addBranches(of: street, number, steps: 11, first: 2)
        }
        for (row, line) in lines.enumerated() {
            addBranches(of: line, streets.count + row, steps: 8, first: 5)
        }
    }

    /// Adds side streets on both sides of a street, each of at most `steps` steps.
    private mutating func addBranches(of street: [Point], _ number: Int, steps: Int, first: Int) {
        var index = first
        while index + 1 < street.count {
            let start = street[index]
            let along = (street[index + 1] - street[index - 1]).normalised
            let isClear = vertices.nearest(to: start, within: Self.clearance, notOf: number) == nil
            guard isClear, isOpen(start, beside: 0) else {
                index += 1
                continue
            }
            for side in [along.toTheRight, along.toTheRight * -1] {
                guard let line = branch(from: start, side, steps: steps) else { continue }
                for point in line.dropFirst() { vertices.insert(point, of: count) }
                lines.append(line)
                count += 1
            }
            index += Self.stride
        }
    }

    /// Returns a side street; nil if there is no room for one that is worth its name.
    private func branch(from start: Point, _ direction: Point, steps: Int) -> [Point]? {
        var line = [start]
        for step in 1...steps {
            let next = start + direction * (Double(step) * Self.step)
            guard isOpen(next, beside: Self.barrierDistance) else { break }
            let met = vertices.nearest(to: next, within: Self.joining, notOf: -1) {
                $0.distance(to: start) > Self.clearance
            }
            if let met {
                line.append(met)
                return line.count > 3 ? line : nil
            }
            // The street itself may bend back.
            if step > 2, vertices.nearest(to: next, within: Self.joining, notOf: -1) != nil {
                return nil
            }
            line.append(next)
        }
        return line.count > 5 ? line : nil
    }

    /// Whether a point is in a settlement, and so far from what streets do not cross.
    private func isOpen(_ point: Point, beside metres: Double) -> Bool {
        stops.nearest(to: point, within: Self.reach, notOf: -1) != nil
            && (metres == 0 || barriers.nearest(to: point, within: metres, notOf: -1) == nil)
    }
}

/// Points in squares, to find those near a place.
private struct PointGrid {
    private struct Cell: Hashable {
        let x: Int
        let y: Int
    }

    private var cells: [Cell: [(point: Point, owner: Int)]] = [:]
    private let side: Double

    /// Creates an empty grid of squares with this side, in metres.
    init(side: Double) {
        self.side = side
    }

    mutating func insert(_ point: Point, of owner: Int) {
        cells[Cell(x: index(point.x), y: index(point.y)), default: []].append((point, owner))
    }

    /// Returns the nearest point within a distance; nil if there is none.
    func nearest(
        to place: Point, within metres: Double, notOf owner: Int,
        where isWanted: (Point) -> Bool = { _ in true }
    ) -> Point? {
        var best: Point?
        var distance = metres
        for x in index(place.x - metres)...index(place.x + metres) {
            for y in index(place.y - metres)...index(place.y + metres) {
                for other in cells[Cell(x: x, y: y)] ?? [] where other.owner != owner {
                    let metres = other.point.distance(to: place)
                    if metres < distance, isWanted(other.point) {
                        (best, distance) = (other.point, metres)
                    }
                }
            }
        }
        return best
    }

    private func index(_ metres: Double) -> Int { Int((metres / side).rounded(.down)) }
}
