/// Leaves out corners of a line that hardly matter.
package enum Simplification {
    /// Which of `count` corners are needed so that no other lies more than `tolerance` off the line
    /// through those kept; the first and the last always are.
    ///
    /// `deviation` tells how far a corner lies off the straight line between two others, whatever
    /// that means to the caller: on the ground, or at its time. Douglas and Peucker, "Algorithms
    /// for the reduction of the number of points required to represent a digitized line", 1973.
    /// - Complexity: quadratic at worst, `count` times its logarithm for lines as they are.
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
