/// Bounds the work of areas that cover many tiles, as those with a misplaced corner do.
enum LargeAreas {
    /// Areas of at most this many tiles at the deepest zoom are always drawn.
    private static let smallTiles = 64
    /// How often larger areas may cover each tile of the map, on average.
    private static let maximumCovers = 16

    /// Returns the numbers of the areas to leave out.
    ///
    /// The largest areas are left out until the others cover each tile ``maximumCovers`` times at
    /// most, on average. The sea is always drawn.
    ///
    /// - Complexity: O(n log n) in the features.
    static func excess(of features: [TileFeature], in box: WorldBox) -> Set<Int> {
        let large = features.indices.compactMap { number -> (number: Int, tiles: Int)? in
            let feature = features[number]
            guard feature.type.isArea, feature.type != .sea,
                let shown = feature.box.shared(with: box)
            else { return nil }
            let tiles = tiles(of: shown)
            return tiles > smallTiles ? (number, tiles) : nil
        }.sorted { $0.tiles < $1.tiles }
        var rest = max(1, tiles(of: box)) * maximumCovers
        return Set(
            large.drop { area in
                rest -= area.tiles
                return rest >= 0
            }.map(\.number))
    }

    /// The number of tiles of a box at the deepest zoom.
    private static func tiles(of box: WorldBox) -> Int {
        let shift = Int32(WorldPoint.bits - TileBuilder.maximumZoom)
        func span(_ low: Int32, _ high: Int32) -> Int { Int(high >> shift) - Int(low >> shift) + 1 }
        return span(box.minX, box.maxX) * span(box.minY, box.maxY)
    }
}
