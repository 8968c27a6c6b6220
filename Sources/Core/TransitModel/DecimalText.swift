/// Parses decimal numbers with the same result natively and in the WebAssembly build, which lacks
/// the C library's parser.
package enum DecimalText {
    /// Digits beyond this many do not count: more than a `Double` distinguishes.
    private static let countedDigits: UInt64 = 100_000_000_000_000_000
    private static let largestExponent = 300

    /// Returns a number as in `47.3769`, `-0.5` or `1e-07`; nil for any other text.
    ///
    /// Up to 15 digits it is the nearest `Double`, beyond that at most two steps from it.
    package static func number(_ text: some StringProtocol) -> Double? {
        var rest = Array(text.utf8)[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        var (digits, power, hasDigits, isFraction) = (UInt64(0), 0, false, false)
        while let byte = rest.first {
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
            rest.removeFirst()
        }
        guard hasDigits, let exponent = exponent(rest) else { return nil }
        power += exponent
        guard power <= largestExponent else { return nil }
        if power < -largestExponent { return 0 }
        var (value, scale) = (Double(digits), 1.0)
        for _ in 0..<power.magnitude { scale *= 10 }
        value = power < 0 ? value / scale : value * scale
        guard value.isFinite else { return nil }
        return isNegative ? -value : value
    }

    /// Returns the power of ten in `e-07`, 0 for an empty text; nil for any other text.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int? {
        guard let mark = text.first else { return 0 }
        guard mark | 0x20 == UInt8(ascii: "e"), (2...5).contains(text.count) else { return nil }
        return Int(String(decoding: text.dropFirst(), as: UTF8.self))
    }
}
