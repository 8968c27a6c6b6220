import TransitModel

/// Fixes of one vehicle from one hour, in order of time: the unit of storing and reading.
struct FixBlock: Sendable {
    /// The number of the vehicle in the store.
    let vehicle: UInt32
    /// The hour since 1970 of all its fixes.
    let hour: Int64
    /// The position of its first fix in the journal, which identifies the block, also within an
    /// hour.
    let firstPlace: JournalPosition
    /// The position of its last fix in the journal.
    var lastPlace: JournalPosition
    var count: Int
    /// The fixes as encoded by ``FixCoder``.
    var bytes: [UInt8]
}

/// Decodes a block fix by fix.
struct FixCursor {
    let vehicle: UInt32
    private var coder: FixCoder
    private var reader: ByteReader

    init(_ block: FixBlock) {
        vehicle = block.vehicle
        coder = FixCoder(hour: block.hour)
        reader = ByteReader(block.bytes)
    }

    /// Returns nil at the end.
    ///
    /// - Throws: `ByteReader.Malformed` if the bytes were not written by a ``FixCoder``.
    mutating func next() throws(ByteReader.Malformed) -> PackedFix? {
        guard !reader.isAtEnd else { return nil }
        return try coder.decode(&reader)
    }
}

/// The position of a fix in the journal: rows in the order of writing, then fixes within a row.
struct JournalPosition: Hashable, Comparable, Sendable {
    /// Row and position in one number, as stored.
    let number: Int64

    /// The maximum number of fixes in a row.
    static let maximumPerRow = 1 << 20

    init(number: Int64) {
        self.number = number
    }

    init(row: Int64, position: Int) {
        number = row << 20 | Int64(position)
    }

    var row: Int64 { number >> 20 }

    static func < (left: JournalPosition, right: JournalPosition) -> Bool {
        left.number < right.number
    }
}

/// A block that is still growing.
struct OpenBlock {
    private(set) var block: FixBlock
    private(set) var coder: FixCoder
    /// The numbers of all assignments of its fixes, regardless of their days.
    private(set) var assignments: Set<UInt32> = []
    /// The numbers of all labels of its fixes.
    private(set) var labels: Set<UInt32> = []

    /// The maximum number of fixes in a block, so that a source that sends more than one a second
    /// does not take more memory.
    static let maximumFixes = 4096

    init(vehicle: UInt32, hour: Int64, place: JournalPosition) {
        block = FixBlock(
            vehicle: vehicle, hour: hour, firstPlace: place, lastPlace: place, count: 0, bytes: [])
        coder = FixCoder(hour: hour)
    }

    /// Returns whether a fix belongs to this block; otherwise it begins a new one.
    func takes(_ fix: PackedFix) -> Bool {
        fix.hour == block.hour && fix.time >= coder.last.time && block.count < Self.maximumFixes
    }

    /// Appends a fix and leaves its encoded bytes in `scratch`, which is overwritten.
    mutating func append(_ fix: PackedFix, at place: JournalPosition, scratch: inout ByteWriter) {
        scratch.removeAll()
        coder.encode(fix, into: &scratch)
        note(fix, at: place)
        block.bytes.append(contentsOf: scratch.bytes)
    }

    /// Appends a fix that was encoded before.
    ///
    /// - Throws: `ByteReader.Malformed` if the bytes are not exactly one fix.
    mutating func append(
        encoded bytes: ArraySlice<UInt8>, at place: JournalPosition
    ) throws(ByteReader.Malformed) {
        var reader = ByteReader(Array(bytes))
        let fix = try coder.decode(&reader)
        guard reader.isAtEnd else { throw ByteReader.Malformed() }
        note(fix, at: place)
        block.bytes.append(contentsOf: bytes)
    }

    private mutating func note(_ fix: PackedFix, at place: JournalPosition) {
        block.count += 1
        block.lastPlace = place
        if fix.assignment != 0 { assignments.insert(fix.assignment) }
        if fix.label != 0 { labels.insert(fix.label) }
    }
}
