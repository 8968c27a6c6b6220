/// Simplifies lines: the algorithm of Ramer, Douglas and Peucker, without recursion.
struct LineSimplifier {
    private var isKept: [Bool] = []
    private var open: [(first: Int, last: Int)] = []

    /// Returns the line without points that lie within `tolerance` units of the rest.
    ///
    /// Rings, whose first point is also the last, keep their first point and the one furthest from
    /// it.
    mutating func simplified(_ line: [WorldPoint], tolerance: Double) -> [WorldPoint] {
        guard line.count > 2, tolerance > 0 else { return line }
        isKept = [Bool](repeating: false, count: line.count)
        isKept[0] = true
        isKept[line.count - 1] = true
        open.removeAll(keepingCapacity: true)
        if line[0] == line[line.count - 1] {
            let start = line[0]
            let far = line.indices.max {
                Self.distance(line[$0], start) < Self.distance(line[$1], start)
            }
            let middle = far ?? 0
            guard middle > 0 else { return [line[0], line[0]] }
            isKept[middle] = true
            open = [(0, middle), (middle, line.count - 1)]
        } else {
            open = [(0, line.count - 1)]
        }
        let square = tolerance * tolerance
        while let (first, last) = open.popLast() {
            var worst = square
            var split = -1
            for number in first + 1..<max(first + 1, last) {
                let away = distance(line[number], from: line[first], to: line[last])
                if away > worst { (worst, split) = (away, number) }
            }
            guard split > 0 else { continue }
            isKept[split] = true
            open.append((first, split))
            open.append((split, last))
        }
        return zip(line, isKept).compactMap { $0.1 ? $0.0 : nil }
    }

    /// Returns the square of the distance between two points.
    private static func distance(_ point: WorldPoint, _ other: WorldPoint) -> Double {
        let (dx, dy) = (Double(point.x) - Double(other.x), Double(point.y) - Double(other.y))
        return dx * dx + dy * dy
    }

    /// Returns the square of the distance between a point and a segment.
    private func distance(
        _ point: WorldPoint, from start: WorldPoint, to end: WorldPoint
    ) -> Double {
        let (x, y) = (Double(point.x) - Double(start.x), Double(point.y) - Double(start.y))
        let (dx, dy) = (Double(end.x) - Double(start.x), Double(end.y) - Double(start.y))
        let length = dx * dx + dy * dy
        let share = length > 0 ? max(0, min(1, (x * dx + y * dy) / length)) : 0
        let (offX, offY) = (x - share * dx, y - share * dy)
        return offX * offX + offY * offY
    }
}
