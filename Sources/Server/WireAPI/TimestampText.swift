package import TransitModel

/// Reads moments as riders and programs write them.
package enum TimestampText {
    /// Reads `2016-02-08T08:00` or `2016-02-08T08:00:30` by the clocks of a zone, or the same with
    /// `Z`, `+01:00` or `-05:00` behind; nil for anything else.
    ///
    /// A clock time that is skipped when daylight saving begins is taken an hour later; of one that
    /// comes twice the first is taken.
    package static func instant(_ text: String, in zone: TransitTimeZone) -> UnixTime? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 10, let day = ServiceDay(parts[0])
        else { return nil }
        let clockText = parts[1].prefix { $0.isNumber || $0 == ":" }
        guard clockText.utf8.count == 5 || clockText.utf8.count == 8,
            let clock = ServiceTime(clockText), clock.seconds < 86_400
        else { return nil }
        if let offset = offsetSeconds(parts[1].dropFirst(clockText.count)) {
            let local = Int64(day.daysSince1970) * 86_400 + Int64(clock.seconds)
            return UnixTime(seconds: local - Int64(offset))
        }
        guard clockText.endIndex == parts[1].endIndex else { return nil }
        return zone.instant(clock: clock, on: day)
    }

    /// Seconds east of Greenwich; nil for what is no offset.
    private static func offsetSeconds(_ text: Substring) -> Int? {
        if text == "Z" { return 0 }
        // A plus sign in an address can arrive as the space that it stands for there.
        guard let sign = text.first, "+- ".contains(sign), text.utf8.count == 6,
            let time = ServiceTime(text.dropFirst()), time.seconds <= 18 * 3600
        else { return nil }
        return sign == "-" ? -Int(time.seconds) : Int(time.seconds)
    }
}
