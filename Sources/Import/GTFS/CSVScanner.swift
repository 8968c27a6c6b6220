/// Splits CSV bytes into rows as they arrive, without building strings.
///
/// It reads RFC 4180 with the deviations found in feeds: a byte order mark, CR LF or LF, blank
/// lines, quotes around some fields only, line breaks within quotes, spaces around values. One
/// buffer of ``bufferSize`` bytes holds the current row, which must fit in it.
///
/// Fields are views into the buffer, or into a second buffer for fields with doubled quotes. They
/// are valid only inside the handler called for their row.
package struct CSVScanner: ~Copyable {
    /// The maximum length of a row in bytes.
    package static let bufferSize = 1 << 20
    /// The maximum number of fields in a row; further fields are dropped.
    package static let maximumFields = 256

    /// Fills the start of the given buffer and returns the number of bytes written, 0 at the end.
    package typealias Fill = (UnsafeMutableRawBufferPointer) throws -> Int

    private let buffer: UnsafeMutablePointer<UInt8>
    private let unescaped: UnsafeMutablePointer<UInt8>
    private let fields: UnsafeMutablePointer<ByteText>
    private var start = 0
    private var end = 0
    private var isAtEnd = false
    private var line: UInt32 = 1

    package init() {
        buffer = .allocate(capacity: Self.bufferSize)
        unescaped = .allocate(capacity: Self.bufferSize)
        fields = .allocate(capacity: Self.maximumFields)
    }

    deinit {
        buffer.deallocate()
        unescaped.deallocate()
        fields.deallocate()
    }

    /// How a scan ended.
    package enum Outcome: Equatable {
        /// All bytes were read.
        case finished
        /// The row that starts on this line does not fit in the buffer, or a quote never closes.
        case unreadable(line: UInt32)
    }

    /// Reads all bytes from `fill` and calls `onRow` for each row that is not blank.
    ///
    /// `fill`: Supplies the next bytes.
    ///
    /// `onBlank`: Receives the line number of each blank row.
    ///
    /// `onRow`: Receives each other row; an error it throws ends the scan.
    ///
    /// - Throws: Errors of `fill` and `onRow`.
    /// - Complexity: Linear in the number of bytes, without allocations per row.
    package mutating func scan(
        fill: Fill, onBlank: (UInt32) -> Void, onRow: (CSVRow) throws -> Void
    ) throws -> Outcome {
        try refill(fill)
        if end >= 3, buffer[0] == 0xef, buffer[1] == 0xbb, buffer[2] == 0xbf { start = 3 }
        while true {
            guard let row = nextRow() else {
                if isAtEnd { return start == end ? .finished : .unreadable(line: line) }
                guard end - start < Self.bufferSize else { return .unreadable(line: line) }
                try refill(fill)
                continue
            }
            if row.fieldCount == 1, row.field(0).isEmpty {
                onBlank(row.line)
            } else {
                try onRow(row)
            }
        }
    }

    /// Moves the unread bytes to the front of the buffer and calls `fill` once for the space after
    /// them.
    ///
    /// - Throws: Errors of `fill`.
    private mutating func refill(_ fill: Fill) throws {
        if start > 0 {
            buffer.update(from: buffer + start, count: end - start)
            end -= start
            start = 0
        }
        let room = UnsafeMutableRawBufferPointer(
            start: UnsafeMutableRawPointer(buffer + end), count: Self.bufferSize - end)
        let count = try fill(room)
        if count == 0 { isAtEnd = true }
        end += count
    }

    /// The next complete row; nil if the buffer ends within it.
    @inline(__always)
    private mutating func nextRow() -> CSVRow? {
        // Local copies let the compiler keep them in registers during the byte loop.
        let buffer = self.buffer
        let end = self.end
        var position = start
        var fieldCount = 0
        var unescapedCount = 0
        var lines: UInt32 = 0
        if position == end { return nil }
        while true {
            // At the start of a field.
            var fieldStart = position
            var fieldEnd: Int
            var base = buffer
            if position < end, buffer[position] == UInt8(ascii: "\"") {
                guard
                    let quoted = quotedField(
                        from: position, unescapedCount: &unescapedCount, lines: &lines)
                else { return nil }
                fieldStart = quoted.start
                fieldEnd = quoted.end
                base = quoted.isUnescaped ? unescaped : buffer
                position = quoted.next
            } else {
                position = Self.separator(in: buffer, from: position, to: end)
                fieldEnd = position
            }
            if position == end, !isAtEnd { return nil }
            let endsRow = position == end || buffer[position] == UInt8(ascii: "\n")
            if endsRow, base == buffer, fieldEnd > fieldStart,
                buffer[fieldEnd - 1] == UInt8(ascii: "\r")
            {
                fieldEnd -= 1
            }
            if fieldCount < Self.maximumFields {
                fields[fieldCount] = ByteText(
                    start: base + fieldStart, count: fieldEnd - fieldStart)
                fieldCount += 1
            }
            if endsRow {
                let row = CSVRow(fields: fields, fieldCount: fieldCount, line: line)
                line += lines
                if position < end {
                    line += 1
                    position += 1
                }
                start = position
                return row
            }
            position += 1
        }
    }

    private struct QuotedField {
        var start: Int
        var end: Int
        var isUnescaped: Bool
        /// The index of the comma or line break after the field.
        var next: Int
    }

    /// Reads a quoted field; nil if the buffer ends within it.
    private func quotedField(
        from opening: Int, unescapedCount: inout Int, lines: inout UInt32
    ) -> QuotedField? {
        var position = opening + 1
        var field = QuotedField(start: position, end: position, isUnescaped: false, next: position)
        var copyStart = position
        let unescapedStart = unescapedCount
        func flush(upTo stop: Int) {
            (unescaped + unescapedCount).update(from: buffer + copyStart, count: stop - copyStart)
            unescapedCount += stop - copyStart
        }
        while true {
            guard position < end else { return nil }
            let byte = buffer[position]
            if byte == UInt8(ascii: "\n") { lines += 1 }
            guard byte == UInt8(ascii: "\"") else {
                position += 1
                continue
            }
            if position + 1 == end, !isAtEnd { return nil }
            if position + 1 < end, buffer[position + 1] == UInt8(ascii: "\"") {
                flush(upTo: position + 1)
                field.isUnescaped = true
                position += 2
                copyStart = position
                continue
            }
            break
        }
        if field.isUnescaped {
            flush(upTo: position)
            field.start = unescapedStart
            field.end = unescapedCount
        } else {
            field.end = position
        }
        // Bytes between the closing quote and the separator, mostly spaces, are dropped.
        field.next = Self.separator(in: buffer, from: position + 1, to: end)
        return field
    }

    /// The index of the first comma or line break, or `end`; tests eight bytes at a time.
    @inline(__always)
    private static func separator(
        in buffer: UnsafeMutablePointer<UInt8>, from start: Int, to end: Int
    ) -> Int {
        let bytes = UnsafeRawPointer(buffer)
        var position = start
        while position &+ 8 <= end {
            let word = UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let found = zeros(word ^ commas) | zeros(word ^ lineBreaks)
            if found != 0 { return position &+ found.trailingZeroBitCount / 8 }
            position &+= 8
        }
        while position < end, buffer[position] != UInt8(ascii: ","),
            buffer[position] != UInt8(ascii: "\n")
        { position &+= 1 }
        return position
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let commas = ones * UInt64(UInt8(ascii: ","))
    private static let lineBreaks = ones * UInt64(UInt8(ascii: "\n"))

    /// Sets the highest bit of the lowest zero byte; bytes above it may be marked wrongly.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- ones) & ~word & (ones &<< 7)
    }
}

/// One row of a CSV file, valid only inside the handler called for it.
package struct CSVRow {
    fileprivate let fields: UnsafeMutablePointer<ByteText>
    /// How many fields the row has.
    package let fieldCount: Int
    /// The line on which the row starts, counted from 1.
    package let line: UInt32

    /// The bytes of a field, empty if the row has fewer fields.
    @inline(__always)
    package func field(_ position: Int) -> ByteText {
        position >= 0 && position < fieldCount ? fields[position] : ByteText(start: nil, count: 0)
    }
}
