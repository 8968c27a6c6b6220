/// Durations in text form: a whole number and a unit, as in `10s`, `5m`, `2h` or `30d`.
enum DurationText {
    private static let secondsPerUnit: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]

    /// Parses a duration; nil if the text is invalid or the duration is outside the range.
    static func duration(_ text: String, seconds range: ClosedRange<Int>) -> Duration? {
        let digits = text.dropLast()
        guard let unit = text.last.flatMap({ secondsPerUnit[$0] }), (1...9).contains(digits.count),
            digits.allSatisfy({ ("0"..."9").contains($0) }), let count = Int(digits)
        else { return nil }
        let seconds = count * unit
        return range.contains(seconds) ? .seconds(seconds) : nil
    }

    /// Returns the description of valid durations for a problem.
    static func expectation(seconds range: ClosedRange<Int>) -> String {
        "a duration with its unit from \(notation(range.lowerBound)) to "
            + "\(notation(range.upperBound)), as in 10s or 5m"
    }

    /// Returns the shortest notation of a number of seconds.
    static func notation(_ seconds: Int) -> String {
        for (unit, size) in [("d", 86_400), ("h", 3600), ("m", 60)]
        where seconds > 0 && seconds % size == 0 {
            return "\(seconds / size)\(unit)"
        }
        return "\(seconds)s"
    }
}
