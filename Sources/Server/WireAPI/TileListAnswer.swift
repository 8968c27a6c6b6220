/// The answer of `/api/v1/tiles`: the tiles of an area with their sizes.
package struct TileListAnswer: Encodable, Sendable {
    /// A tile's place and size.
    package struct Tile: Encodable, Sendable {
        let z: Int
        let x: Int
        let y: Int
        /// The size as it is sent, in gzip.
        let bytes: Int

        package init(z: Int, x: Int, y: Int, bytes: Int) {
            self.z = z
            self.x = x
            self.y = y
            self.bytes = bytes
        }
    }

    /// The tiles that there are, by zoom and then in rows from the north.
    let tiles: [Tile]
    /// The sum of their sizes.
    let bytes: Int

    package init(_ tiles: [Tile]) {
        self.tiles = tiles
        bytes = tiles.reduce(0) { $0 + $1.bytes }
    }
}
