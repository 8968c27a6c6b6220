import TransitModel

/// Encodes each fix as its difference from the previous one, and decodes it.
///
/// One byte states which parts changed. Each of them follows as a varint: the time step if it
/// differs from the previous one, the move, the change of heading, of speed and of the lag until
/// receipt, and the numbers of assignment and label. After Gorilla (Pelkonen et al., VLDB 2015),
/// but with whole bytes instead of bits and rounded numbers instead of floating-point bits.
struct FixCoder: Equatable {
    /// The fix coded last; initially the block's start.
    private(set) var last: PackedFix
    /// The milliseconds between the last two fixes.
    private var step: Int64 = 0

    /// The parts that follow.
    private struct Parts: OptionSet {
        let rawValue: UInt8
        static let step = Parts(rawValue: 1)
        static let place = Parts(rawValue: 2)
        static let heading = Parts(rawValue: 4)
        static let speed = Parts(rawValue: 8)
        static let lag = Parts(rawValue: 16)
        static let assignment = Parts(rawValue: 32)
        static let label = Parts(rawValue: 64)
        static let known: Parts = [.step, .place, .heading, .speed, .lag, .assignment, .label]
    }

    /// Begins a block for an hour since 1970.
    init(hour: Int64) {
        last = .start(hour: hour)
    }

    /// Appends a fix that is not older than the last one.
    mutating func encode(_ fix: PackedFix, into writer: inout ByteWriter) {
        let step = fix.time - last.time
        writer.write(byte: parts(of: fix, step).rawValue)
        if step != self.step {
            // Most sources use whole seconds.
            let isWhole = step % 1000 == 0
            writer.write(UInt64(isWhole ? (step / 1000) << 1 : (step << 1) | 1))
        }
        if fix.latitude != last.latitude || fix.longitude != last.longitude {
            writer.write(signed: Int64(fix.latitude) - Int64(last.latitude))
            writer.write(signed: Int64(fix.longitude) - Int64(last.longitude))
        }
        if fix.heading != last.heading { writer.write(Self.lease(last.heading, fix.heading)) }
        if fix.speed != last.speed {
            writer.write(fix.speed < 0 ? 0 : 1 + zigzag(Int64(fix.speed - max(last.speed, 0))))
        }
        if fix.lag != last.lag { writer.write(signed: Int64(fix.lag) - Int64(last.lag)) }
        if fix.assignment != last.assignment || fix.day != last.day {
            writer.write(UInt64(fix.assignment))
            writer.write(fix.day == PackedFix.noDay ? 0 : 1 + zigzag(Int64(fix.day)))
        }
        if fix.label != last.label { writer.write(UInt64(fix.label)) }
        self.step = step
        last = fix
    }

    private func parts(of fix: PackedFix, _ step: Int64) -> Parts {
        var parts: Parts = []
        if step != self.step { parts.insert(.step) }
        if fix.latitude != last.latitude || fix.longitude != last.longitude {
            parts.insert(.place)
        }
        if fix.heading != last.heading { parts.insert(.heading) }
        if fix.speed != last.speed { parts.insert(.speed) }
        if fix.lag != last.lag { parts.insert(.lag) }
        if fix.assignment != last.assignment || fix.day != last.day { parts.insert(.assignment) }
        if fix.label != last.label { parts.insert(.label) }
        return parts
    }

    /// Encodes the shorter turn, so that 359 to 1 is a small number.
    private static func lease(_ from: Int32, _ to: Int32) -> UInt64 {
        guard to >= 0 else { return 0 }
        let lease = (to - max(from, 0) + 540) % 360 - 180
        return 1 + zigzag(Int64(lease))
    }

    /// Decodes the next fix.
    /// - Throws: `ByteReader.Malformed` if the bytes were not written by a coder.
    mutating func decode(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> PackedFix {
        let parts = Parts(rawValue: try reader.byte())
        guard Parts.known.isSuperset(of: parts) else { throw ByteReader.Malformed() }
        var fix = last
        if parts.contains(.step) {
            let number = try reader.number()
            let (step, isTooLarge) = Int64(number >> 1).multipliedReportingOverflow(
                by: number & 1 == 0 ? 1000 : 1)
            guard !isTooLarge else { throw ByteReader.Malformed() }
            self.step = step
        }
        guard PackedFix.times.contains(last.time &+ step) else { throw ByteReader.Malformed() }
        fix.time += step
        if parts.contains(.place) {
            fix.latitude = try Self.sum(last.latitude, reader.signed())
            fix.longitude = try Self.sum(last.longitude, reader.signed())
        }
        if parts.contains(.heading) { fix.heading = try Self.heading(&reader, after: last.heading) }
        if parts.contains(.speed) {
            let number = try reader.number()
            fix.speed = number == 0 ? -1 : try Self.sum(max(last.speed, 0), unzigzag(number - 1))
        }
        if parts.contains(.lag) { fix.lag = try Self.sum(last.lag, reader.signed()) }
        if parts.contains(.assignment) {
            fix.assignment = try Self.short(reader.number())
            let number = try reader.number()
            fix.day = number == 0 ? PackedFix.noDay : try Self.sum(0, unzigzag(number - 1))
        }
        if parts.contains(.label) { fix.label = try Self.short(reader.number()) }
        last = fix
        return fix
    }

    private static func heading(
        _ reader: inout ByteReader, after last: Int32
    ) throws(ByteReader.Malformed) -> Int32 {
        let number = try reader.number()
        guard number > 0 else { return -1 }
        let sum = try sum(max(last, 0), unzigzag(number - 1))
        guard (-180..<720).contains(sum) else { throw ByteReader.Malformed() }
        return (sum + 360) % 360
    }

    private static func sum(_ left: Int32, _ right: Int64) throws(ByteReader.Malformed) -> Int32 {
        let (sum, isTooLarge) = Int64(left).addingReportingOverflow(right)
        guard !isTooLarge, let sum = Int32(exactly: sum) else { throw ByteReader.Malformed() }
        return sum
    }

    private static func short(_ number: UInt64) throws(ByteReader.Malformed) -> UInt32 {
        guard let short = UInt32(exactly: number) else { throw ByteReader.Malformed() }
        return short
    }
}
