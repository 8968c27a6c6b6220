import Timetables
import TransitModel

/// The deviations at one instant, as writer and reader have them.
struct DeviationState: Sendable {
    var sequence: UInt64 = 0
    var asOf = UnixTime(seconds: 0)
    var source = LiveSourceState(kind: "none", updatedAt: nil)
    var runs = RunDeviations()
    var alerts = NoticeList<ServiceAlert>()
    var added = NoticeList<AddedRun>()

    /// What a frame is.
    enum Kind: UInt8 {
        case snapshot = 0
        case changes
    }

    /// The format's version, the first byte after the checksum.
    static let format: UInt8 = 1
    static let checksumBytes = 4

    mutating func forgetContent() {
        runs = RunDeviations()
        alerts = NoticeList()
        added = NoticeList()
    }

    // MARK: - Writing

    func writeHead(_ kind: Kind, to writer: inout ByteWriter) {
        writer.write(byte: Self.format)
        writer.write(byte: kind.rawValue)
        writer.write(sequence)
        writer.write(signed: asOf.milliseconds)
        if kind == .snapshot { writer.write(source.kind) }
        writer.write(
            source.updatedAt.map { 1 + zigzag(asOf.milliseconds - $0.milliseconds) } ?? 0)
    }

    /// Writes alerts and added runs; nil if they are as before.
    mutating func writeNotices(
        _ notices: (alerts: [ServiceAlert], added: [AddedRun])?, to writer: inout ByteWriter,
        in timetable: Timetable
    ) {
        let alerts = notices?.alerts.prefix(NoticeList<ServiceAlert>.maximum) ?? []
        let added = notices?.added.prefix(NoticeList<AddedRun>.maximum) ?? []
        let isSame =
            notices == nil
            || alerts.elementsEqual(self.alerts.notices) { $0 == $1 }
                && added.elementsEqual(self.added.notices) { $0 == $1 }
        writer.write(byte: isSame ? 0 : 1)
        guard !isSame else { return }
        self.alerts.write(Array(alerts), to: &writer) { $0.write(to: &$1, in: timetable) }
        self.added.write(Array(added), to: &writer) { $0.write(to: &$1, in: timetable) }
    }

    /// Returns a frame: a checksum, and what it is of.
    static func sealed(_ head: ByteWriter, _ runs: [UInt8]) -> [UInt8] {
        let content = head.bytes + runs
        let sum = content.withUnsafeBytes { StableHash.checksum($0) }
        return (0..<checksumBytes).map { UInt8(truncatingIfNeeded: sum >> UInt64(8 * $0)) }
            + content
    }

    // MARK: - Reading

    mutating func readHead(
        _ reader: inout ByteReader, _ kind: Kind
    ) throws(ByteReader.Malformed) {
        let instant = try reader.signed()
        // Up to the year 10000.
        guard instant.magnitude <= 253_402_300_800_000 else { throw ByteReader.Malformed() }
        asOf = UnixTime(milliseconds: instant)
        let word = try kind == .snapshot ? reader.text() : source.kind
        let age = try reader.number()
        let updatedAt =
            age == 0 ? nil : UnixTime(milliseconds: instant &- unzigzag(age - 1))
        source = LiveSourceState(kind: word, updatedAt: updatedAt)
    }

    /// Returns whether alerts or added runs changed.
    mutating func readNotices(
        _ reader: inout ByteReader, in timetable: Timetable
    ) throws(ByteReader.Malformed) -> Bool {
        guard try reader.byte() != 0 else { return false }
        try alerts.read(&reader) { reader throws(ByteReader.Malformed) in
            try ServiceAlert.read(&reader, in: timetable)
        }
        try added.read(&reader) { reader throws(ByteReader.Malformed) in
            try AddedRun.read(&reader, in: timetable)
        }
        return true
    }
}
