import FileMapping
import MapTiles
import Testing
import TransitModel

/// The PMTiles archive: what is written is found, and what is damaged is refused.
@Suite struct ArchiveTests {
    private func map() -> DrawnMap {
        var map = DrawnMap()
        for row in 0..<40 {
            let y = Double(row) / 40
            map.way([(-6, y), (6, y)], ["highway": "residential", "name": "Street \(row)"])
        }
        return map
    }

    private func bytes() throws -> [UInt8] {
        var bytes: [UInt8] = []
        try map().tiles(margin: 6).write { bytes += $0 }
        return bytes
    }

    private func archive(_ bytes: [UInt8]) throws -> TileArchive {
        try TileArchive(MappedSlice(MappedBytes(copying: bytes)))
    }

    @Test func `every tile of every zoom is found where it lies`() throws {
        let archive = try archive(try bytes())
        #expect(archive.maximumZoom == 14)
        for zoom in 12...14 {
            let shift = 14 - zoom
            for x in (8187 >> shift)...(8197 >> shift) {
                let address = try #require(TileAddress(zoom: zoom, x: x, y: 8191 >> shift))
                #expect(archive.tile(address) != nil, "\(zoom) \(x)")
            }
        }
        #expect(archive.tile(try #require(TileAddress(zoom: 14, x: 0, y: 0))) == nil)
    }

    @Test func `the size of a tile is known without reading it`() throws {
        let archive = try archive(try bytes())
        for (x, y) in [(8190, 8191), (0, 0)] {
            let address = try #require(TileAddress(zoom: 14, x: x, y: y))
            #expect(archive.byteCount(address) == archive.tile(address)?.count)
        }
    }

    @Test func `the tiles of a box are those that it touches, and too many are none`() throws {
        let box = try #require(BoundingBox(west: -0.01, south: -0.01, east: 0.03, north: 0.01))
        let tiles = try #require(TileAddress.tiles(touching: box, zoom: 14, limit: 100))
        // A tile is some 0.022 degrees wide, and four meet at the origin.
        #expect(tiles.map(\.x) == [8191, 8192, 8193, 8191, 8192, 8193])
        #expect(tiles.map(\.y) == [8191, 8191, 8191, 8192, 8192, 8192])
        #expect(TileAddress.tiles(touching: box, zoom: 14, limit: 5) == nil)
        #expect(TileAddress.tiles(touching: box, zoom: 0, limit: 1)?.count == 1)
        let world = try #require(BoundingBox(west: -180, south: -90, east: 180, north: 90))
        #expect(TileAddress.tiles(touching: world, zoom: 3, limit: 64)?.count == 64)
        #expect(TileAddress.tiles(touching: world, zoom: 24, limit: 1_000_000) == nil)
    }

    @Test func `equal tiles are stored once`() throws {
        // Tiles amid a straight street differ in nothing.
        var map = DrawnMap()
        map.way([(-6, 0.5), (6, 0.5)], ["highway": "primary"])
        var bytes: [UInt8] = []
        try map.tiles(margin: 6).write { bytes += $0 }
        let archive = try archive(bytes)
        let first = archive.tile(try #require(TileAddress(zoom: 14, x: 8190, y: 8191)))
        #expect(first != nil)
        #expect(first == archive.tile(try #require(TileAddress(zoom: 14, x: 8193, y: 8191))))
        let contents = bytes.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: 88, as: UInt64.self)
        }
        #expect(contents < UInt64(archive.tileCount))
    }

    @Test func `an address that cannot be is none`() {
        #expect(TileAddress(zoom: -1, x: 0, y: 0) == nil)
        #expect(TileAddress(zoom: 3, x: 8, y: 0) == nil)
        #expect(TileAddress(zoom: 3, x: 0, y: -1) == nil)
        #expect(TileAddress(zoom: 25, x: 0, y: 0) == nil)
        #expect(TileAddress(zoom: 0, x: 0, y: 0) != nil)
    }

    @Test func `a cut archive is refused`() throws {
        let whole = try bytes()
        for count in [0, 7, 126, 127, 200, whole.count - 1] {
            #expect(throws: TileArchive.Damaged.self) { try archive(Array(whole.prefix(count))) }
        }
    }

    @Test func `an archive of pictures is refused`() throws {
        var pictures = try bytes()
        pictures[99] = 2
        #expect(throws: TileArchive.Damaged.self) { try archive(pictures) }
    }

    @Test func `a damaged archive shows no foreign bytes and does not crash`() throws {
        let whole = try bytes()
        var seed: UInt64 = 1
        for _ in 0..<500 {
            var damaged = whole
            for _ in 0..<3 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let place = Int(seed >> 33) % min(2000, damaged.count)
                damaged[place] = UInt8(truncatingIfNeeded: seed >> 20)
            }
            guard let archive = try? archive(damaged) else { continue }
            for x in 8180...8200 {
                guard let address = TileAddress(zoom: 14, x: x, y: 8191) else { continue }
                #expect(archive.tile(address)?.count ?? 0 <= whole.count)
            }
        }
    }
}
