import TransitModel

/// The header of a PMTiles archive, version 3: 127 bytes.
struct ArchiveHeader: Equatable {
    static let size = 127
    private static let magic = Array("PMTiles".utf8)
    private static let version: UInt8 = 3
    /// The numbers of the format for compression with gzip and for vector tiles.
    private static let gzip: UInt8 = 2
    private static let vectorTiles: UInt8 = 1

    /// A part of the file.
    struct Part: Equatable {
        var offset: UInt64 = 0
        var length: UInt64 = 0
    }

    var root = Part()
    var metadata = Part()
    var leaves = Part()
    var tiles = Part()
    /// The tiles that can be asked for, the entries, and the different contents.
    var addressedTiles: UInt64 = 0
    var entryCount: UInt64 = 0
    var contentCount: UInt64 = 0
    var minimumZoom: UInt8 = 0
    var maximumZoom: UInt8 = 0
    var box: BoundingBox?

    init() {}

    /// Reads a header; nil if it is of another version, or of tiles or compression that maps here
    /// cannot show.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.size, bytes.prefix(7).elementsEqual(Self.magic),
            bytes[7] == Self.version, bytes[97] == Self.gzip, bytes[98] == Self.gzip,
            bytes[99] == Self.vectorTiles
        else { return nil }
        func number(_ offset: Int) -> UInt64 {
            UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        func part(_ offset: Int) -> Part {
            Part(offset: number(offset), length: number(offset + 8))
        }
        func degrees(_ offset: Int) -> Double {
            let stored = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
            return Double(Int32(littleEndian: stored)) / 1e7
        }
        root = part(8)
        metadata = part(24)
        leaves = part(40)
        tiles = part(56)
        addressedTiles = number(72)
        entryCount = number(80)
        contentCount = number(88)
        minimumZoom = bytes[100]
        maximumZoom = bytes[101]
        box = BoundingBox(
            west: degrees(102), south: degrees(106), east: degrees(110), north: degrees(114))
        guard maximumZoom <= TileAddress.maximumZoom, minimumZoom <= maximumZoom else {
            return nil
        }
    }

    /// Returns the header as it is stored.
    func bytes() -> [UInt8] {
        var bytes = Self.magic + [Self.version]
        for part in [root, metadata, leaves, tiles] {
            bytes.append(littleEndian: part.offset)
            bytes.append(littleEndian: part.length)
        }
        bytes.append(littleEndian: addressedTiles)
        bytes.append(littleEndian: entryCount)
        bytes.append(littleEndian: contentCount)
        bytes += [1, Self.gzip, Self.gzip, Self.vectorTiles, minimumZoom, maximumZoom]
        func degrees(_ value: Double) {
            bytes.append(littleEndian: Int32((value * 1e7).rounded()))
        }
        let (west, south) = (box?.west ?? -180, box?.south ?? -85)
        let (east, north) = (box?.east ?? 180, box?.north ?? 85)
        for value in [west, south, east, north] { degrees(value) }
        bytes.append(min(maximumZoom, 12))
        degrees((west + east) / 2)
        degrees((south + north) / 2)
        return bytes
    }
}
