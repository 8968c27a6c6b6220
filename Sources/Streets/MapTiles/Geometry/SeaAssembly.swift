/// Makes the sea of coastlines, which have the land on their left and water on their right.
struct SeaAssembly {
    private let box: WorldBox

    /// The length of the box's border, in units.
    private var borderLength: Int64 { 2 * (width + height) }
    private var width: Int64 { Int64(box.maxX) - Int64(box.minX) }
    private var height: Int64 { Int64(box.maxY) - Int64(box.minY) }

    init(in box: WorldBox) {
        self.box = box
    }

    /// Returns the sea within the box as rings; empty without coastlines.
    ///
    /// Coastlines that end within the box are left out: where an extract is cut off, nobody knows
    /// on which side the sea is.
    func rings(of coastlines: [[WorldPoint]]) -> [[WorldPoint]] {
        guard width > 0, height > 0 else { return [] }
        let (closed, open) = Rings.joined(coastlines, mayTurn: false)
        var rings: [[WorldPoint]] = []
        var pieces: [[WorldPoint]] = []
        for ring in closed {
            if box.contains(WorldBox(ring)) {
                rings.append(ring)
            } else {
                pieces += self.pieces(of: ring, isRing: true)
            }
        }
        for line in open { pieces += self.pieces(of: line, isRing: false) }
        if pieces.isEmpty {
            // Islands alone are surrounded by the sea; lakes alone are not.
            let hasIslands = rings.contains { Rings.doubleArea($0) < 0 }
            return hasIslands ? [border] + rings : rings
        }
        return closedAlongBorder(pieces) + rings
    }

    private var border: [WorldPoint] {
        let corners = (0..<4).map(corner)
        return corners + corners.prefix(1)
    }

    /// Returns the parts of a line that enter and leave the box at its border.
    private func pieces(of line: [WorldPoint], isRing: Bool) -> [[WorldPoint]] {
        var line = line
        if isRing, let outside = line.firstIndex(where: { !box.contains($0) }) {
            // A ring is turned so that it begins outside.
            line = Array(line[outside...] + line.dropFirst().prefix(outside))
        }
        return Clipping.line(line, to: box).filter { part in
            guard let first = part.first, let last = part.last else { return false }
            return position(of: first) != nil && position(of: last) != nil && first != last
        }
    }

    /// Joins pieces along the border: from the end of each one clockwise, with the water on the
    /// right, to the start of the next one.
    private func closedAlongBorder(_ pieces: [[WorldPoint]]) -> [[WorldPoint]] {
        let starts = pieces.enumerated().compactMap { number, piece in
            piece.first.flatMap(position).map { (position: $0, number: number) }
        }.sorted { $0.position < $1.position }
        var isUsed = [Bool](repeating: false, count: pieces.count)
        var rings: [[WorldPoint]] = []
        for first in pieces.indices where !isUsed[first] {
            var ring: [WorldPoint] = []
            var number = first
            while !isUsed[number] {
                isUsed[number] = true
                ring += pieces[number]
                guard let end = pieces[number].last.flatMap(position) else { break }
                let next = starts.first { $0.position >= end } ?? starts.first
                guard let next else { break }
                ring += corners(from: end, to: next.position)
                number = next.number
            }
            if let start = ring.first { ring.append(start) }
            if ring.count > 3 { rings.append(ring) }
        }
        return rings
    }

    /// Returns how far along the border, clockwise from the north-western corner, a point is; nil
    /// if it is not on the border.
    private func position(of point: WorldPoint) -> Int64? {
        let (x, y) = (Int64(point.x) - Int64(box.minX), Int64(point.y) - Int64(box.minY))
        if y <= 1 { return x }
        if width - x <= 1 { return width + y }
        if height - y <= 1 { return width + height + (width - x) }
        if x <= 1 { return 2 * width + height + (height - y) }
        return nil
    }

    /// Returns a corner of the box, clockwise from the north-western one.
    private func corner(_ number: Int) -> WorldPoint {
        switch number {
        case 0: WorldPoint(x: box.minX, y: box.minY)
        case 1: WorldPoint(x: box.maxX, y: box.minY)
        case 2: WorldPoint(x: box.maxX, y: box.maxY)
        default: WorldPoint(x: box.minX, y: box.maxY)
        }
    }

    private func corners(from start: Int64, to end: Int64) -> [WorldPoint] {
        let end = end >= start ? end : end + borderLength
        let positions = [0, width, width + height, 2 * width + height]
        var found: [WorldPoint] = []
        for round in 0..<2 {
            for (number, position) in positions.enumerated() {
                let position = position + Int64(round) * borderLength
                if position > start, position < end { found.append(corner(number)) }
            }
        }
        return found
    }
}
