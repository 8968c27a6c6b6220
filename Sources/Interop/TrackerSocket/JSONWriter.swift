import Foundation

/// Writes JSON piece by piece, in the order of the calls.
///
/// Thousands of trajectories are written per second, mostly numbers, so it does not use Codable. It
/// does not check the structure: callers must balance opening and closing calls.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether the next value must be preceded by a comma.
    private var needsComma = false

    mutating func object(_ members: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    mutating func array(_ elements: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "["))
        elements(&self)
        close(UInt8(ascii: "]"))
    }

    /// Writes the name of a member; its value must follow.
    mutating func key(_ name: StaticString) {
        separate()
        quoted("\(name)")
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func null() { raw("null") }

    mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

    mutating func integer(_ value: some BinaryInteger) { raw("\(value)") }

    /// Writes a number rounded to `decimals` places; numbers that JSON cannot represent become
    /// null.
    mutating func number(_ value: Double, decimals: Int = 2) {
        let scale = decimals == 2 ? 100.0 : pow(10, Double(decimals))
        let rounded = (value * scale).rounded() / scale
        guard rounded.isFinite else { return null() }
        if rounded == rounded.rounded(), abs(rounded) < 1e15 {
            integer(Int64(rounded))
        } else {
            raw("\(rounded)")
        }
    }

    mutating func string(_ value: String) {
        separate()
        quoted(value)
    }

    /// Writes JSON that was encoded before.
    mutating func written(_ json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
    }

    private mutating func raw(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func quoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes.append(contentsOf: (byte < 16 ? "\\u000" : "\\u00").utf8)
                bytes.append(contentsOf: digits.utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSONWriter {
    mutating func member(_ name: StaticString, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    mutating func member(_ name: StaticString, _ value: Bool?) {
        key(name)
        if let value { bool(value) } else { null() }
    }

    mutating func member(_ name: StaticString, _ value: (some BinaryInteger)?) {
        key(name)
        if let value { integer(value) } else { null() }
    }

    mutating func member(_ name: StaticString, _ values: [String]) {
        key(name)
        array { list in
            for value in values { list.string(value) }
        }
    }

    mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
        key(name)
        object(members)
    }

    mutating func array(_ name: StaticString, _ elements: (inout JSONWriter) -> Void) {
        key(name)
        array(elements)
    }

    mutating func point(_ point: MercatorPoint) {
        array {
            $0.number(point.x)
            $0.number(point.y)
        }
    }
}
