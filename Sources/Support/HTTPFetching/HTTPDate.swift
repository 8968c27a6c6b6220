/// An instant in HTTP's form: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
///
/// The two forms that were obsolete in 1999 are not supported.
struct HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    let secondsSince1970: Int64

    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 6, words[0].count == 4, words[0].hasSuffix(","), words[5] == "GMT",
            let day = Self.number(words[1], in: 1...31),
            let month = Self.months.firstIndex(of: String(words[2])),
            let year = Self.number(words[3], in: 1970...9999)
        else { return nil }
        let time = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3, let hour = Self.number(time[0], in: 0...23),
            let minute = Self.number(time[1], in: 0...59),
            // 60 is a leap second.
            let second = Self.number(time[2], in: 0...60)
        else { return nil }
        let days = Self.days(year: year, month: month + 1, day: day)
        secondsSince1970 = Int64(((days * 24 + hour) * 60 + minute) * 60 + second)
    }

    private static func number(_ text: Substring, in range: ClosedRange<Int>) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
            range.contains(number)
        else { return nil }
        return number
    }

    /// Days from 1970-01-01 in the Gregorian calendar, after Howard Hinnant's `days_from_civil`.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
