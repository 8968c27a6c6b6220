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
        guard count > 2 else { return Array(0..<max(0, count)) }
        var isKept = [Bool](repeating: false, count: count)
        isKept[0] = true
        isKept[count - 1] = true
        var open = [(0, count - 1)]
        while let (from, to) = open.popLast() {
            var worst = (corner: 0, off: tolerance)
            for corner in from + 1..<max(from + 1, to) {
                let off = deviation(corner, from, to)
                if off > worst.off { worst = (corner, off) }
            }
            if worst.corner > 0 {
                isKept[worst.corner] = true
                open.append((from, worst.corner))
                open.append((worst.corner, to))
            }
        }
        return isKept.indices.filter { isKept[$0] }
    }
}
