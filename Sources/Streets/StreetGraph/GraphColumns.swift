import FileMapping
import StreetsFile

/// A bounding box in degrees times ten million.
struct FixedBox: BitwiseCopyable, Sendable {
    var south: Int32
    var west: Int32
    var north: Int32
    var east: Int32

    init(_ point: FixedPoint) {
        (south, west, north, east) = (
            point.latitude, point.longitude, point.latitude, point.longitude
        )
    }

    mutating func include(_ other: FixedBox) {
        south = min(south, other.south)
        west = min(west, other.west)
        north = max(north, other.north)
        east = max(east, other.east)
    }
}

/// The columns of a graph's section, with their numbers in the file.
enum GraphColumn: UInt32, CaseIterable {
    /// ``FixedPoint`` for each vertex.
    case vertexPoints = 1
    case vertexTraits
    /// The first arc of each vertex, and the end of the last one.
    case firstArcs
    case arcTargets
    /// Twice the edge, plus one against its direction.
    case arcEdges
    case arcCentimetres
    case arcTraits
    case edgeFrom
    case edgeTo
    case edgeCentimetres
    case edgeTraits
    case edgeNames
    /// The first point of each edge, and the end of the last one.
    case firstPoints
    case points
    /// The component of each edge on foot; `.max` if it is closed.
    case footComponents
    case wheelchairComponents
    /// The number of components of sufficient size for each profile.
    case componentLimits
    case nameOffsets
    case nameBytes
    case boxes
    /// The edges of known level, ascending.
    case levelEdges
    /// ``LevelRange`` for each of them.
    case levelRanges
    /// The first edge of each platform that has references, and the end of the last one.
    case firstPlatformEdges
    case platformEdges
    /// The references of each platform, separated by semicolons.
    case referenceOffsets
    case referenceBytes
    /// ``CyclingTraits`` for each edge.
    case edgeCycling
    case bicycleComponents
}

/// Writes columns as one section: a header with their table, then each aligned to 64 bytes.
///
/// ```
/// version u32  number of columns u32
/// per column:  number u32  bytes per value u32  offset in the section u64  number of values u64
/// ```
struct GraphSectionWriter {
    static let version: UInt32 = 2
    static let alignment = 64
    static let entrySize = 24
    static let headerSize = 8

    private var columns:
        [(
            id: GraphColumn, size: Int, count: Int,
            write: (StreetsFileWriter) throws(StreetsFileError) -> Void
        )] = []

    mutating func add<Element: BitwiseCopyable>(_ id: GraphColumn, _ values: [Element]) {
        columns.append(
            (
                id, MemoryLayout<Element>.stride, values.count,
                { writer throws(StreetsFileError) in try writer.write(values) }
            ))
    }

    /// Adds texts as a column of their concatenated bytes and one of where each begins.
    mutating func add(_ texts: [String], as columns: (offsets: GraphColumn, bytes: GraphColumn)) {
        var offsets: [UInt32] = [0]
        var bytes: [UInt8] = []
        for text in texts {
            bytes += Array(text.utf8)
            offsets.append(UInt32(bytes.count))
        }
        add(columns.offsets, offsets)
        add(columns.bytes, bytes)
    }

    /// Writes the section.
    ///
    /// - Throws: `StreetsFileError` if the disk is full or fails.
    func write(to writer: StreetsFileWriter) throws(StreetsFileError) {
        func aligned(_ offset: Int) -> Int {
            (offset + Self.alignment - 1) / Self.alignment * Self.alignment
        }
        var offset = aligned(Self.headerSize + columns.count * Self.entrySize)
        var header: [UInt32] = [Self.version, UInt32(columns.count)]
        for column in columns {
            header += [column.id.rawValue, UInt32(column.size)]
            for value in [UInt64(offset), UInt64(column.count)] {
                header += [UInt32(truncatingIfNeeded: value), UInt32(value >> 32)]
            }
            offset = aligned(offset + column.size * column.count)
        }
        try writer.write(header)
        for column in columns {
            try pad(writer)
            try column.write(writer)
        }
        try pad(writer)
    }

    private func pad(_ writer: StreetsFileWriter) throws(StreetsFileError) {
        let rest = writer.sectionCount % Self.alignment
        if rest > 0 { try writer.write([UInt8](repeating: 0, count: Self.alignment - rest)) }
    }
}

/// Reads the columns of a graph's section.
struct GraphSection {
    private let columns: [GraphColumn: (size: Int, slice: MappedSlice)]

    init(_ section: MappedSlice) throws(DamagedGraph) {
        columns = try section.withBytes { raw throws(DamagedGraph) in
            try Self.columns(raw, of: section)
        }
    }

    private static func columns(
        _ raw: UnsafeRawBufferPointer, of section: MappedSlice
    ) throws(DamagedGraph) -> [GraphColumn: (size: Int, slice: MappedSlice)] {
        var columns: [GraphColumn: (size: Int, slice: MappedSlice)] = [:]
        guard raw.count >= GraphSectionWriter.headerSize,
            raw.loadUnaligned(as: UInt32.self) == GraphSectionWriter.version
        else { throw DamagedGraph() }
        let count = Int(raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        let entrySize = GraphSectionWriter.entrySize
        guard count <= 1000, raw.count >= GraphSectionWriter.headerSize + count * entrySize
        else { throw DamagedGraph() }
        for number in 0..<count {
            let entry = GraphSectionWriter.headerSize + number * entrySize
            let id = raw.loadUnaligned(fromByteOffset: entry, as: UInt32.self)
            let size = Int(raw.loadUnaligned(fromByteOffset: entry + 4, as: UInt32.self))
            let offset = raw.loadUnaligned(fromByteOffset: entry + 8, as: UInt64.self)
            let values = raw.loadUnaligned(fromByteOffset: entry + 16, as: UInt64.self)
            let bytes = values.multipliedReportingOverflow(by: UInt64(size))
            guard let start = Int(exactly: offset), !bytes.overflow,
                let length = Int(exactly: bytes.partialValue),
                let slice = section.part(at: start, count: length)
            else { throw DamagedGraph() }
            if let column = GraphColumn(rawValue: id) { columns[column] = (size, slice) }
        }
        return columns
    }

    /// The values of a column.
    ///
    /// - Throws: ``DamagedGraph`` if it is missing, or has another type or count.
    func column<Element: BitwiseCopyable>(
        _ id: GraphColumn, count: Int? = nil
    ) throws(DamagedGraph) -> MappedColumn<Element> {
        guard let found = columns[id], found.size == MemoryLayout<Element>.stride,
            let column = MappedColumn<Element>(found.slice),
            count == nil || column.count == count
        else { throw DamagedGraph() }
        return column
    }
}
