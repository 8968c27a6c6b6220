import TransitModel

/// The entries of an archive's directory, ascending by their tile.
struct ArchiveDirectory {
    /// Tiles with the same contents, or a directory of its own.
    struct Entry: Equatable {
        /// The number of the first tile, see ``TileID``.
        var tile: UInt64
        /// The number of tiles with these contents; 0 for a directory.
        var run: UInt64
        /// The place of the contents, in bytes: from the start of the tiles, or of the directories.
        var offset: UInt64
        var length: UInt64
    }

    var entries: [Entry] = []

    /// The most entries that are read.
    private static let maximumEntries = 4_000_000

    init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// Reads a directory.
    ///
    /// - Throws: `ByteReader.Malformed` if it is damaged.
    init(bytes: [UInt8]) throws(ByteReader.Malformed) {
        var reader = ByteReader(bytes)
        let count = try reader.number()
        guard count <= UInt64(min(Self.maximumEntries, bytes.count)) else {
            throw ByteReader.Malformed()
        }
        var tile: UInt64 = 0
        for _ in 0..<count {
            tile = try Self.sum(tile, reader.number())
            entries.append(Entry(tile: tile, run: 0, offset: 0, length: 0))
        }
        for number in entries.indices { entries[number].run = try reader.number() }
        for number in entries.indices { entries[number].length = try reader.number() }
        for number in entries.indices {
            let offset = try reader.number()
            if offset > 0 {
                entries[number].offset = offset - 1
            } else {
                guard number > 0 else { throw ByteReader.Malformed() }
                let before = entries[number - 1]
                entries[number].offset = try Self.sum(before.offset, before.length)
            }
        }
    }

    private static func sum(
        _ left: UInt64, _ right: UInt64
    ) throws(ByteReader.Malformed) -> UInt64 {
        let (sum, isTooLarge) = left.addingReportingOverflow(right)
        guard !isTooLarge else { throw ByteReader.Malformed() }
        return sum
    }

    /// Returns the directory as it is stored, before compression.
    func bytes() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(UInt64(entries.count))
        var tile: UInt64 = 0
        for entry in entries {
            writer.write(entry.tile - tile)
            tile = entry.tile
        }
        for entry in entries { writer.write(entry.run) }
        for entry in entries { writer.write(entry.length) }
        var before: Entry?
        for entry in entries {
            let isNext = before.map { $0.offset + $0.length == entry.offset } ?? false
            writer.write(isNext ? 0 : entry.offset + 1)
            before = entry
        }
        return writer.bytes
    }

    /// Returns the entry of a tile, or the directory that would have it; nil if there is none.
    ///
    /// - Complexity: O(log n).
    func entry(of tile: UInt64) -> Entry? {
        let row = entries.partitioningIndex { $0.tile > tile }
        guard row > 0 else { return nil }
        let entry = entries[row - 1]
        return entry.run == 0 || tile - entry.tile < entry.run ? entry : nil
    }
}
