/// The numbers of tiles in PMTiles: all tiles of a zoom along a Hilbert curve, after those of the
/// zooms before.
///
/// <https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md>
enum TileID {
    static func number(of address: TileAddress) -> UInt64 {
        var (x, y) = (address.x, address.y)
        var position: UInt64 = 0
        var side = (1 << address.zoom) >> 1
        while side > 0 {
            let (isRight, isLower) = (x & side > 0, y & side > 0)
            let quarter: UInt64 = isRight ? (isLower ? 2 : 3) : (isLower ? 1 : 0)
            position += UInt64(side) * UInt64(side) * quarter
            if !isLower {
                // The curve enters the upper quarters turned, the right one from its far end.
                if isRight {
                    x = side - 1 - (x & (side - 1))
                    y = side - 1 - (y & (side - 1))
                }
                swap(&x, &y)
            }
            side >>= 1
        }
        return first(of: address.zoom) + position
    }

    /// Returns the number of the first tile of a zoom: a third of the tiles of a power of four.
    static func first(of zoom: Int) -> UInt64 { ((UInt64(1) << UInt64(2 * zoom)) - 1) / 3 }
}
