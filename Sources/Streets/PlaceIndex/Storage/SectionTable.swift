import FileMapping
import TransitModel

/// The columns of a place index by their ids.
///
/// ```
/// header   "TAKTPLC\n"  format version u32  number of columns u32
/// table    per column:  id u32  bytes per value u32  offset u64  number of values u64
/// columns  each aligned to 64 bytes, little-endian
/// ```
/// The enclosing file has checksums. Every length is checked here, because the bytes are untrusted.
struct SectionTable {
    /// The version of the format, raised with every change; other versions are rejected.
    static let formatVersion: UInt32 = 1
    static let magic = Array("TAKTPLC\n".utf8)
    static let headerSize = 16
    static let entrySize = 24
    static let alignment = 64

    private struct Entry {
        let width: Int
        let offset: Int
        let count: Int
    }

    /// All bytes, which this keeps in memory.
    let bytes: MappedSlice
    private var entries: [PlaceColumnID: Entry] = [:]

    init(_ bytes: MappedSlice) throws(PlaceIndexError) {
        self.bytes = bytes
        entries = try bytes.withBytes(Self.entries)
    }

    private static func entries(
        _ raw: UnsafeRawBufferPointer
    ) throws(PlaceIndexError) -> [PlaceColumnID: Entry] {
        guard raw.count >= headerSize, raw.prefix(8).elementsEqual(magic) else {
            throw .notAnIndex
        }
        let version = raw.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        guard version == formatVersion else { throw .otherVersion(version) }
        let count = Int(raw.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        guard count <= 1000, headerSize + count * entrySize <= raw.count else {
            throw .damaged("table of columns")
        }
        var entries: [PlaceColumnID: Entry] = [:]
        for row in 0..<count {
            let position = headerSize + row * entrySize
            guard let (column, entry) = try entry(raw, at: position) else { continue }
            entries[column] = entry
        }
        return entries
    }

    /// The entry of a column; nil for a column unknown to this version.
    ///
    /// - Throws: ``PlaceIndexError/damaged(_:)`` if it exceeds the bytes or is not aligned.
    private static func entry(
        _ raw: UnsafeRawBufferPointer, at position: Int
    ) throws(PlaceIndexError) -> (PlaceColumnID, Entry)? {
        let id = raw.loadUnaligned(fromByteOffset: position, as: UInt32.self)
        let width = raw.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)
        let offset = raw.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self)
        let count = raw.loadUnaligned(fromByteOffset: position + 16, as: UInt64.self)
        guard let column = PlaceColumnID(rawValue: id) else { return nil }
        let size = count.multipliedReportingOverflow(by: UInt64(width))
        let limit = UInt64(raw.count)
        guard width > 0, !size.overflow, offset <= limit, size.partialValue <= limit - offset,
            offset % UInt64(alignment) == 0, count < UInt64(UInt32.max)
        else { throw .damaged("\(column)") }
        return (column, Entry(width: Int(width), offset: Int(offset), count: Int(count)))
    }

    /// The values of a column.
    ///
    /// - Throws: ``PlaceIndexError/damaged(_:)`` if it is missing or has another type.
    func column<Element: BitwiseCopyable>(
        _ id: PlaceColumnID, as type: Element.Type = Element.self
    ) throws(PlaceIndexError) -> SectionColumn<Element> {
        guard let entry = entries[id], entry.width == MemoryLayout<Element>.stride,
            let part = bytes.part(at: entry.offset, count: entry.count * entry.width),
            let column = MappedColumn<Element>(part)
        else { throw .damaged("\(id)") }
        return SectionColumn(column.buffer)
    }
}

/// Collects columns and writes them as a place index.
struct SectionWriter {
    private struct Section {
        let id: PlaceColumnID
        let width: Int
        let count: Int
        let values: any ColumnValues
    }

    private var sections: [Section] = []

    /// Adds a column; each id must be unique.
    mutating func add<Element: BitwiseCopyable>(_ id: PlaceColumnID, _ values: [Element]) {
        sections.append(
            Section(
                id: id, width: MemoryLayout<Element>.stride, count: values.count,
                values: ArrayValues(array: values)))
    }

    /// Passes all bytes to `sink` in pieces.
    ///
    /// - Throws: Errors of `sink`.
    func write<Failure: Error>(
        to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        func aligned(_ offset: Int) -> Int {
            (offset + SectionTable.alignment - 1) / SectionTable.alignment * SectionTable.alignment
        }
        var header = SectionTable.magic
        header.append(littleEndian: SectionTable.formatVersion)
        header.append(littleEndian: UInt32(sections.count))
        let tableEnd = SectionTable.headerSize + sections.count * SectionTable.entrySize
        var offset = aligned(tableEnd)
        for section in sections {
            header.append(littleEndian: section.id.rawValue)
            header.append(littleEndian: UInt32(section.width))
            header.append(littleEndian: UInt64(offset))
            header.append(littleEndian: UInt64(section.count))
            offset = aligned(offset + section.count * section.width)
        }
        header.append(contentsOf: repeatElement(0, count: aligned(tableEnd) - tableEnd))
        try ArrayValues(array: header).write(to: sink)
        for section in sections {
            try section.values.write(to: sink)
            let size = section.count * section.width
            let padding = [UInt8](repeating: 0, count: aligned(size) - size)
            try ArrayValues(array: padding).write(to: sink)
        }
    }
}

/// The values of any column as bytes.
private protocol ColumnValues {
    func write<Failure: Error>(
        to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure)
}

private struct ArrayValues<Element: BitwiseCopyable>: ColumnValues {
    let array: [Element]

    func write<Failure: Error>(
        to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try array.span.bytes.withUnsafeBytes(sink)
    }
}

/// The reason why the bytes of a place index were rejected.
package enum PlaceIndexError: Error, Equatable, CustomStringConvertible {
    case notAnIndex
    case otherVersion(UInt32)
    /// A part is missing or inconsistent.
    case damaged(String)

    /// One sentence for people.
    package var description: String {
        switch self {
        case .notAnIndex: "The index of places is missing; import the extract again."
        case .otherVersion(let found):
            "The index of places has format \(found), this program reads format "
                + "\(SectionTable.formatVersion); import the extract again."
        case .damaged(let part):
            "The index of places is damaged (\(part)); import the extract again."
        }
    }
}
