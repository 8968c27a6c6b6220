/// Computes quantiles of small samples.
enum Quantile {
    /// Returns the value below which a share of the sample is, interpolated linearly; 0 for an
    /// empty sample.
    ///
    /// - Complexity: linear in the sample's size on average; the sample is not sorted.
    static func of(_ sample: [Double], _ share: Double) -> Double {
        guard !sample.isEmpty else { return 0 }
        var values = sample
        let position = share * Double(values.count - 1)
        let low = Int(position)
        select(low, in: &values)
        guard let next = values[(low + 1)...].min() else { return values[low] }
        return values[low] + (position - Double(low)) * (next - values[low])
    }

    /// Moves the element of rank `index` to that index, with no larger one before it and no smaller
    /// one after it.
    ///
    /// After C. A. R. Hoare, Algorithm 65: Find, 1961.
    private static func select(_ index: Int, in values: inout [Double]) {
        var (low, high) = (0, values.count - 1)
        while low < high {
            let pivot = values[low + (high - low) / 2]
            var (left, right) = (low, high)
            while left <= right {
                while values[left] < pivot { left += 1 }
                while values[right] > pivot { right -= 1 }
                guard left <= right else { break }
                values.swapAt(left, right)
                left += 1
                right -= 1
            }
            if index <= right {
                high = right
            } else if index >= left {
                low = left
            } else {
                return
            }
        }
    }
}
