package import TransitModel

/// Predicts the bits of numbers from those before, and codes them.
///
/// Writer and reader make the same predictions as long as they code the same numbers.
package struct BitPredictor: Equatable, Sendable {
    /// What is predicted apart.
    package enum Field: Int, CaseIterable {
        case gap, isChanged, rest, kind, flatCalls, flatDelay
        case arrival0, arrival1, arrival2, arrival3, arrival4, arrival5, arrival6, arrival7
        case arrival8, firstArrival
        case departureKind, departure, spreadKind, recentSpread, isRound
        case early, late, margin, laterDeparture, earlierDeparture
        case extras, occupancy, place, skip, count, name

        private static let arrivals: [Field] = [
            .arrival0, .arrival1, .arrival2, .arrival3, .arrival4, .arrival5, .arrival6, .arrival7,
            .arrival8,
        ]

        /// The field of an arrival, by the signs of the last two residuals.
        static func arrival(after residuals: (Int32, Int32)) -> Field {
            arrivals[(1 + Int(residuals.0.signum())) * 3 + 1 + Int(residuals.1.signum())]
        }
    }

    /// Two estimates for each bit, a quick and a slow one: the chance of 0 in 65,536.
    private var quick: [UInt16]
    private var slow: [UInt16]

    /// The predictions of a field: whether a number is 0, its sign, its length, and the bit after
    /// the first one; for choices the nodes of a tree.
    private static let estimates = 128
    private static let count = Field.allCases.count * estimates

    package init() {
        quick = [UInt16](repeating: 0x8000, count: Self.count)
        slow = quick
    }

    // MARK: - Coding

    private mutating func bit(
        _ bit: Bool, _ index: Int, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) -> Bool {
        let probability = (UInt32(quick[index]) + UInt32(slow[index])) / 2
        let found = try coder.code(bit, zero: max(32, min(65_504, probability)))
        if found {
            quick[index] -= quick[index] >> 4
            slow[index] -= slow[index] >> 7
        } else {
            quick[index] += (.max - quick[index]) >> 4
            slow[index] += (.max - slow[index]) >> 7
        }
        return found
    }

    /// Codes one of two.
    package mutating func flag(
        _ flag: Bool, _ field: Field, after context: Int = 0, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) -> Bool {
        try bit(flag, field.rawValue * Self.estimates + context, &coder)
    }

    /// Codes one of eight, in one of up to 16 contexts.
    package mutating func choice(
        _ choice: Int, _ field: Field, after context: Int, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) -> Int {
        let start = field.rawValue * Self.estimates + context * 8
        var node = 1
        for step in [2, 1, 0] {
            let found = try bit(choice >> step & 1 == 1, start + node, &coder)
            node = node * 2 + (found ? 1 : 0)
        }
        return node - 8
    }

    /// Codes a number; small ones of either sign are short.
    package mutating func number(
        _ number: Int32, _ field: Field, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) -> Int32 {
        let start = field.rawValue * Self.estimates
        guard try bit(number != 0, start, &coder) else { return 0 }
        let isNegative = try bit(number < 0, start + 1, &coder)
        return try isNegative
            ? 0 &- magnitude(number.magnitude, start, &coder)
            : magnitude(number.magnitude, start, &coder)
    }

    private mutating func magnitude(
        _ magnitude: UInt32, _ start: Int, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) -> Int32 {
        let length = 31 - magnitude.leadingZeroBitCount
        var found = 0
        while found < 30, try bit(found < length, start + 2 + found, &coder) { found += 1 }
        var value: UInt32 = 1
        for step in (0..<found).reversed() {
            let next = magnitude >> UInt32(step) & 1 == 1
            let isSecond = step == found - 1
            let bit =
                try isSecond
                ? bit(next, start + 33 + found, &coder) : coder.code(next, zero: 0x8000)
            value = value << 1 | (bit ? 1 : 0)
        }
        return Int32(truncatingIfNeeded: value)
    }

    /// Codes the lowest bits of a number that nothing predicts.
    package static func bits(
        _ number: UInt64, count: Int, _ coder: inout some BitCoder
    ) throws(ByteReader.Malformed) -> UInt64 {
        var value: UInt64 = 0
        for step in (0..<count).reversed() {
            let bit = try coder.code(number >> UInt64(step) & 1 == 1, zero: 0x8000)
            value = value << 1 | (bit ? 1 : 0)
        }
        return value
    }

    // MARK: - Handing over

    /// Writes the estimates, with which a reader goes on.
    func write(to writer: inout ByteWriter) {
        for index in 0..<Self.count {
            // Most were never used.
            let isFresh = quick[index] == 0x8000 && slow[index] == 0x8000
            writer.write(byte: isFresh ? 0 : 1)
            guard !isFresh else { continue }
            for estimate in [quick[index], slow[index]] {
                writer.write(byte: UInt8(truncatingIfNeeded: estimate))
                writer.write(byte: UInt8(truncatingIfNeeded: estimate >> 8))
            }
        }
    }

    /// - Throws: `ByteReader.Malformed` if the bytes end too early.
    init(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        self.init()
        for index in 0..<Self.count where try reader.byte() != 0 {
            quick[index] = UInt16(try reader.byte()) | UInt16(try reader.byte()) << 8
            slow[index] = UInt16(try reader.byte()) | UInt16(try reader.byte()) << 8
        }
    }
}
