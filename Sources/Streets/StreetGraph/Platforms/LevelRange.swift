/// The levels of a way as OpenStreetMap's tag `level` states them: one, or from the lowest to the
/// highest that stairs or a lift connect.
package struct LevelRange: Hashable, Sendable, BitwiseCopyable {
    /// Hundredths of a level: 0 is the ground, negative is below.
    let low: Int16
    let high: Int16

    /// Reads a list of numbers as in `-1;0`, or of ranges as in `0-3`; nil if a part is no number
    /// or beyond 300 levels.
    init?(_ text: String) {
        var values: [Double] = []
        for part in text.split(whereSeparator: { $0 == ";" || $0 == "," }) {
            var number = part.drop { $0 == " " }
            while number.last == " " { number.removeLast() }
            // The hyphen between two levels, not the minus of the first or the second one.
            let hyphen = number.indices.dropFirst().first {
                number[$0] == "-" && number[number.index(before: $0)].isNumber
            }
            if let hyphen {
                guard let first = Double(number[..<hyphen]),
                    let last = Double(number[number.index(after: hyphen)...])
                else { return nil }
                values += [first, last]
            } else {
                guard let value = Double(number) else { return nil }
                values.append(value)
            }
        }
        guard let lowest = values.min(), let highest = values.max(),
            lowest.isFinite, highest.isFinite, lowest >= -300, highest <= 300
        else { return nil }
        low = Int16((lowest * 100).rounded())
        high = Int16((highest * 100).rounded())
    }

    /// The level of a way on one level; nil for one that connects several.
    var single: Double? { low == high ? Double(low) / 100 : nil }

    func overlaps(_ other: LevelRange) -> Bool { low <= other.high && other.low <= high }

    func contains(_ level: Double) -> Bool {
        Double(low) - 0.5 <= level * 100 && level * 100 <= Double(high) + 0.5
    }

    /// The end of the range on the other side of a level; nil for a level between the ends.
    func end(awayFrom level: Double) -> Double? {
        let hundredths = level * 100
        if abs(hundredths - Double(low)) < 0.5 { return Double(high) / 100 }
        return abs(hundredths - Double(high)) < 0.5 ? Double(low) / 100 : nil
    }
}
