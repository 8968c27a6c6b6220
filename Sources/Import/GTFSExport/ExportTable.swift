import Archives
import TransitModel

/// A file of a feed while it is written: a header and comma-separated rows, in chunks.
///
/// A file without rows is not created.
struct ExportTable {
    private let name: String
    private let zip: ZipFileWriter
    private var bytes: [UInt8]
    private var isBegun = false
    private var isAtLineStart = true

    /// The number of bytes gathered before they are compressed.
    private static let pieceBytes = 256 * 1024

    init(_ name: String, _ columns: [String], in zip: ZipFileWriter) {
        self.name = name
        self.zip = zip
        bytes = Array((columns.joined(separator: ",") + "\n").utf8)
        bytes.reserveCapacity(Self.pieceBytes + 4096)
    }

    /// Ends the row.
    ///
    /// - Throws: `ZipFileError` if the archive cannot be written.
    mutating func endLine() throws(ZipFileError) {
        bytes.append(0x0a)
        isAtLineStart = true
        if !isBegun {
            try zip.begin(name)
            isBegun = true
        }
        guard bytes.count >= Self.pieceBytes else { return }
        try flush()
    }

    /// Writes the remaining rows.
    ///
    /// - Throws: `ZipFileError` if the archive cannot be written.
    mutating func finish() throws(ZipFileError) {
        if isBegun { try flush() }
    }

    private mutating func flush() throws(ZipFileError) {
        try zip.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func separate() {
        if isAtLineStart { isAtLineStart = false } else { bytes.append(0x2c) }
    }

    // MARK: - Fields

    mutating func addEmpty() { separate() }

    /// Adds text, quoted if necessary.
    mutating func add(_ text: String?) {
        var text = text ?? ""
        text.withUTF8 { add($0) }
    }

    /// Adds UTF-8 text, quoted if necessary.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        separate()
        let isSpecial = text.contains { $0 == 0x2c || $0 == 0x22 || $0 == 0x0a || $0 == 0x0d }
        guard isSpecial else { return bytes.append(contentsOf: text) }
        bytes.append(0x22)
        for byte in text {
            if byte == 0x22 { bytes.append(0x22) }
            bytes.append(byte)
        }
        bytes.append(0x22)
    }

    /// Adds an integer; nil leaves the field empty.
    mutating func add(_ number: Int?) {
        separate()
        guard let number else { return }
        if number < 0 { bytes.append(0x2d) }
        addDigits(number.magnitude)
    }

    /// Adds a colour as six hexadecimal digits.
    mutating func addColour(_ value: UInt32) {
        separate()
        for shift in stride(from: UInt32(20), through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: value >> shift & 15)
            bytes.append(digit < 10 ? 48 + digit : 55 + digit)
        }
    }

    /// Adds a time such as `25:07:00`; a time before the service day becomes 00:00:00.
    mutating func add(_ time: ServiceTime) {
        separate()
        let seconds = max(0, Int(time.seconds))
        addTwoDigits(seconds / 3600)
        bytes.append(0x3a)
        addTwoDigits(seconds / 60 % 60)
        bytes.append(0x3a)
        addTwoDigits(seconds % 60)
    }

    /// Adds a day such as `20260504`.
    mutating func add(_ day: ServiceDay) {
        separate()
        let (year, month, dayOfMonth) = day.civil
        for divisor in [1000, 100, 10, 1] { bytes.append(UInt8(48 + year / divisor % 10)) }
        addTwoDigits(month)
        addTwoDigits(dayOfMonth)
    }

    /// Adds a coordinate, stored in ten-millionths of a degree, as in `47.0912345`.
    mutating func addDegrees(_ tenMillionths: Int32) {
        separate()
        if tenMillionths < 0 { bytes.append(0x2d) }
        let magnitude = UInt(tenMillionths.magnitude)
        addDigits(magnitude / 10_000_000)
        addFraction(magnitude % 10_000_000, digits: 7)
    }

    /// Adds metres, rounded to the centimetre.
    mutating func addMetres(_ metres: Float) {
        separate()
        let centimetres = UInt((max(0, Double(metres)) * 100).rounded())
        addDigits(centimetres / 100)
        addFraction(centimetres % 100, digits: 2)
    }

    private mutating func addFraction(_ value: UInt, digits: Int) {
        guard value > 0 else { return }
        bytes.append(0x2e)
        var divisor: UInt = 1
        for _ in 1..<digits { divisor *= 10 }
        var rest = value
        while rest > 0 {
            bytes.append(UInt8(48 + rest / divisor))
            rest %= divisor
            divisor /= 10
        }
    }

    private mutating func addTwoDigits(_ value: Int) {
        if value < 10 { bytes.append(48) }
        addDigits(UInt(value))
    }

    private mutating func addDigits(_ value: UInt) {
        guard value >= 10 else { return bytes.append(UInt8(48 + value)) }
        var divisor: UInt = 10
        while value / divisor >= 10 { divisor *= 10 }
        var rest = value
        while divisor > 0 {
            bytes.append(UInt8(48 + rest / divisor))
            rest %= divisor
            divisor /= 10
        }
    }
}
