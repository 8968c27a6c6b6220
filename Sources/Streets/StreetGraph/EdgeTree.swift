/// A tree of bounding boxes over edges in Hilbert order, with eight children per node.
///
/// Nodes are numbered level by level; the first level has a box for each edge, the last has one.
enum EdgeTree {
    static let fanout = 8

    /// The first node of each level, and the end of the last one.
    static func levelStarts(edges: Int) -> [Int] {
        var starts = [0]
        var count = edges
        while count > 0 {
            starts.append(starts[starts.count - 1] + count)
            if count == 1 { break }
            count = (count + fanout - 1) / fanout
        }
        return starts
    }

    static func boxes(points: [FixedPoint], firstPoints: [UInt32]) -> [FixedBox] {
        let edges = firstPoints.count - 1
        let starts = levelStarts(edges: edges)
        var boxes: [FixedBox] = []
        boxes.reserveCapacity(starts.last ?? 0)
        for edge in 0..<edges {
            let range = Int(firstPoints[edge])..<Int(firstPoints[edge + 1])
            var box = FixedBox(points[range.lowerBound])
            for row in range { box.include(FixedBox(points[row])) }
            boxes.append(box)
        }
        for level in 1..<max(1, starts.count - 1) {
            for first in stride(from: starts[level - 1], to: starts[level], by: fanout) {
                var box = boxes[first]
                for child in first..<min(first + fanout, starts[level]) {
                    box.include(boxes[child])
                }
                boxes.append(box)
            }
        }
        return boxes
    }
}
