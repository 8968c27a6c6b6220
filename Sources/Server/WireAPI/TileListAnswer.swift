import JSONWriting

/// The answer of `/api/v1/tiles`: the tiles of an area with their sizes.
package struct TileListAnswer: Encodable, Sendable {
    /// A tile's place and size.
    package struct Tile: Encodable, Sendable {
        let z: Int
        let x: Int
        let y: Int
        let bytes: Int

        static let schema = JSONSchema(
            "Tile", .int("z x y"),
            .int("bytes", "The size as it is sent, in gzip"))

        package init(z: Int, x: Int, y: Int, bytes: Int) {
            self.z = z
            self.x = x
            self.y = y
            self.bytes = bytes
        }
    }

    let tiles: [Tile]
    let bytes: Int

    static let schema = JSONSchema(
        "TileList",
        .list("tiles", of: Tile.schema, "By zoom, then in rows from the north"),
        .int("bytes", "The sum of their sizes"))

    package init(_ tiles: [Tile]) {
        self.tiles = tiles
        bytes = tiles.reduce(0) { $0 + $1.bytes }
    }
}
