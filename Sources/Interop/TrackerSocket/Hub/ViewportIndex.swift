/// Who looks at which part of the map: finds those who see a place without asking everybody.
///
/// The map is cut into squares, and each square knows who looks at it. Who looks at very many
/// squares is asked every time.
struct ViewportIndex {
    /// The side of a square in metres of the map: a vehicle's next minutes touch a few of them.
    private static let side = 8192.0
    /// Views of more squares than this are kept apart.
    private static let maximumSquares = 400.0

    private struct Square: Hashable {
        let column: Int32
        let row: Int32
    }

    private var squares: [Square: Set<Int>] = [:]
    private var wide: Set<Int> = []
    private var boxes: [Int: MercatorBox] = [:]

    /// Lets a viewer look at a box, and no more at the one before.
    mutating func set(_ viewer: Int, to box: MercatorBox) {
        remove(viewer)
        boxes[viewer] = box
        guard let covered = Self.squares(of: box) else {
            wide.insert(viewer)
            return
        }
        for square in covered { squares[square, default: []].insert(viewer) }
    }

    /// Forgets a viewer.
    mutating func remove(_ viewer: Int) {
        guard let box = boxes.removeValue(forKey: viewer) else { return }
        wide.remove(viewer)
        for square in Self.squares(of: box) ?? [] {
            squares[square]?.remove(viewer)
            if squares[square]?.isEmpty == true { squares[square] = nil }
        }
    }

    /// Adds those whose box shares a place with this one.
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

    /// The squares that a box touches; nil if they are too many.
    private static func squares(of box: MercatorBox) -> [Square]? {
        // Whatever lies beyond the map counts as its edge, so that numbers stay small.
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
