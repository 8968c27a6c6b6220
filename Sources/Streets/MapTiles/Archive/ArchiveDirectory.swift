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

    /// Reads a directory; nil if it is damaged.
    init?(bytes: [UInt8]) {
        var reader = VarintReader(bytes)
        guard let count = reader.next(), count <= UInt64(min(Self.maximumEntries, bytes.count))
        else { return nil }
        var tile: UInt64 = 0
        for _ in 0..<count {
            guard let difference = reader.next() else { return nil }
            let (next, isTooLarge) = tile.addingReportingOverflow(difference)
            guard !isTooLarge else { return nil }
            tile = next
            entries.append(Entry(tile: tile, run: 0, offset: 0, length: 0))
        }
        for number in entries.indices {
            guard let run = reader.next() else { return nil }
            entries[number].run = run
        }
        for number in entries.indices {
            guard let length = reader.next() else { return nil }
            entries[number].length = length
        }
        for number in entries.indices {
            guard let offset = reader.next() else { return nil }
            if offset > 0 {
                entries[number].offset = offset - 1
            } else {
                guard number > 0 else { return nil }
                let before = entries[number - 1]
                let (next, isTooLarge) = before.offset.addingReportingOverflow(before.length)
                guard !isTooLarge else { return nil }
                entries[number].offset = next
            }
        }
    }

    /// Returns the directory as it is stored, before compression.
    func bytes() -> [UInt8] {
        var writer = ProtobufWriter()
        writer.append(UInt64(entries.count))
        var tile: UInt64 = 0
        for entry in entries {
            writer.append(entry.tile - tile)
            tile = entry.tile
        }
        for entry in entries { writer.append(entry.run) }
        for entry in entries { writer.append(entry.length) }
        var before: Entry?
        for entry in entries {
            let isNext = before.map { $0.offset + $0.length == entry.offset } ?? false
            writer.append(isNext ? 0 : entry.offset + 1)
            before = entry
        }
        return writer.bytes
    }

    /// Returns the entry of a tile, or the directory that would have it; nil if there is none.
    ///
    /// - Complexity: O(log n).
    func entry(of tile: UInt64) -> Entry? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].tile <= tile { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let entry = entries[low - 1]
        return entry.run == 0 || tile - entry.tile < entry.run ? entry : nil
    }
}

/// Reads numbers of variable length from bytes.
private struct VarintReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the next number; nil at the end or if it is too long.
    mutating func next() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }
}
