/// Line simplification: removes corners that hardly change a line.
package enum Simplification {
    /// Marks which of `count` corners to keep so that no removed corner deviates by more than
    /// `tolerance` from the line through the kept ones.
    ///
    /// The first and the last corner are always kept.
    ///
    /// `deviation` returns how far a corner lies from the straight line between two others, in any
    /// measure the caller chooses: distance on the ground or difference in time. Douglas and
    /// Peucker, "Algorithms for the reduction of the number of points required to represent a
    /// digitized line", 1973.
    /// - Complexity: O(n²) in the worst case, O(n log n) for typical lines.
    package static func keptCorners(
        count: Int, tolerance: Double, deviation: (_ corner: Int, _ from: Int, _ to: Int) -> Double
    ) -> [Int] {
        keptCorners(count: count) { from, to in
            var worst: (corner: Int?, off: Double) = (nil, tolerance)
            for corner in from + 1..<max(from + 1, to) {
                let off = deviation(corner, from, to)
                if off > worst.off { worst = (corner, off) }
            }
            return worst.corner
        }
    }

    /// The number of corners for which memory is reserved.
    private static let usualCorners = 32

    /// Marks which of `count` corners to keep, as ``keptCorners(count:tolerance:deviation:)`` does.
    ///
    /// `worst` returns the corner between two others that lies furthest from the straight line
    /// between them, the first of several; nil if none exceeds the tolerance.
    package static func keptCorners(
        count: Int, worst: (_ from: Int, _ to: Int) -> Int?
    ) -> [Int] {
        guard count > 2 else { return Array(0..<max(0, count)) }
        var kept: [Int] = []
        kept.reserveCapacity(min(count, usualCorners))
        kept.append(0)
        var open: [(Int, Int)] = []
        open.reserveCapacity(usualCorners)
        open.append((0, count - 1))
        while let (from, to) = open.popLast() {
            if let corner = worst(from, to) {
                open.append((corner, to))
                open.append((from, corner))
            } else {
                kept.append(to)
            }
        }
        return kept
    }
}
