package import TransitModel

/// A day and a time of day as clients write them, local unless an offset is given.
package struct OpendataTimestamp: Hashable, Sendable {
    /// An absolute or relative day.
    package enum Day: Hashable, Sendable {
        /// A calendar day.
        case on(ServiceDay)
        case fromToday(Int)
    }

    /// The day; nil if only a time was given.
    package var day: Day?
    /// The time of day, in whole seconds below 24 h; nil if only a day was given.
    package var clock: ServiceTime?
    /// The offset from UTC in seconds; nil for local time of the network.
    package var offsetSeconds: Int?
    /// Unix seconds, given as `@1478332800`; the other properties are nil then.
    package var unixSeconds: Int64?

    private static let maximumUnix: Int64 = 253_402_300_800

    /// Creates the current time.
    package init() {}

    /// Parses the date formats that PHP clients send.
    ///
    /// - `2026-11-20`, `20.11.2026`, `today`, `tomorrow` and `yesterday`
    /// - `08:30` and `8:30:15`, optionally with `Z`, `+01:00` or `+0100`
    /// - a day and a time with a space or `T` between
    /// - `now`, and `@` with Unix seconds
    ///
    /// - Returns: Nil for anything else.
    package init?(text: String) {
        let text = text.drop { $0 == " " }
        if text == "now" { return }
        if text.first == "@" {
            guard let seconds = Int64(text.dropFirst()), seconds.magnitude < Self.maximumUnix
            else { return nil }
            unixSeconds = seconds
            return
        }
        let hasDigits = text.first?.isNumber == true
        let parts = text.split(maxSplits: 1) { $0 == " " || (hasDigits && $0 == "T") }
        guard let first = parts.first, parts.count == 2 || first.utf8.count == text.utf8.count
        else { return nil }
        if let known = Self.day(first) {
            day = known
            guard parts.count == 2 else { return }
            guard readClock(parts[1]) else { return nil }
        } else {
            guard parts.count == 1, readClock(first) else { return nil }
        }
    }

    private static func day(_ text: Substring) -> Day? {
        switch text.lowercased() {
        case "yesterday": return .fromToday(-1)
        case "today": return .fromToday(0)
        case "tomorrow": return .fromToday(1)
        default: break
        }
        if let day = ServiceDay(text) { return .on(day) }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let day = Int(parts[0]), let month = Int(parts[1]),
            let year = Int(parts[2])
        else { return nil }
        return ServiceDay(year: year, month: month, day: day).map { .on($0) }
    }

    private mutating func readClock(_ text: Substring) -> Bool {
        let clockText = text.prefix { $0.isNumber || $0 == ":" }
        guard let time = ServiceTime(clockText), time.seconds < 86_400 else { return false }
        clock = time
        // Timetables have whole seconds, so fractions are ignored.
        var rest = text.dropFirst(clockText.count)
        if rest.first == "." { rest = rest.dropFirst().drop { $0.isNumber } }
        guard !rest.isEmpty else { return true }
        // An unescaped plus sign in a URL is decoded as a space.
        let zone = rest.first == " " ? "+" + rest.dropFirst() : String(rest)
        guard let read = OffsetTime(text: "2000-01-01T00:00:00" + zone) else { return false }
        offsetSeconds = read.offsetSeconds
        return true
    }
}
