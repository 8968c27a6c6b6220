import TransitModel

/// Parses the timestamps of loggers: common forms of ISO 8601, to the millisecond.
package enum LoggerTime {
    /// Unix seconds of a timestamp such as `2024-07-07T17:46:39Z`; nil if it is invalid.
    ///
    /// The offset is `Z`, `+02:00`, `+0200` or `+02` and is required, because a local time without
    /// one is ambiguous. Fractions of a second are optional; a space may replace the `T`.
    package static func seconds(iso8601 text: some StringProtocol) -> Double? {
        seconds(utf8: Array(text.utf8)[...])
    }

    /// The same of the bytes of a timestamp.
    static func seconds(utf8 text: ArraySlice<UInt8>) -> Double? {
        guard text.count <= 40 else { return nil }
        let bytes = Array(text)
        guard bytes.count >= 20,
            let year = digits(bytes, 0, 4), bytes[4] == UInt8(ascii: "-"),
            let month = digits(bytes, 5, 2), bytes[7] == UInt8(ascii: "-"),
            let day = digits(bytes, 8, 2),
            [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]),
            let hour = digits(bytes, 11, 2), bytes[13] == UInt8(ascii: ":"),
            let minute = digits(bytes, 14, 2), bytes[16] == UInt8(ascii: ":"),
            let second = digits(bytes, 17, 2),
            (1...12).contains(month), (1...daysIn(month, year)).contains(day), hour < 24,
            minute < 60, second <= 60
        else { return nil }
        var index = 19
        var fraction = 0.0
        if bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ",") {
            let end = bytes[(index + 1)...].firstIndex { !isDigit($0) } ?? bytes.endIndex
            guard end > index + 1,
                let value = DecimalText.number(utf8: [UInt8(ascii: ".")] + bytes[(index + 1)..<end])
            else { return nil }
            fraction = (value * 1000).rounded() / 1000
            index = end
        }
        guard let offset = offsetSeconds(bytes[index...]) else { return nil }
        let clock = hour * 3600 + minute * 60 + second - offset
        return Double(daysSince1970(year, month, day)) * 86_400 + Double(clock) + fraction
    }

    private static func offsetSeconds(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let sign = bytes.first else { return nil }
        let rest = Array(bytes.dropFirst().filter { $0 != UInt8(ascii: ":") })
        switch sign {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"):
            return rest.isEmpty ? 0 : nil
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            guard rest.count == 2 || rest.count == 4, let hours = digits(rest, 0, 2),
                let minutes = rest.count == 4 ? digits(rest, 2, 2) : 0, hours < 24, minutes < 60
            else { return nil }
            return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
        default:
            return nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func digits(_ bytes: [UInt8], _ from: Int, _ count: Int) -> Int? {
        guard bytes.count >= from + count else { return nil }
        var value = 0
        for byte in bytes[from..<from + count] {
            guard isDigit(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func daysIn(_ month: Int, _ year: Int) -> Int {
        month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days since 1970 in the proleptic Gregorian calendar, for years from 0 (Howard Hinnant,
    /// "chrono-compatible low-level date algorithms", days_from_civil).
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
