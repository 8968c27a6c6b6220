/// Positions along a Hilbert curve over the whole Earth.
///
/// Points near on the curve are near on the map, so tables in this order are read from few pages.
enum HilbertCurve {
    private static let bits = 24

    /// The position of a point on the curve in 48 bits, with cells of some two metres.
    static func position(_ point: FixedPoint) -> UInt64 {
        let cells = Int64(1) << bits
        let column = (Int64(point.longitude) + 1_800_000_000) * (cells - 1) / 3_600_000_000
        let row = (Int64(point.latitude) + 900_000_000) * (cells - 1) / 1_800_000_000
        return position(UInt64(column), UInt64(row), bits: bits)
    }

    /// The position of a cell in a grid of `1 << bits` columns and rows.
    static func position(_ column: UInt64, _ row: UInt64, bits: Int) -> UInt64 {
        var (x, y) = (column, row)
        let last = (UInt64(1) << bits) - 1
        var position: UInt64 = 0
        var side = UInt64(1) << (bits - 1)
        while side > 0 {
            let right: UInt64 = x & side > 0 ? 1 : 0
            let upper: UInt64 = y & side > 0 ? 1 : 0
            position &+= side &* side &* ((3 &* right) ^ upper)
            if upper == 0 {
                if right == 1 {
                    x = last &- x
                    y = last &- y
                }
                swap(&x, &y)
            }
            side >>= 1
        }
        return position
    }
}
