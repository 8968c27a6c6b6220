/// Fixes of one vehicle from one hour, in the order of their times: the unit of storing and reading.
struct FixBlock: Sendable {
    /// Which vehicle, by its number in the file.
    let vehicle: UInt32
    /// The hour since 1970 that all its fixes belong to.
    let hour: Int64
    /// The place of its first fix in the journal: it names the block, also among those of one hour.
    let firstPlace: JournalPlace
    /// The place of its last fix in the journal.
    var lastPlace: JournalPlace
    /// How many fixes it holds.
    var count: Int
    /// What ``FixCoder`` wrote.
    var bytes: [UInt8]

    /// Reads all its fixes.
    func fixes() throws(ByteReader.Malformed) -> [PackedFix] {
        var fixes: [PackedFix] = []
        fixes.reserveCapacity(count)
        var cursor = FixCursor(self)
        while let fix = try cursor.next() { fixes.append(fix) }
        return fixes
    }
}

/// Reads a block fix by fix.
struct FixCursor {
    let vehicle: UInt32
    private var coder: FixCoder
    private var reader: ByteReader

    init(_ block: FixBlock) {
        vehicle = block.vehicle
        coder = FixCoder(hour: block.hour)
        reader = ByteReader(block.bytes)
    }

    /// nil at the end.
    mutating func next() throws(ByteReader.Malformed) -> PackedFix? {
        guard !reader.isAtEnd else { return nil }
        return try coder.decode(&reader)
    }
}

/// Where a fix stands in the journal: rows in the order of writing, fixes in the order of a row.
struct JournalPlace: Hashable, Comparable, Sendable {
    /// Row and position in one number, as files keep it.
    let number: Int64

    /// More fixes than this go into no row.
    static let maximumPerRow = 1 << 20

    init(number: Int64) {
        self.number = number
    }

    init(row: Int64, position: Int) {
        number = row << 20 | Int64(position)
    }

    var row: Int64 { number >> 20 }

    static func < (left: JournalPlace, right: JournalPlace) -> Bool {
        left.number < right.number
    }
}

/// A block that grows.
struct OpenBlock {
    private(set) var block: FixBlock
    private(set) var coder: FixCoder
    /// All assignments of its fixes, by number, with their days left out.
    private(set) var assignments: Set<UInt32> = []
    /// All labels of its fixes, by number.
    private(set) var labels: Set<UInt32> = []

    /// A block is closed at this many fixes: a source that sends more than one a second is not
    /// rewarded with more memory.
    static let maximumFixes = 4096

    init(vehicle: UInt32, hour: Int64, place: JournalPlace) {
        block = FixBlock(
            vehicle: vehicle, hour: hour, firstPlace: place, lastPlace: place, count: 0, bytes: [])
        coder = FixCoder(hour: hour)
    }

    /// Whether a fix belongs here, or else begins a new block.
    func takes(_ fix: PackedFix) -> Bool {
        fix.hour == block.hour && fix.time >= coder.last.time && block.count < Self.maximumFixes
    }

    /// Appends a fix and tells the bytes that it took; `scratch` is overwritten.
    mutating func append(_ fix: PackedFix, at place: JournalPlace, scratch: inout ByteWriter) {
        scratch.removeAll()
        coder.encode(fix, into: &scratch)
        note(fix, at: place)
        block.bytes.append(contentsOf: scratch.bytes)
    }

    /// Appends bytes that were written before.
    mutating func append(
        encoded bytes: ArraySlice<UInt8>, at place: JournalPlace
    ) throws(ByteReader.Malformed) {
        var reader = ByteReader(Array(bytes))
        let fix = try coder.decode(&reader)
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        note(fix, at: place)
        block.bytes.append(contentsOf: bytes)
    }

    private mutating func note(_ fix: PackedFix, at place: JournalPlace) {
        block.count += 1
        block.lastPlace = place
        if fix.assignment != 0 { assignments.insert(fix.assignment) }
        if fix.label != 0 { labels.insert(fix.label) }
    }
}
