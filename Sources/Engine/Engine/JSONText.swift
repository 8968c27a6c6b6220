/// Writes JSON text member by member, without reflection.
struct JSONText {
    private var bytes: [UInt8] = []
    private var needsComma = false

    /// Returns the text.
    func finish() -> String { String(decoding: bytes, as: UTF8.self) }

    /// Writes an object, as a member if it has a key.
    mutating func object(_ key: String? = nil, _ write: (inout JSONText) -> Void) {
        enclosed(key, UInt8(ascii: "{"), UInt8(ascii: "}"), write)
    }

    /// Writes an array, as a member if it has a key.
    mutating func array(_ key: String? = nil, _ write: (inout JSONText) -> Void) {
        enclosed(key, UInt8(ascii: "["), UInt8(ascii: "]"), write)
    }

    /// Writes a text; nothing for nil.
    mutating func text(_ key: String?, _ value: String?) {
        guard let value else { return }
        begin(key)
        quote(value)
    }

    /// Writes a whole number; nothing for nil.
    mutating func number(_ key: String?, _ value: Int?) {
        guard let value else { return }
        begin(key)
        bytes.append(contentsOf: "\(value)".utf8)
    }

    /// Writes a member that is true; nothing for false.
    mutating func flag(_ key: String, _ value: Bool) {
        guard value else { return }
        begin(key)
        bytes.append(contentsOf: "true".utf8)
    }

    /// Writes degrees with six decimals.
    mutating func degrees(_ key: String, _ value: Double) {
        begin(key)
        let units = Int64((value * 1e6).rounded())
        if units < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, part) = units.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = "\(part)"
        bytes.append(contentsOf: "\(whole).".utf8)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 6 - digits.utf8.count))
        bytes.append(contentsOf: digits.utf8)
    }

    private mutating func enclosed(
        _ key: String?, _ open: UInt8, _ close: UInt8, _ write: (inout JSONText) -> Void
    ) {
        begin(key)
        bytes.append(open)
        needsComma = false
        write(&self)
        bytes.append(close)
        needsComma = true
    }

    private mutating func begin(_ key: String?) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
        guard let key else { return }
        quote(key)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
