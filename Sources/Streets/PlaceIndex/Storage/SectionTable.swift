import FileMapping

/// The columns of a place index by their numbers.
///
/// ```
/// header   "TAKTPLC\n"  format version u32  number of columns u32
/// table    per column:  id u32  bytes per value u32  offset u64  number of values u64
/// columns  each aligned to 64 bytes, little-endian
/// ```
/// The file around it sums all bytes up; here every length is checked, so that bytes of anybody do no
/// harm.
struct SectionTable {
    /// Rises with every change of the format; other versions are refused.
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

    /// What keeps the bytes in memory.
    let owner: MappedBytes
    private let raw: UnsafeRawBufferPointer
    private var entries: [PlaceColumnID: Entry] = [:]

    /// Reads the table in a part of some bytes.
    init(_ owner: MappedBytes, _ range: Range<Int>) throws(PlaceIndexError) {
        self.owner = owner
        guard range.lowerBound >= 0, range.upperBound <= owner.raw.count else {
            throw .damaged("length")
        }
        raw = UnsafeRawBufferPointer(rebasing: owner.raw[range])
        guard raw.count >= Self.headerSize, raw.prefix(8).elementsEqual(Self.magic) else {
            throw .notAnIndex
        }
        let version = raw.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        guard version == Self.formatVersion else { throw .otherVersion(version) }
        let count = Int(raw.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        guard count <= 1000, Self.headerSize + count * Self.entrySize <= raw.count,
            Int(bitPattern: raw.baseAddress) % 8 == 0
        else { throw .damaged("table of columns") }
        for row in 0..<count { try readEntry(at: Self.headerSize + row * Self.entrySize) }
    }

    private mutating func readEntry(at position: Int) throws(PlaceIndexError) {
        let id = raw.loadUnaligned(fromByteOffset: position, as: UInt32.self)
        let width = raw.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)
        let offset = raw.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self)
        let count = raw.loadUnaligned(fromByteOffset: position + 16, as: UInt64.self)
        guard let column = PlaceColumnID(rawValue: id) else { return }
        let size = count.multipliedReportingOverflow(by: UInt64(width))
        let limit = UInt64(raw.count)
        guard width > 0, !size.overflow, offset <= limit, size.partialValue <= limit - offset,
            offset % UInt64(Self.alignment) == 0, count < UInt64(UInt32.max)
        else { throw .damaged("\(column)") }
        entries[column] = Entry(width: Int(width), offset: Int(offset), count: Int(count))
    }

    /// The values of a column.
    func column<Element: BitwiseCopyable>(
        _ id: PlaceColumnID, as type: Element.Type = Element.self
    ) throws(PlaceIndexError) -> SectionColumn<Element> {
        guard let entry = entries[id], entry.width == MemoryLayout<Element>.stride else {
            throw .damaged("\(id)")
        }
        let base = raw.baseAddress.map {
            ($0 + entry.offset).assumingMemoryBound(to: Element.self)
        }
        return SectionColumn(base: base, count: entry.count)
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

    /// Adds a column; each id once.
    mutating func add<Element: BitwiseCopyable>(_ id: PlaceColumnID, _ values: [Element]) {
        sections.append(
            Section(
                id: id, width: MemoryLayout<Element>.stride, count: values.count,
                values: ArrayValues(array: values)))
    }

    /// Hands all bytes to `sink`, piece by piece.
    func write(to sink: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        func aligned(_ offset: Int) -> Int {
            (offset + SectionTable.alignment - 1) / SectionTable.alignment * SectionTable.alignment
        }
        var header = SectionTable.magic
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { header.append(contentsOf: $0) }
        }
        append(SectionTable.formatVersion)
        append(UInt32(sections.count))
        let tableEnd = SectionTable.headerSize + sections.count * SectionTable.entrySize
        var offset = aligned(tableEnd)
        for section in sections {
            append(section.id.rawValue)
            append(UInt32(section.width))
            append(UInt64(offset))
            append(UInt64(section.count))
            offset = aligned(offset + section.count * section.width)
        }
        header.append(contentsOf: repeatElement(0, count: aligned(tableEnd) - tableEnd))
        try header.withUnsafeBytes(sink)
        for section in sections {
            try section.values.write(to: sink)
            let size = section.count * section.width
            try [UInt8](repeating: 0, count: aligned(size) - size).withUnsafeBytes(sink)
        }
    }
}

/// The values of any column as bytes.
private protocol ColumnValues {
    func write(to sink: (UnsafeRawBufferPointer) throws -> Void) rethrows
}

private struct ArrayValues<Element: BitwiseCopyable>: ColumnValues {
    let array: [Element]

    func write(to sink: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try array.withUnsafeBytes(sink)
    }
}

/// Why the bytes of a place index were refused.
package enum PlaceIndexError: Error, Equatable, CustomStringConvertible {
    case notAnIndex
    case otherVersion(UInt32)
    /// A part contradicts itself or another, or is missing.
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
