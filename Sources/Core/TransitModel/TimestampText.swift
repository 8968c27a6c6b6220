/// Parses instants as riders and programs write them.
package enum TimestampText {
    /// Parses `2016-02-08T08:00` or `2016-02-08T08:00:30` in the zone's local time, or the same
    /// followed by `Z`, `+01:00` or `-05:00`; nil for anything else.
    ///
    /// A local time that is skipped when daylight saving begins is moved an hour later; of one that
    /// occurs twice, the first is used.
    package static func instant(_ text: String, in zone: TransitTimeZone) -> UnixTime? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 10, let day = ServiceDay(parts[0])
        else { return nil }
        let clockText = Substring(parts[1].utf8.prefix { (48...58).contains($0) })
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

    /// Returns seconds east of Greenwich; nil if the text is no offset.
    private static func offsetSeconds(_ text: Substring) -> Int? {
        if text == "Z" { return 0 }
        // In a URL's query a plus sign can arrive as the space that it encodes.
        guard let sign = text.first, "+- ".contains(sign), text.utf8.count == 6,
            let time = ServiceTime(text.dropFirst()), time.seconds <= 18 * 3600
        else { return nil }
        return sign == "-" ? -Int(time.seconds) : Int(time.seconds)
    }
}
