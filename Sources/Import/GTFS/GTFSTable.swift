private import TransitModel

/// One file while it is read: finds columns by name and gives typed access to a row's fields.
///
/// Each defect becomes a notice.
package final class GTFSTable {
    package let file: GTFSFile
    private let notices: NoticeCollector
    private var positions: [String: Int] = [:]
    private var headerCount = 0
    private var names: [String] = []

    /// The position of a column that the file does not have.
    package static let absent = -1

    package init(_ file: GTFSFile, notices: NoticeCollector) {
        self.file = file
        self.notices = notices
    }

    /// Reads the whole file: the header, then each row.
    ///
    /// `prepare` is called once after the header, to look up columns. If a required column is
    /// missing, neither `prepare` nor `onRow` is called.
    ///
    /// - Throws: Errors of `fill`, `prepare` and `onRow`.
    package func read(
        fill: CSVScanner.Fill, prepare: (GTFSTable) throws -> Void,
        onRow: (CSVRow) throws -> Void
    ) throws {
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

    /// The position of the column, ``absent`` if the file does not have it.
    ///
    /// - Precondition: The specification defines the column.
    package func column(_ name: String) -> Int {
        precondition(file.hasColumn(name), "\(file.name) has no column \(name)")
        return positions[name] ?? Self.absent
    }

    /// Notes a defect of this file.
    package func note(_ code: NoticeCode, line: UInt32 = 0, field: String = "", value: String = "")
    {
        notices.add(
            Notice(code, file: file.name, line: line, field: field, value: value), code: code)
    }

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
    /// The bytes of a field without surrounding spaces, which are noted; empty if absent.
    @inline(__always)
    package func text(_ row: CSVRow, _ column: Int) -> ByteText {
        let text = row.field(column)
        guard text.count > 0, isSpace(text[0]) || isSpace(text[text.count - 1]) else { return text }
        note(.leadingOrTrailingWhitespaces, row, column)
        return trimmed(text)
    }

    /// The maximum length of a name, in Unicode scalars.
    package static let maximumNameLength = 200
    /// The maximum length of a description, a message or an address, in Unicode scalars.
    package static let maximumTextLength = 4000

    /// The field as text for riders, empty if absent.
    ///
    /// Bytes that are not UTF-8 are replaced, control characters removed, and what is longer than
    /// `maximum` scalars is cut, each with a notice.
    package func string(
        _ row: CSVRow, _ column: Int, maximum: Int = maximumNameLength
    ) -> String {
        let string = cleanString(row, column)
        guard string.utf8.count > maximum else { return string }
        let cut = string.beginning(scalars: maximum)
        if cut != string { note(.textTooLong, row, column) }
        return cut
    }

    private func cleanString(_ row: CSVRow, _ column: Int) -> String {
        let bytes = text(row, column)
        let valid = String(validating: bytes, as: UTF8.self)
        if valid == nil { note(.invalidCharacter, row, column) }
        let string = valid ?? bytes.string
        guard mayHoldControlCharacter(bytes) else { return string }
        let clean = ControlCharacters.leftOut(of: string)
        if clean != string { note(.controlCharacter, row, column) }
        return clean
    }

    /// A quick test, because almost no field has one.
    private func mayHoldControlCharacter(_ bytes: ByteText) -> Bool {
        for byte in bytes where byte < 0x20 || byte == 0x7f || byte == 0xc2 || byte == 0xe2 {
            return true
        }
        return false
    }

    /// The field as a web address; empty if absent, or not an http or https URL, which is noted.
    ///
    /// Other schemes are refused because a browser would run `javascript:`.
    package func address(_ row: CSVRow, _ column: Int) -> String {
        let address = cleanString(row, column)
        guard !address.isEmpty else { return "" }
        guard address.utf8.count <= Self.maximumTextLength else {
            note(.textTooLong, row, column)
            return ""
        }
        let start = address.prefix(8).lowercased()
        guard start.hasPrefix("http://") || start.hasPrefix("https://"),
            !address.contains(where: \.isWhitespace)
        else {
            note(.invalidURL, row, column)
            return ""
        }
        return address
    }

    /// The bytes of a required field; nil if it is empty, which is noted.
    package func required(_ row: CSVRow, _ column: Int) -> ByteText? {
        let bytes = text(row, column)
        if bytes.isEmpty {
            note(.missingRequiredField, row, column)
            return nil
        }
        return bytes
    }

    /// An integer within `range`; nil if the field is empty, or invalid, which is noted.
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

    /// A decimal number within `range`; nil if the field is empty, or invalid, which is noted.
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

    /// A value from 0 to `maximum`; 0 if the field is empty, or invalid, which is noted.
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

    /// A GTFS time in seconds; nil if the field is empty, or invalid, which is noted.
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

    /// A colour as 24 bits (RGB); nil if the field is empty, or invalid, which is noted.
    package func colour(_ row: CSVRow, _ column: Int) -> UInt32? {
        let bytes = text(row, column)
        if bytes.isEmpty { return nil }
        guard bytes.count == 6, let colour = RGBColour(hex: bytes.string) else {
            note(.invalidColor, row, column)
            return nil
        }
        return colour.value
    }
}
