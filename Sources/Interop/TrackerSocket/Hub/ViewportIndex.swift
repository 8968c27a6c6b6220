/// A spatial index of the clients' areas.
///
/// The map is divided into squares, each with the clients whose area covers it. Clients with areas
/// of very many squares are kept in one list and tested each time.
struct ViewportIndex {
    /// The side of a square in map metres; a vehicle's next minutes cover a few squares.
    private static let side = 8192.0
    /// Areas of more squares than this are kept in the list of wide ones.
    private static let maximumSquares = 400.0

    private struct Square: Hashable {
        let column: Int32
        let row: Int32
    }

    private var squares: [Square: Set<Int>] = [:]
    private var wide: Set<Int> = []
    private var boxes: [Int: MercatorBox] = [:]

    /// Sets a client's area in place of its previous one.
    mutating func set(_ viewer: Int, to box: MercatorBox) {
        remove(viewer)
        boxes[viewer] = box
        guard let covered = Self.squares(of: box) else {
            wide.insert(viewer)
            return
        }
        for square in covered { squares[square, default: []].insert(viewer) }
    }

    /// Removes a client.
    mutating func remove(_ viewer: Int) {
        guard let box = boxes.removeValue(forKey: viewer) else { return }
        wide.remove(viewer)
        for square in Self.squares(of: box) ?? [] {
            squares[square]?.remove(viewer)
            if squares[square]?.isEmpty == true { squares[square] = nil }
        }
    }

    /// Adds the clients whose area intersects the box.
    func collect(_ box: MercatorBox, into found: inout Set<Int>) {
        guard let covered = Self.squares(of: box) else {
            for (viewer, seen) in boxes where seen.intersects(box) { found.insert(viewer) }
            return
        }
        for viewer in wide where boxes[viewer]?.intersects(box) == true { found.insert(viewer) }
        for square in covered {
            for viewer in squares[square] ?? [] where boxes[viewer]?.intersects(box) == true {
                found.insert(viewer)
            }
        }
    }

    /// Returns the squares that a box touches; nil if there are too many.
    private static func squares(of box: MercatorBox) -> [Square]? {
        // Coordinates are clamped to the map's edge, so that the numbers fit.
        func cell(_ metres: Double) -> Double {
            (min(max(metres, -MercatorPoint.edge), MercatorPoint.edge) / side).rounded(.down)
        }
        let (left, right) = (cell(box.left), cell(box.right))
        let (bottom, top) = (cell(box.bottom), cell(box.top))
        guard (right - left + 1) * (top - bottom + 1) <= maximumSquares else { return nil }
        var squares: [Square] = []
        for column in Int32(left)...Int32(right) {
            for row in Int32(bottom)...Int32(top) {
                squares.append(Square(column: column, row: row))
            }
        }
        return squares
    }
}
