private import Glibc

/// The bytes of one field, as a view that is valid only while its row is handled.
package typealias ByteText = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer<UInt8> {
    /// The field decoded as UTF-8, with U+FFFD in place of invalid bytes.
    package var string: String {
        String(decoding: self, as: UTF8.self)
    }

    package func hasSameBytes(as other: ByteText) -> Bool {
        guard count == other.count else { return false }
        guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
        return memcmp(start, otherStart, count) == 0
    }

    /// The field as a decimal integer; nil if it is not one or has more than 18 digits.
    @inline(__always)
    package var integer: Int? {
        var index = 0
        var isNegative = false
        if count > 0, self[0] == UInt8(ascii: "-") || self[0] == UInt8(ascii: "+") {
            isNegative = self[0] == UInt8(ascii: "-")
            index = 1
        }
        guard index < count, count - index <= 18 else { return nil }
        var value = 0
        while index < count {
            let digit = self[index] &- 48
            guard digit <= 9 else { return nil }
            value = value &* 10 &+ Int(digit)
            index &+= 1
        }
        return isNegative ? -value : value
    }

    /// The seconds of a GTFS time (`H:MM:SS` or `H:MM`); nil if the field is not one.
    @inline(__always)
    package var timeSeconds: Int32? {
        // The usual form, HH:MM:SS.
        if count == 8, self[2] == 58, self[5] == 58 {
            let h1 = self[0] &- 48
            let h2 = self[1] &- 48
            let m1 = self[3] &- 48
            let m2 = self[4] &- 48
            let s1 = self[6] &- 48
            let s2 = self[7] &- 48
            if h1 <= 9, h2 <= 9, m1 <= 5, m2 <= 9, s1 <= 5, s2 <= 9 {
                return (Int32(h1) * 10 + Int32(h2)) * 3600 + (Int32(m1) * 10 + Int32(m2)) * 60
                    + Int32(s1) * 10 + Int32(s2)
            }
        }
        return timeSecondsInAnyForm
    }

    private var timeSecondsInAnyForm: Int32? {
        var parts: (Int32, Int32, Int32) = (0, 0, 0)
        var part = 0
        var digits = 0
        for byte in self {
            if byte == 58 {
                guard part == 0 ? digits > 0 : digits == 2, part < 2 else { return nil }
                part += 1
                digits = 0
                continue
            }
            let digit = byte &- 48
            guard digit <= 9, digits < (part == 0 ? 3 : 2) else { return nil }
            digits += 1
            switch part {
            case 0: parts.0 = parts.0 * 10 + Int32(digit)
            case 1: parts.1 = parts.1 * 10 + Int32(digit)
            default: parts.2 = parts.2 * 10 + Int32(digit)
            }
        }
        guard part >= 1, digits == 2, parts.1 < 60, parts.2 < 60 else { return nil }
        return parts.0 * 3600 + parts.1 * 60 + parts.2
    }

    /// The field as a decimal number; nil if it is not one.
    package var double: Double? {
        var index = 0
        var isNegative = false
        if count > 0, self[0] == UInt8(ascii: "-") || self[0] == UInt8(ascii: "+") {
            isNegative = self[0] == UInt8(ascii: "-")
            index = 1
        }
        var mantissa: UInt64 = 0
        var digits = 0
        var scale = 0
        var seenPoint = false
        while index < count {
            let byte = self[index]
            if byte == UInt8(ascii: ".") {
                guard !seenPoint else { return nil }
                seenPoint = true
            } else {
                let digit = byte &- 48
                // Exponents and very long numbers are rare, so the standard library parses them.
                guard digit <= 9, digits < 18 else { return Double(string) }
                mantissa = mantissa &* 10 &+ UInt64(digit)
                digits += 1
                if seenPoint { scale += 1 }
            }
            index += 1
        }
        guard digits > 0 else { return nil }
        // Integers below 2^53 and powers of ten up to 10^22 are exact, so one division rounds
        // correctly.
        guard mantissa < 1 << 53 else { return Double(string) }
        let value = Double(mantissa) / Self.powersOfTen[scale]
        return isNegative ? -value : value
    }

    private static var powersOfTen: [Double] { powers }
}

private let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18,
]
