import Archives
import TransitModel

/// A file of a feed while it is written: comma-separated lines under a header, a piece at a time.
///
/// A file without lines is not made.
struct FeedTable {
    private let name: String
    private let zip: ZipFileWriter
    private var bytes: [UInt8]
    private var isBegun = false
    private var isAtLineStart = true

    /// So much is gathered before it is compressed.
    private static let pieceBytes = 256 * 1024

    /// Prepares the file `name` with its header.
    init(_ name: String, _ columns: [String], in zip: ZipFileWriter) {
        self.name = name
        self.zip = zip
        bytes = Array((columns.joined(separator: ",") + "\n").utf8)
        bytes.reserveCapacity(Self.pieceBytes + 4096)
    }

    /// Ends the line.
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

    /// Ends the file.
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

    /// A field without anything in it.
    mutating func addEmpty() { separate() }

    /// Text, quoted where it has to be.
    mutating func add(_ text: String?) {
        var text = text ?? ""
        text.withUTF8 { add($0) }
    }

    /// Text as it is stored.
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

    /// A whole number; nil leaves the field empty.
    mutating func add(_ number: Int?) {
        separate()
        guard let number else { return }
        if number < 0 { bytes.append(0x2d) }
        addDigits(number.magnitude)
    }

    /// Six digits in hexadecimal, as colours are written.
    mutating func addColour(_ value: UInt32) {
        separate()
        for shift in stride(from: UInt32(20), through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: value >> shift & 15)
            bytes.append(digit < 10 ? 48 + digit : 55 + digit)
        }
    }

    /// A time as in `25:07:00`; times before the service day count as its start.
    mutating func add(_ time: ServiceTime) {
        separate()
        let seconds = max(0, Int(time.seconds))
        addTwoDigits(seconds / 3600)
        bytes.append(0x3a)
        addTwoDigits(seconds / 60 % 60)
        bytes.append(0x3a)
        addTwoDigits(seconds % 60)
    }

    /// A day as in `20260504`.
    mutating func add(_ day: ServiceDay) {
        separate()
        let (year, month, dayOfMonth) = day.civil
        for divisor in [1000, 100, 10, 1] { bytes.append(UInt8(48 + year / divisor % 10)) }
        addTwoDigits(month)
        addTwoDigits(dayOfMonth)
    }

    /// A number of ten-millionths, as places are stored: `47.0912345`.
    mutating func addDegrees(_ tenMillionths: Int32) {
        separate()
        if tenMillionths < 0 { bytes.append(0x2d) }
        let magnitude = UInt(tenMillionths.magnitude)
        addDigits(magnitude / 10_000_000)
        addFraction(magnitude % 10_000_000, digits: 7)
    }

    /// Metres to the centimetre.
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
