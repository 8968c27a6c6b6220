/// Parses decimal numbers with the same result natively and in the WebAssembly build, which lacks
/// the C library's parser.
package enum DecimalText {
    /// Digits beyond this many do not count: more than a `Double` distinguishes.
    private static let countedDigits: UInt64 = 100_000_000_000_000_000
    private static let maximumExponent = 300
    /// Powers of ten up to this one are `Double`s exactly.
    private static let exactPower = 22

    /// Returns a number as in `47.3769`, `-0.5` or `1e-07`; nil for any other text.
    package static func number(_ text: some StringProtocol) -> Double? {
        number(utf8: Array(text.utf8)[...])
    }

    /// Returns a number as in `47.3769`, `-0.5` or `1e-07`; nil for any other text.
    ///
    /// Up to 18 digits with an exponent up to 22 it is the nearest `Double`, beyond that at most
    /// two steps from it.
    package static func number(utf8 text: ArraySlice<UInt8>) -> Double? {
        var index = text.startIndex
        let isNegative = text.first == UInt8(ascii: "-")
        if isNegative || text.first == UInt8(ascii: "+") { index += 1 }
        var (digits, power, hasDigits, isFraction) = (UInt64(0), 0, false, false)
        while index < text.endIndex {
            let byte = text[index]
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                hasDigits = true
                if digits < countedDigits {
                    digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
                    if isFraction { power -= 1 }
                } else if !isFraction {
                    power += 1
                }
            } else {
                break
            }
            index += 1
        }
        guard hasDigits, let exponent = exponent(text[index...]) else { return nil }
        power += exponent
        guard power <= maximumExponent else { return nil }
        if power < -maximumExponent { return 0 }
        let value = scaled(digits, by: power)
        guard value.isFinite else { return nil }
        return isNegative ? -value : value
    }

    /// Returns `digits` times a power of ten.
    private static func scaled(_ digits: UInt64, by power: Int) -> Double {
        var scale = 1.0
        for _ in 0..<power.magnitude { scale *= 10 }
        let high = Double(digits)
        guard power < 0 else { return high * scale }
        let quotient = high / scale
        guard power >= -exactPower else { return quotient }
        // What the conversion and the division rounded off.
        let low = Double(Int64(digits) - Int64(high))
        let rest = high.addingProduct(-quotient, scale) + low
        return quotient + rest / scale
    }

    /// Returns the power of ten in `e-07`, 0 for an empty text; nil for any other text.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int? {
        guard let mark = text.first else { return 0 }
        guard mark | 0x20 == UInt8(ascii: "e"), (2...5).contains(text.count) else { return nil }
        return Int(String(decoding: text.dropFirst(), as: UTF8.self))
    }
}
