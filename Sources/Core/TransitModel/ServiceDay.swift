/// A calendar day on which service runs, without a time zone (GTFS `YYYYMMDD`).
///
/// A trip belongs to the service day it starts from, even when it ends after midnight.
public struct ServiceDay: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01, negative before.
    public let daysSince1970: Int32

    /// Creates the day `daysSince1970` days after 1970-01-01.
    @inlinable
    public init(daysSince1970: Int32) {
        self.daysSince1970 = daysSince1970
    }

    /// Creates the day of the Gregorian calendar, or nil if there is no such day in the years
    /// 1...9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.daysInMonth(month, year: year)
        else { return nil }
        daysSince1970 = Int32(Self.daysFromCivil(year: year, month: month, day: day))
    }

    /// Reads `20260504` or `2026-05-04`; nil for anything else.
    @inlinable
    public init?(_ text: some StringProtocol) {
        let count = text.utf8.count
        guard count == 8 || count == 10 else { return nil }
        var number = 0
        for (position, byte) in text.utf8.enumerated() {
            if count == 10, position == 4 || position == 7 {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard byte >= 48, byte <= 57 else { return nil }
                number = number * 10 + Int(byte - 48)
            }
        }
        self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    /// Year, month (1...12) and day (1...31) of the Gregorian calendar.
    public var civil: (year: Int, month: Int, day: Int) {
        // Days from civil and back: Howard Hinnant, "chrono-compatible low-level date algorithms".
        let shifted = Int(daysSince1970) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The day of the week: 0 is Monday, 6 is Sunday.
    public var weekday: Int {
        let remainder = (Int(daysSince1970) + 3) % 7
        return remainder < 0 ? remainder + 7 : remainder
    }

    /// Returns the day `days` later, or earlier if negative.
    @inlinable
    public func advanced(by days: Int) -> ServiceDay {
        ServiceDay(daysSince1970: daysSince1970 + Int32(days))
    }

    /// Returns the number of days from this day to `other`; negative if `other` is earlier.
    @inlinable
    public func distance(to other: ServiceDay) -> Int {
        Int(other.daysSince1970) - Int(daysSince1970)
    }

    /// Orders days by date.
    @inlinable
    public static func < (left: ServiceDay, right: ServiceDay) -> Bool {
        left.daysSince1970 < right.daysSince1970
    }

    private static func daysInMonth(_ month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func daysFromCivil(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension ServiceDay: CustomStringConvertible {
    /// ISO 8601, as in `2026-05-04`.
    public var description: String {
        if let text = DigitText.day(self) { return text }
        let (year, month, day) = civil
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }

    /// GTFS form, as in `20260504`.
    public var compactDescription: String {
        if let text = DigitText.compactDay(self) { return text }
        let (year, month, day) = civil
        return "\(padded(year, to: 4))\(padded(month, to: 2))\(padded(day, to: 2))"
    }
}

#if !hasFeature(Embedded)
extension ServiceDay: Codable {
    /// Decodes either spelling.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let day = ServiceDay(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "expected a day as in 2026-05-04")
        }
        self = day
    }

    /// Encodes as ISO 8601.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
#endif
