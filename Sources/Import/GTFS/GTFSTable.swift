/// One file while it is being read: which column stands where, and typed access to a row's fields
/// that turns each defect into a notice.
package final class GTFSTable {
    /// What is being read.
    package let file: GTFSFile
    private let notices: NoticeCollector
    private var positions: [String: Int] = [:]
    private var headerCount = 0
    private var names: [String] = []

    /// The column that a file does not have.
    package static let absent = -1

    /// Prepares to read a file; notices go to `notices`.
    package init(_ file: GTFSFile, notices: NoticeCollector) {
        self.file = file
        self.notices = notices
    }

    /// Reads the whole file: the header, then each row.
    ///
    /// `prepare` is called once after the header was read, for looking up columns; it is not
    /// called when a required column is missing, nor is any row then.
    /// - Returns: whether the file had a usable header.
    @discardableResult
    package func read(
        fill: CSVScanner.Fill, prepare: (GTFSTable) throws -> Void,
        onRow: (CSVRow) throws -> Void
    ) throws -> Bool {
        var scanner = CSVScanner()
        var state = HeaderState.awaited
        let outcome = try scanner.scan(
            fill: fill,
            onBlank: { line in
                if state == .usable { note(.emptyRow, line: line) }
            },
            onRow: { row in
                switch state {
                case .awaited:
                    state = takeHeader(row) ? .usable : .unusable
                    if state == .usable { try prepare(self) }
                case .usable:
                    if row.fieldCount != headerCount {
                        note(.invalidRowLength, line: row.line, value: "\(row.fieldCount)")
                    }
                    try onRow(row)
                case .unusable: return
                }
            })
        if case .unreadable(let line) = outcome { note(.csvParsingFailed, line: line) }
        if state == .awaited { note(.emptyFile) }
        return state == .usable
    }

    private enum HeaderState {
        case awaited, usable, unusable
    }

    private func takeHeader(_ row: CSVRow) -> Bool {
        headerCount = row.fieldCount
        for position in 0..<row.fieldCount {
            let name = trimmed(row.field(position)).string
            names.append(name)
            if name.isEmpty {
                note(.emptyColumnName, line: row.line)
            } else if positions[name] != nil {
                note(.duplicatedColumn, line: row.line, field: name)
            } else {
                positions[name] = position
                if !file.hasColumn(name) { note(.unknownColumn, line: row.line, field: name) }
            }
        }
        let missing = file.requiredColumns.filter { positions[$0] == nil }
        for name in missing { note(.missingRequiredColumn, line: row.line, field: name) }
        return missing.isEmpty
    }

    /// Where the column stands, ``absent`` if the file does not have it.
    package func column(_ name: String) -> Int {
        precondition(file.hasColumn(name), "\(file.name) has no column \(name)")
        return positions[name] ?? Self.absent
    }

    /// Notes a defect of this file.
    package func note(_ code: NoticeCode, line: UInt32 = 0, field: String = "", value: String = "")
    {
        notices.add(
            Notice(
                code, file: file.name, line: line, field: field,
                value: String(value.prefix(Notice.maximumValueLength))),
            code: code)
    }

    /// Notes a defect of one field of a row.
    package func note(_ code: NoticeCode, _ row: CSVRow, _ column: Int) {
        note(
            code, line: row.line, field: column >= 0 && column < names.count ? names[column] : "",
            value: row.field(column).string)
    }

    private func trimmed(_ text: ByteText) -> ByteText {
        var start = 0
        var end = text.count
        while start < end, isSpace(text[start]) { start += 1 }
        while end > start, isSpace(text[end - 1]) { end -= 1 }
        return ByteText(rebasing: text[start..<end])
    }

    @inline(__always)
    private func isSpace(_ byte: UInt8) -> Bool {
        byte == 32 || byte == 9 || byte == 13
    }
}

// MARK: - Fields

extension GTFSTable {
    /// The bytes of a field without spaces around them; empty if absent.
    @inline(__always)
    package func text(_ row: CSVRow, _ column: Int) -> ByteText {
        let text = row.field(column)
        guard text.count > 0, isSpace(text[0]) || isSpace(text[text.count - 1]) else { return text }
        note(.leadingOrTrailingWhitespaces, row, column)
        return trimmed(text)
    }

    /// The field as text, replacing bytes that are not UTF-8 and leaving out control characters, as
    /// people read it on screens, in messages and in logs; empty if absent.
    package func string(_ row: CSVRow, _ column: Int) -> String {
        let bytes = text(row, column)
        let valid = String(validating: bytes, as: UTF8.self)
        if valid == nil { note(.invalidCharacter, row, column) }
        let string = valid ?? bytes.string
        guard ControlCharacters.mayHold(bytes) else { return string }
        let clean = ControlCharacters.leftOut(of: string)
        if clean != string { note(.controlCharacter, row, column) }
        return clean
    }

    /// An address of the web; empty if absent, and with a notice if it is another one: a browser
    /// would run `javascript:`.
    package func address(_ row: CSVRow, _ column: Int) -> String {
        let address = string(row, column)
        guard !address.isEmpty else { return "" }
        let start = address.prefix(8).lowercased()
        guard start.hasPrefix("http://") || start.hasPrefix("https://"),
            !address.contains(where: \.isWhitespace)
        else {
            note(.invalidURL, row, column)
            return ""
        }
        return address
    }

    /// A required field; nil, with a notice, if it is empty.
    package func required(_ row: CSVRow, _ column: Int) -> ByteText? {
        let bytes = text(row, column)
        if bytes.isEmpty {
            note(.missingRequiredField, row, column)
            return nil
        }
        return bytes
    }

    /// A whole number within `range`; nil if empty, or with a notice if it is none or outside.
    package func integer(_ row: CSVRow, _ column: Int, in range: ClosedRange<Int>) -> Int? {
        let bytes = text(row, column)
        if bytes.isEmpty { return nil }
        guard let value = bytes.integer else {
            note(.invalidInteger, row, column)
            return nil
        }
        guard range.contains(value) else {
            note(.numberOutOfRange, row, column)
            return nil
        }
        return value
    }

    /// A decimal number within `range`; nil if empty, or with a notice if it is none or outside.
    package func double(_ row: CSVRow, _ column: Int, in range: ClosedRange<Double>) -> Double? {
        let bytes = text(row, column)
        if bytes.isEmpty { return nil }
        guard let value = bytes.double, value.isFinite else {
            note(.invalidFloat, row, column)
            return nil
        }
        guard range.contains(value) else {
            note(.numberOutOfRange, row, column)
            return nil
        }
        return value
    }

    /// One of the listed values 0...maximum; 0 if empty, or with a notice if it is none of them.
    @inline(__always)
    package func enumeration(_ row: CSVRow, _ column: Int, maximum: Int) -> Int {
        let bytes = row.field(column)
        if bytes.isEmpty { return 0 }
        if bytes.count == 1, Int(bytes[0]) - 48 <= maximum, bytes[0] >= 48 {
            return Int(bytes[0]) - 48
        }
        guard let value = trimmed(bytes).integer else {
            note(.invalidInteger, row, column)
            return 0
        }
        guard (0...maximum).contains(value) else {
            note(.unexpectedEnumValue, row, column)
            return 0
        }
        return value
    }

    /// Seconds of a time; nil if empty, or with a notice if it is none.
    @inline(__always)
    package func time(_ row: CSVRow, _ column: Int) -> Int32? {
        let bytes = row.field(column)
        if bytes.isEmpty { return nil }
        if let seconds = bytes.timeSeconds { return seconds }
        let trimmedBytes = trimmed(bytes)
        if trimmedBytes.isEmpty { return nil }
        if let seconds = trimmedBytes.timeSeconds {
            note(.leadingOrTrailingWhitespaces, row, column)
            return seconds
        }
        note(.invalidTime, row, column)
        return nil
    }

    /// 24 bits of a colour; nil if empty, or with a notice if it is none.
    package func colour(_ row: CSVRow, _ column: Int) -> UInt32? {
        let bytes = text(row, column)
        if bytes.isEmpty { return nil }
        guard bytes.count == 6, let value = UInt32(bytes.string, radix: 16) else {
            note(.invalidColor, row, column)
            return nil
        }
        return value
    }
}
