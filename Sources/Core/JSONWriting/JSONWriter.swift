/// A JSON text in the order of the calls: its commas, escapes and numbers.
///
/// It does not check the structure: callers balance opening and closing calls, and write a value
/// after each key. ``JSONText`` also closes and sorts objects.
package struct JSONWriter {
    /// The text so far; what is appended here is not separated by commas.
    package var bytes: [UInt8] = []
    /// Whether a comma must precede the next key or value.
    private var needsComma = false
    private let controls: ControlCharacters

    /// How control characters are escaped.
    package enum ControlCharacters: Sendable {
        /// The usual ones by a letter: `\n`.
        case byLetter
        /// All by their number: `\u000a`.
        case byNumber
    }

    package init(capacity: Int = 0, controls: ControlCharacters = .byNumber) {
        self.controls = controls
        bytes.reserveCapacity(capacity)
    }

    // MARK: - Structure

    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    package mutating func array(_ elements: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "["))
        elements(&self)
        close(UInt8(ascii: "]"))
    }

    /// Begins an object or an array; ``close(_:)`` with the other bracket must end it.
    package mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    /// Ends an object or an array.
    package mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    /// Writes the name of a member.
    package mutating func key(_ name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes the comma before a key or a value that is appended to ``bytes``.
    package mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// Appends text that has its commas; the next value follows without one.
    package mutating func raw(_ text: StaticString) {
        append(text)
        needsComma = false
    }

    // MARK: - Values

    package mutating func null() {
        separate()
        append("null")
    }

    package mutating func value(_ isTrue: Bool) {
        separate()
        append(isTrue ? "true" : "false")
    }

    package mutating func value(_ text: String) {
        separate()
        quote(text)
    }

    package mutating func value(_ number: Int) {
        separate()
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digits: number.magnitude)
    }

    /// Writes a finite number so that reading it returns the same value.
    package mutating func value(finite number: some BinaryFloatingPoint & CustomStringConvertible) {
        value(described: number)
    }

    private mutating func value(described number: some CustomStringConvertible) {
        separate()
        let start = bytes.count
        bytes.append(contentsOf: number.description.utf8)
        if bytes.count - start > 2, bytes[bytes.count - 1] == UInt8(ascii: "0"),
            bytes[bytes.count - 2] == UInt8(ascii: ".")
        {
            bytes.removeLast(2)
        }
    }

    /// Writes a finite number with the same digits, most of them without looking for the shortest
    /// text: of at most 15 digits, a number has only one.
    package mutating func value(finite number: Double) {
        let magnitude = number.magnitude
        // Smaller numbers are written with an exponent.
        guard (1e-4..<1e9).contains(magnitude) || (number == 0 && number.sign == .plus) else {
            return value(described: number)
        }
        // In the engine for phones an Int has 32 bits.
        let millionths = UInt64(magnitude * 1e6 + 0.5)
        guard Double(millionths) / 1e6 == magnitude else { return value(described: number) }
        separate()
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digits: UInt(millionths / 1_000_000))
        let decimals = UInt(millionths % 1_000_000)
        guard decimals > 0 else { return }
        let point = bytes.count
        // The 1 before the decimals keeps their zeros.
        append(digits: 1_000_000 + decimals)
        bytes[point] = UInt8(ascii: ".")
        while bytes[bytes.count - 1] == UInt8(ascii: "0") { bytes.removeLast() }
    }

    /// Writes JSON that was encoded before.
    package mutating func value(encoded json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
    }

    // MARK: - Characters

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends a number without a comma before it.
    package mutating func append(digits number: UInt) {
        // Two digits per call halve the number of calls.
        if number >= 100 { append(digits: number / 100) }
        if number >= 10 { bytes.append(48 + UInt8(truncatingIfNeeded: number / 10 % 10)) }
        bytes.append(48 + UInt8(truncatingIfNeeded: number % 10))
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        if !bytes[start...].allSatisfy(Self.isPlain) {
            bytes.removeSubrange(start...)
            for byte in text.utf8 { append(escaping: byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func append(escaping byte: UInt8) {
        if Self.isPlain(byte) { return bytes.append(byte) }
        bytes.append(UInt8(ascii: "\\"))
        switch (byte, controls) {
        case (0x20..., _): bytes.append(byte)
        case (0x08, .byLetter): bytes.append(UInt8(ascii: "b"))
        case (0x0c, .byLetter): bytes.append(UInt8(ascii: "f"))
        case (0x0a, .byLetter): bytes.append(UInt8(ascii: "n"))
        case (0x0d, .byLetter): bytes.append(UInt8(ascii: "r"))
        case (0x09, .byLetter): bytes.append(UInt8(ascii: "t"))
        default:
            append("u00")
            bytes.append(byte >> 4 + 48)
            let low = byte & 15
            bytes.append(low < 10 ? 48 + low : 87 + low)
        }
    }
}
