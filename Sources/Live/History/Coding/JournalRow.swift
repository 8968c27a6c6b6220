import TransitModel

/// The fixes of one write, from which a restart rebuilds the blocks that are not sealed yet.
///
/// Each fix is encoded once: its bytes in the block, preceded by the vehicle's number, and by the
/// hour if the fix begins a block.
enum JournalRow {
    /// Appends one fix.
    static func append(
        _ fix: ArraySlice<UInt8>, of vehicle: UInt32, beginning hour: Int64?,
        to row: inout ByteWriter
    ) {
        row.write(UInt64(vehicle))
        row.write(UInt64(fix.count) << 1 | (hour == nil ? 0 : 1))
        if let hour { row.write(signed: hour) }
        row.write(contentsOf: fix)
    }

    /// Continues or begins blocks with the fixes of a row.
    ///
    /// Fixes that a sealed block already contains, up to `sealed` of their vehicle, are left out. A
    /// block that is followed by another one of its vehicle is passed to `closed`.
    ///
    /// - Throws: `ByteReader.Malformed` if the row cannot be decoded.
    static func replay(
        _ bytes: [UInt8], row: Int64, sealed: [UInt32: JournalPosition],
        into open: inout [UInt32: OpenBlock], closed: (OpenBlock) -> Void
    ) throws(ByteReader.Malformed) {
        var reader = ByteReader(bytes)
        var position = 0
        while !reader.isAtEnd {
            guard let vehicle = UInt32(exactly: try reader.number()) else {
                throw ByteReader.Malformed()
            }
            let size = try reader.number()
            let hour = size & 1 == 1 ? try reader.signed() : nil
            let fix = try reader.skip(size >> 1)
            let place = JournalPosition(row: row, position: position)
            position += 1
            if let known = sealed[vehicle], place <= known { continue }
            if let hour {
                if let before = open[vehicle] { closed(before) }
                open[vehicle] = OpenBlock(vehicle: vehicle, hour: hour, place: place)
            }
            guard var block = open.removeValue(forKey: vehicle) else {
                throw ByteReader.Malformed()
            }
            try block.append(encoded: fix, at: place)
            open[vehicle] = block
        }
    }
}
