package import TransitModel

/// The container of a compiled network: named columns in one little-endian file.
///
/// ```
/// header   "TAKTNET\n"  format version u32  number of columns u32  length of file u64
///          checksum of the table u64
/// table    per column:  id u32  bytes per value u32  offset u64  number of values u64
///          checksum u64
/// columns  each aligned to 64 bytes
/// ```
/// The file is memory-mapped and every checksum is verified when it is opened, so that a damaged
/// file is refused and never half-read.
package struct NetworkFile {
    /// Incremented with every change of the format; other versions are rejected.
    package static let formatVersion: UInt32 = 1
    static let magic: [UInt8] = Array("TAKTNET\n".utf8)
    static let headerSize = 32
    static let entrySize = 32
    static let alignment = 64

    private struct Entry {
        let elementSize: Int
        let offset: Int
        let count: Int
    }

    private let bytes: NetworkBytes
    private var entries: [ColumnID: Entry] = [:]
    /// The checksum of the table of columns, which identifies the network.
    package let revision: UInt64

    #if !hasFeature(Embedded)
    /// Opens a network file by mapping it into memory.
    /// - Throws: ``NetworkFileError`` if the file cannot be read or is damaged.
    package init(path: String) throws(NetworkFileError) {
        try self.init(bytes: NetworkBytes(mapping: path), name: path)
    }
    #endif

    /// Reads the columns in `bytes`; errors refer to the file as `name`.
    /// - Throws: ``NetworkFileError`` if the bytes are not an intact network file.
    package init(bytes: NetworkBytes, name: String) throws(NetworkFileError) {
        self.bytes = bytes
        let raw = bytes.raw
        guard raw.count >= Self.headerSize, raw.prefix(8).elementsEqual(Self.magic) else {
            throw .notANetwork(path: name)
        }
        let version = raw.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        guard version == Self.formatVersion else {
            throw .otherVersion(path: name, found: version)
        }
        // Numbers of the file may be too large for an `Int` of 32 bits.
        let columnCount = raw.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
        let length = raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
        revision = raw.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
        guard UInt64(raw.count) == length, columnCount <= 1000,
            Self.headerSize + Int(columnCount) * Self.entrySize <= raw.count
        else { throw .damaged(path: name, part: "header") }
        let count = Int(columnCount)
        let tableEnd = Self.headerSize + count * Self.entrySize
        let table = UnsafeRawBufferPointer(rebasing: raw[Self.headerSize..<tableEnd])
        guard StableHash.checksum(table) == revision else {
            throw .damaged(path: name, part: "table of columns")
        }
        for index in 0..<count {
            try readEntry(at: Self.headerSize + index * Self.entrySize, name: name)
        }
    }

    private mutating func readEntry(at position: Int, name: String) throws(NetworkFileError) {
        let raw = bytes.raw
        let id = raw.loadUnaligned(fromByteOffset: position, as: UInt32.self)
        let elementSize = raw.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)
        let offset = raw.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self)
        let count = raw.loadUnaligned(fromByteOffset: position + 16, as: UInt64.self)
        let checksum = raw.loadUnaligned(fromByteOffset: position + 24, as: UInt64.self)
        guard let column = ColumnID(rawValue: id) else { return }
        let limit = UInt64(raw.count)
        let size = count.multipliedReportingOverflow(by: UInt64(elementSize))
        guard (1...8).contains(elementSize), !size.overflow, offset <= limit,
            size.partialValue <= limit - offset,
            offset % UInt64(Self.alignment) == 0
        else { throw .damaged(path: name, part: column.name) }
        let content = UnsafeRawBufferPointer(
            rebasing: raw[Int(offset)..<Int(offset + size.partialValue)])
        guard StableHash.checksum(content) == checksum else {
            throw .damaged(path: name, part: column.name)
        }
        entries[column] = Entry(
            elementSize: Int(elementSize), offset: Int(offset), count: Int(count))
    }

    /// Returns whether the file has a column.
    ///
    /// Columns that are younger than the format may be missing.
    package func contains(_ id: ColumnID) -> Bool { entries[id] != nil }

    /// Returns the number of values of a column; nil if the file lacks it.
    func count(_ id: ColumnID) -> Int? { entries[id]?.count }

    /// Returns the values of a column.
    /// - Throws: ``NetworkFileError`` if the column is missing or its values have another size.
    package func column<Element: BitwiseCopyable>(
        _ id: ColumnID, as type: Element.Type = Element.self
    ) throws(NetworkFileError) -> Column<Element> {
        guard let entry = entries[id], entry.elementSize == MemoryLayout<Element>.stride,
            let start = bytes.raw.baseAddress
        else { throw .damaged(path: "network", part: id.name) }
        let base = (start + entry.offset).assumingMemoryBound(to: Element.self)
        return Column(base: base, count: entry.count, owner: bytes)
    }

    /// Returns the lists that a column of offsets describes.
    /// - Throws: ``NetworkFileError`` if the column is missing or its values have another size.
    package func offsets(_ id: ColumnID) throws(NetworkFileError) -> OffsetColumn {
        OffsetColumn(try column(id, as: UInt32.self))
    }
}

/// The reason why a network file was rejected.
package enum NetworkFileError: Error, Equatable, CustomStringConvertible {
    case notFound(path: String)
    case unreadable(path: String, reason: String)
    case notANetwork(path: String)
    case otherVersion(path: String, found: UInt32)
    case damaged(path: String, part: String)
    case busy(path: String)
    case notWritten(path: String, reason: String)

    /// A sentence for people.
    package var description: String {
        switch self {
        case .notFound(let path): "There is no network file '\(path)'."
        case .unreadable(let path, let reason): "'\(path)' cannot be read: \(reason)."
        case .notANetwork(let path):
            "'\(path)' is not a network file; make one with 'takt import FEED --output network.takt'."
        case .otherVersion(let path, let found):
            "'\(path)' has format \(found), this program reads format "
                + "\(NetworkFile.formatVersion); import the feed again."
        case .damaged(let path, let part):
            "'\(path)' is damaged (\(part)); import the feed again."
        case .busy(let path): "Another import is writing '\(path)' at this moment."
        case .notWritten(let path, let reason): "'\(path)' cannot be written: \(reason)."
        }
    }
}
