/// Cuts lines and rings to a box.
enum Clipping {
    /// Returns the parts of a line inside the box (Liang and Barsky).
    static func line(_ line: [WorldPoint], to box: WorldBox) -> [[WorldPoint]] {
        var parts: [[WorldPoint]] = []
        var part: [WorldPoint] = []
        for (start, end) in zip(line, line.dropFirst()) {
            guard let (enters, leaves) = inside(start, end, box) else {
                if part.count > 1 { parts.append(part) }
                part = []
                continue
            }
            let first = point(start, end, enters)
            let last = point(start, end, leaves)
            if enters > 0 || part.isEmpty {
                if part.count > 1 { parts.append(part) }
                part = [first]
            }
            if last != part.last { part.append(last) }
            if leaves < 1 {
                if part.count > 1 { parts.append(part) }
                part = []
            }
        }
        if part.count > 1 { parts.append(part) }
        return parts
    }

    /// Returns the shares of a segment, 0...1, at which it enters and leaves the box; nil if it is
    /// outside.
    private static func inside(
        _ start: WorldPoint, _ end: WorldPoint, _ box: WorldBox
    ) -> (enters: Double, leaves: Double)? {
        let (x, y) = (Double(start.x), Double(start.y))
        let (dx, dy) = (Double(end.x) - x, Double(end.y) - y)
        var (enters, leaves) = (0.0, 1.0)
        let edges = [
            (-dx, x - Double(box.minX)), (dx, Double(box.maxX) - x),
            (-dy, y - Double(box.minY)), (dy, Double(box.maxY) - y),
        ]
        for (slope, room) in edges {
            if slope == 0 {
                if room < 0 { return nil }
                continue
            }
            let share = room / slope
            if slope < 0 { enters = max(enters, share) } else { leaves = min(leaves, share) }
            if enters > leaves { return nil }
        }
        return (enters, leaves)
    }

    private static func point(
        _ start: WorldPoint, _ end: WorldPoint, _ share: Double
    ) -> WorldPoint {
        if share <= 0 { return start }
        if share >= 1 { return end }
        let (x, y) = (Double(start.x), Double(start.y))
        return WorldPoint(
            x: Int32((x + (Double(end.x) - x) * share).rounded()),
            y: Int32((y + (Double(end.y) - y) * share).rounded()))
    }

    /// Returns the part of a closed ring inside the box, closed again; empty if nothing is inside
    /// (Sutherland and Hodgman).
    static func ring(_ ring: [WorldPoint], to box: WorldBox) -> [WorldPoint] {
        var points = ring.first == ring.last ? Array(ring.dropLast()) : ring
        for edge in 0..<4 {
            guard points.count > 2 else { return [] }
            points = cut(points, edge, box)
        }
        guard points.count > 2, let first = points.first else { return [] }
        points.append(first)
        return points
    }

    /// Cuts at one edge of the box: west, east, north, south.
    private static func cut(
        _ points: [WorldPoint], _ edge: Int, _ box: WorldBox
    ) -> [WorldPoint] {
        func room(_ point: WorldPoint) -> Int64 {
            switch edge {
            case 0: Int64(point.x) - Int64(box.minX)
            case 1: Int64(box.maxX) - Int64(point.x)
            case 2: Int64(point.y) - Int64(box.minY)
            default: Int64(box.maxY) - Int64(point.y)
            }
        }
        var result: [WorldPoint] = []
        result.reserveCapacity(points.count + 4)
        var before = points[points.count - 1]
        var roomBefore = room(before)
        for point in points {
            let roomHere = room(point)
            if (roomHere >= 0) != (roomBefore >= 0) {
                let share = Double(roomBefore) / Double(roomBefore - roomHere)
                result.append(self.point(before, point, share))
            }
            if roomHere >= 0 { result.append(point) }
            (before, roomBefore) = (point, roomHere)
        }
        return result
    }
}
