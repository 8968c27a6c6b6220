import Archives
import TransitModel

/// Collects tiles and lays them out as one PMTiles archive, version 3.
///
/// Tiles with the same bytes are stored once. Memory: the bytes of all tiles.
struct TileArchiveWriter {
    private var contents: [[UInt8]] = []
    private var contentNumbers: [[UInt8]: Int] = [:]
    private var tiles: [(tile: UInt64, content: Int)] = []
    private var maximumZoom = 0

    /// The most entries of a directory below the root; a root of more is divided.
    private static let entriesPerLeaf = 4096
    /// The header and the root directory together, in bytes.
    private static let maximumRoot = 16_384

    var count: Int { tiles.count }

    mutating func add(_ address: TileAddress, _ tile: [UInt8]) {
        maximumZoom = max(maximumZoom, address.zoom)
        if contentNumbers[tile] == nil {
            contentNumbers[tile] = contents.count
            contents.append(tile)
        }
        tiles.append((TileID.number(of: address), contentNumbers[tile] ?? 0))
    }

    /// Returns the archive's parts in the order of the file.
    consuming func parts(box: BoundingBox?, _ metadata: [UInt8]) -> [[UInt8]] {
        tiles.sort { $0.tile < $1.tile }
        var header = ArchiveHeader()
        var placed: [Int: UInt64] = [:]
        var order: [Int] = []
        var end: UInt64 = 0
        var entries: [ArchiveDirectory.Entry] = []
        for (tile, content) in tiles {
            if placed[content] == nil {
                placed[content] = end
                order.append(content)
                end += UInt64(contents[content].count)
            }
            let offset = placed[content] ?? 0
            if let last = entries.last, last.offset == offset, last.tile + last.run == tile {
                entries[entries.count - 1].run += 1
            } else {
                entries.append(
                    ArchiveDirectory.Entry(
                        tile: tile, run: 1, offset: offset,
                        length: UInt64(contents[content].count)))
            }
        }
        let (root, leaves) = Self.directories(entries)
        let packed = GzipEncoder.gzipped(metadata)
        header.root = .init(offset: UInt64(ArchiveHeader.size), length: UInt64(root.count))
        header.metadata = .init(
            offset: header.root.offset + header.root.length, length: UInt64(packed.count))
        header.leaves = .init(
            offset: header.metadata.offset + header.metadata.length, length: UInt64(leaves.count))
        header.tiles = .init(offset: header.leaves.offset + header.leaves.length, length: end)
        header.addressedTiles = UInt64(tiles.count)
        header.entryCount = UInt64(entries.count)
        header.contentCount = UInt64(contents.count)
        header.maximumZoom = UInt8(maximumZoom)
        header.box = box
        return [header.bytes(), root, packed, leaves] + order.map { contents[$0] }
    }

    /// Returns the root directory, and the directories below it if it would be too large alone.
    private static func directories(
        _ entries: [ArchiveDirectory.Entry]
    ) -> (root: [UInt8], leaves: [UInt8]) {
        let whole = GzipEncoder.gzipped(ArchiveDirectory(entries).bytes())
        guard whole.count + ArchiveHeader.size > maximumRoot else { return (whole, []) }
        var leaves: [UInt8] = []
        var root = ArchiveDirectory()
        for start in stride(from: 0, to: entries.count, by: entriesPerLeaf) {
            let part = Array(entries[start..<min(start + entriesPerLeaf, entries.count)])
            let leaf = GzipEncoder.gzipped(ArchiveDirectory(part).bytes())
            root.entries.append(
                ArchiveDirectory.Entry(
                    tile: part[0].tile, run: 0, offset: UInt64(leaves.count),
                    length: UInt64(leaf.count)))
            leaves += leaf
        }
        return (GzipEncoder.gzipped(root.bytes()), leaves)
    }
}
