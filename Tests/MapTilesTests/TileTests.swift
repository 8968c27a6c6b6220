import MapTiles
import Testing

/// Tiles of drawn maps, read as a client reads them.
@Suite struct TileTests {
    private static let square = [(0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)]

    @Test func `a street is a line with its kind and name`() throws {
        var map = DrawnMap()
        map.way([(0, 0.5), (1, 0.5)], ["highway": "primary", "name": "Main", "name:de": "Haupt"])
        let tile = try #require(try map.tile())
        let street = try #require(tile.layers["roads"]?.first)
        #expect(street.attributes == ["kind": "primary", "name": "Main", "name_de": "Haupt"])
        #expect(street.type == 2)
        #expect(street.parts.map { $0.map { "\($0.x) \($0.y)" } } == [["0 2048", "4096 2048"]])
    }

    @Test func `lines reach a little beyond their tile and end there`() throws {
        var map = DrawnMap()
        map.way([(-0.4, 0.5), (1.4, 0.5)], ["highway": "primary"])
        let street = try #require(try map.tile()?.layers["roads"]?.first)
        #expect(street.parts[0].map(\.x) == [-64, 4160])
    }

    @Test func `an area runs clockwise, whichever way it was drawn`() throws {
        for ring in [Self.square, Self.square.reversed()] {
            var map = DrawnMap()
            map.way(ring, ["natural": "water", "name": "Lake"], isClosed: true)
            let lake = try #require(try map.tile()?.layers["water"]?.first)
            #expect(lake.type == 3)
            #expect(area(lake.parts[0]) == 2 * 2048 * 2048)
        }
    }

    @Test func `a lake is named once, in its middle`() throws {
        var map = DrawnMap()
        let tags = ["natural": "water", "name": "Lake", "name:de": "See"]
        map.way(Self.square, tags, isClosed: true)
        let tile = try #require(try map.tile())
        let names = try #require(tile.layers["waterNames"])
        #expect(names.map(\.attributes) == [["name": "Lake", "name_de": "See"]])
        #expect(names.first?.type == 1)
        #expect(tile.layers["water"]?.first?.attributes == [:])
    }

    @Test func `water without a name has no label`() throws {
        var map = DrawnMap()
        map.way(Self.square, ["natural": "water"], isClosed: true)
        let tile = try #require(try map.tile())
        #expect(tile.layers["water"] != nil && tile.layers["waterNames"] == nil)
    }

    @Test(arguments: [
        (["shop": "supermarket"], "shop"), (["amenity": "pharmacy"], "shop"),
        (["railway": "station"], "station"), (["amenity": "cinema"], "public"),
    ])
    func `places that many people look for are named`(tags: [String: String], kind: String) throws {
        var map = DrawnMap()
        let named = tags.merging(["name": "Here", "building": "yes"]) { $1 }
        map.way(Self.square, named, isClosed: true)
        let tile = try #require(try map.tile())
        #expect(tile.layers["pois"]?.map(\.attributes) == [["kind": kind, "name": "Here"]])
    }

    @Test func `an area of a relation has its island as a hole`() throws {
        var map = DrawnMap()
        let outer = map.way(Self.square, [:], isClosed: true)
        let inner = map.way(
            [(0.4, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6)], [:], isClosed: true)
        map.relation(
            [(outer, "outer"), (inner, "inner")], ["type": "multipolygon", "natural": "water"])
        let lake = try #require(try map.tile()?.layers["water"]?.first)
        #expect(lake.parts.count == 2)
        #expect(area(lake.parts[0]) > 0)
        #expect(area(lake.parts[1]) < 0)
    }

    @Test func `an outline of several ways is joined`() throws {
        var map = DrawnMap()
        // Ways share nodes by their place only where ids are equal; here the places are.
        let south = map.way([(0.25, 0.25), (0.75, 0.25), (0.75, 0.75)], [:])
        let north = map.way([(0.25, 0.25), (0.25, 0.75), (0.75, 0.75)], [:])
        map.relation(
            [(south, "outer"), (north, "outer")],
            ["type": "multipolygon", "landuse": "forest"])
        let wood = try #require(try map.tile()?.layers["green"]?.first)
        #expect(wood.attributes == ["kind": "wood"])
        #expect(area(wood.parts[0]) == 2 * 2048 * 2048)
    }

    @Test func `houses are shown at the deepest zoom only`() throws {
        var map = DrawnMap()
        map.way(Self.square, ["building": "yes"], isClosed: true)
        map.way([(0, 0.5), (1, 0.5)], ["highway": "primary"])
        #expect(try map.tile()?.layers["buildings"]?.count == 1)
        let wide = try #require(try map.tile(zoom: 13))
        #expect(wide.layers["buildings"] == nil)
        #expect(wide.layers["roads"]?.count == 1)
    }

    @Test func `a village is named in one tile`() throws {
        var map = DrawnMap()
        map.node(0.999, 0.5, ["place": "village", "name": "Dorf"])
        let archive = try map.archive()
        var found = 0
        for x in 8191...8193 {
            let address = try #require(TileAddress(zoom: 14, x: x, y: 8191))
            guard let tile = try archive.tile(address).map({ try ReadTile($0) }) else { continue }
            found += tile.layers["places"]?.count ?? 0
        }
        #expect(found == 1)
    }

    @Test func `the parts of a street become one line`() throws {
        var map = DrawnMap()
        map.way([(0, 0.5), (0.5, 0.5)], ["highway": "primary", "name": "Main"])
        map.way([(0.5, 0.5), (1, 0.5)], ["highway": "primary", "name": "Main"])
        let streets = try #require(try map.tile()?.layers["roads"])
        #expect(streets.count == 1)
        #expect(streets[0].parts.count == 1)
    }

    @Test func `the sea is on the right of a coastline`() throws {
        // From west to east, so that the sea is in the south.
        var map = DrawnMap()
        map.way([(-2, 0.5), (3, 0.5)], ["natural": "coastline"])
        let sea = try #require(try map.tile()?.layers["water"]?.first)
        let rows = sea.parts[0].map(\.y)
        #expect(rows.min() == 2048)
        #expect(rows.max() == 4160)
        var other = DrawnMap()
        other.way([(3, 0.5), (-2, 0.5)], ["natural": "coastline"])
        let north = try #require(try other.tile()?.layers["water"]?.first)
        #expect(north.parts[0].map(\.y).max() == 2048)
    }

    @Test func `an island is surrounded by the sea`() throws {
        var map = DrawnMap()
        map.way(Self.square, ["natural": "coastline"], isClosed: true)
        let sea = try #require(try map.tile()?.layers["water"]?.first)
        #expect(sea.parts.count == 2)
        #expect(area(sea.parts[1]) == -2 * 2048 * 2048)
    }

    @Test(arguments: 0..<4)
    func `an island that reaches beyond the map is land, wherever it begins`(first: Int) throws {
        // Its land is on the left: the two western corners are beyond the map.
        let ring = [(-2.0, 0.25), (0.5, 0.25), (0.5, 0.75), (-2.0, 0.75)]
        var map = DrawnMap()
        map.way(
            Array(ring[first...] + ring[..<first]), ["natural": "coastline"], isClosed: true)
        let sea = try #require(try map.tile()?.layers["water"]?.first)
        let land = 2 * (2048 + 64) * 2048
        #expect(sea.parts.map(area).reduce(0, +) == 2 * 4224 * 4224 - land)
    }

    @Test func `the sea around the islands of two extracts does not fill what is between them`()
        throws
    {
        let maps = [0.0, 40].map { east in
            var map = DrawnMap()
            map.lastID = Int64(east) * 1000
            map.way(
                [(east - 0.9, 0.1), (east + 1.9, 0.1), (east + 1.9, 0.9)],
                ["highway": "primary"])
            map.way(
                Self.square.map { ($0.0 + east, $0.1) }, ["natural": "coastline"], isClosed: true)
            return map
        }
        let tiles = try DrawnMap.tiles(of: maps, from: (-1, -1), to: (42, 2))
        let archive = try DrawnMap.archive(tiles)
        for x in [8192, 8212, 8232] {
            let address = try #require(TileAddress(zoom: 14, x: x, y: 8191))
            let tile = try archive.tile(address).map { try ReadTile($0) }
            #expect((tile?.layers["water"] != nil) == (x != 8212))
        }
    }

    @Test func `a large lake is cut to each tile of its rows and columns`() throws {
        var map = DrawnMap()
        map.way([(-2, -2), (3, -2), (3, 3), (-2, 3)], ["natural": "water"], isClosed: true)
        let archive = try map.archive(margin: 1.5)
        for (x, y) in [(8191, 8190), (8192, 8191), (8193, 8192)] {
            let address = try #require(TileAddress(zoom: 14, x: x, y: y))
            let tile = try ReadTile(#require(archive.tile(address)))
            let lake = try #require(tile.layers["water"]?.first)
            #expect(area(lake.parts[0]) == 2 * 4224 * 4224)
        }
    }

    @Test func `areas that cover the map many times over are left out, the largest first`() throws {
        var map = DrawnMap()
        map.way([(0, 0), (9, 0), (9, 9), (0, 9)], ["natural": "water"], isClosed: true)
        map.way([(0, 0), (9, 9), (3, 0)], ["landuse": "industrial"], isClosed: true)
        for _ in 0..<40 {
            map.way([(-1, -1), (11, -1), (11, 11)], ["landuse": "forest"], isClosed: true)
        }
        let tiles = try map.tiles(margin: 9)
        // The map has some 20 by 20 tiles, of which each triangle's box covers some 13 by 13.
        #expect((1...10).contains(tiles.omittedAreas), "\(tiles.omittedAreas)")
        let address = try #require(TileAddress(zoom: 14, x: 8192, y: 8191))
        let tile = try ReadTile(#require(DrawnMap.archive(tiles).tile(address)))
        #expect(tile.layers["water"]?.isEmpty == false)
    }

    @Test func `a few large areas are all drawn`() throws {
        var map = DrawnMap()
        for _ in 0..<12 {
            map.way([(-9, -9), (9, -9), (9, 9), (-9, 9)], ["landuse": "forest"], isClosed: true)
        }
        #expect(try map.tiles(margin: 9).omittedAreas == 0)
    }

    /// Looking at each tile of its box takes minutes.
    @Test func `a way across the map is in the tiles that it crosses`() throws {
        var map = DrawnMap()
        map.way([(-8000, -1500), (8000, 1500)], ["highway": "primary"])
        let tiles = try DrawnMap.tiles(of: [map], from: (-8190, -1600), to: (8190, 1600))
        let archive = try DrawnMap.archive(tiles)
        for x in [8192 - 8000, 8192, 8192 + 3000, 8192 + 7999] {
            let crossed = (6000..<10_400).compactMap { TileAddress(zoom: 14, x: x, y: $0) }
                .filter { archive.tile($0) != nil }
            #expect((1...2).contains(crossed.count), "column \(x)")
        }
    }

    @Test func `a coastline that ends within the map floods nothing`() throws {
        var map = DrawnMap()
        map.way([(-2, 0.5), (0.5, 0.5)], ["natural": "coastline"])
        #expect(try map.tile()?.layers["water"] == nil)
    }

    @Test func `a map without anything to show has no tiles`() throws {
        var map = DrawnMap()
        map.node(0.5, 0.5, ["natural": "tree"])
        let archive = try map.archive()
        #expect(archive.tileCount == 0)
        #expect(try map.tile() == nil)
    }

    /// Twice the area of a ring; positive if it runs clockwise.
    private func area(_ ring: [(x: Int, y: Int)]) -> Int {
        ring.indices.reduce(0) { sum, number in
            let (point, next) = (ring[number], ring[(number + 1) % ring.count])
            return sum + point.x * next.y - next.x * point.y
        }
    }
}
