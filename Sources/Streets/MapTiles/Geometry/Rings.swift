/// Joins lines to rings, and answers questions about rings.
enum Rings {
    /// Returns twice the area of a closed ring: positive if it runs clockwise on the map.
    static func doubleArea(_ ring: [WorldPoint]) -> Double {
        guard let origin = ring.first else { return 0 }
        var sum = 0.0
        for (point, next) in zip(ring, ring.dropFirst()) {
            let (ax, ay) = (Double(point.x) - Double(origin.x), Double(point.y) - Double(origin.y))
            let (bx, by) = (Double(next.x) - Double(origin.x), Double(next.y) - Double(origin.y))
            sum += ax * by - bx * ay
        }
        return sum
    }

    /// Returns whether a point is inside a closed ring.
    static func contains(_ ring: [WorldPoint], _ point: WorldPoint) -> Bool {
        var isInside = false
        for (start, end) in zip(ring, ring.dropFirst())
        where (start.y > point.y) != (end.y > point.y) {
            let share =
                (Double(point.y) - Double(start.y)) / (Double(end.y) - Double(start.y))
            let x = Double(start.x) + share * (Double(end.x) - Double(start.x))
            if Double(point.x) < x { isInside.toggle() }
        }
        return isInside
    }

    /// Joins lines where they meet, turning them where `mayTurn`, and returns closed rings and what
    /// stays open.
    ///
    /// - Complexity: linear in the lines, by a table of their ends.
    static func joined(
        _ lines: [[WorldPoint]], mayTurn: Bool = true
    ) -> (closed: [[WorldPoint]], open: [[WorldPoint]]) {
        var closed = lines.filter { $0.count > 3 && $0.first == $0.last }
        let rest = lines.filter { $0.count > 1 && $0.first != $0.last }
        var byStart: [WorldPoint: [Int]] = [:]
        var byEnd: [WorldPoint: [Int]] = [:]
        for (number, line) in rest.enumerated() {
            byStart[line[0], default: []].append(number)
            byEnd[line[line.count - 1], default: []].append(number)
        }
        var isUsed = [Bool](repeating: false, count: rest.count)
        func next(
            _ table: [WorldPoint: [Int]], at point: WorldPoint
        ) -> Int? {
            table[point]?.first { !isUsed[$0] }
        }
        var open: [[WorldPoint]] = []
        for number in rest.indices where !isUsed[number] {
            isUsed[number] = true
            var line = rest[number]
            for isBackward in [false, true] {
                if isBackward { line.reverse() }
                while line.first != line.last {
                    let end = line[line.count - 1]
                    // Backward, the line is turned: its continuation ends where it begins.
                    let (along, against) = isBackward ? (byEnd, byStart) : (byStart, byEnd)
                    if let other = next(along, at: end) {
                        isUsed[other] = true
                        let part = isBackward ? rest[other].reversed() : rest[other]
                        line += part.dropFirst()
                    } else if mayTurn, let other = next(against, at: end) {
                        isUsed[other] = true
                        let part = isBackward ? rest[other] : rest[other].reversed()
                        line += part.dropFirst()
                    } else {
                        break
                    }
                }
                if line.first == line.last { break }
            }
            if line.first == line.last, line.count > 3 {
                closed.append(line)
            } else {
                open.append(line.reversed())
            }
        }
        return (closed, open)
    }
}
