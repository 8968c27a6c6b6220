package import TransitModel

/// An instant as local time with its offset, such as `2026-11-20T08:02:00+0100`.
package struct OffsetTime: Hashable, Sendable {
    /// The instant, in whole seconds.
    package let time: UnixTime
    /// The offset of local time from UTC, in seconds; within 18 hours.
    package let offsetSeconds: Int

    private static let maximumOffset = 18 * 3600
    /// Contains the years 1 to 9999, and up to a day more.
    private static let years: ClosedRange<Int64> = -62_135_000_000...253_402_000_000

    /// Creates an instant with an offset, both clamped to their ranges.
    package init(_ time: UnixTime, offsetSeconds: Int) {
        let seconds = max(Self.years.lowerBound, min(Self.years.upperBound, time.seconds))
        self.time = UnixTime(seconds: seconds)
        self.offsetSeconds = max(-Self.maximumOffset, min(Self.maximumOffset, offsetSeconds))
    }

    /// Parses `2026-11-20T08:02:00+0100`, also with `+01:00` or `Z`; nil for anything else.
    package init?(text: some StringProtocol) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 10, parts[1].utf8.count >= 9,
            let day = ServiceDay(parts[0]), let clock = ServiceTime(parts[1].prefix(8)),
            clock.seconds < 86_400, let offset = Self.offset(parts[1].dropFirst(8))
        else { return nil }
        let local = Int64(day.daysSince1970) * 86_400 + Int64(clock.seconds)
        self.init(UnixTime(seconds: local - Int64(offset)), offsetSeconds: offset)
    }

    private static func offset(_ text: some StringProtocol) -> Int? {
        if text == "Z" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = String(text.dropFirst()).filter { $0 != ":" }
        guard digits.utf8.count == 4, digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let number = Int(digits), number % 100 < 60
        else { return nil }
        let seconds = number / 100 * 3600 + number % 100 * 60
        guard seconds <= maximumOffset else { return nil }
        return sign == "-" ? -seconds : seconds
    }

    /// The text that times of one day share: `2026-11-20T` before the clock and `+0100` after it.
    struct DayText {
        fileprivate(set) var day = Int64.min
        fileprivate(set) var offsetSeconds = 0
        fileprivate(set) var before: [UInt8] = []
        fileprivate(set) var after: [UInt8] = []

        fileprivate mutating func move(to day: Int64, offsetSeconds: Int) {
            guard day != self.day || offsetSeconds != self.offsetSeconds else { return }
            (self.day, self.offsetSeconds) = (day, offsetSeconds)
            let civil = ServiceDay(daysSince1970: Int32(clamping: day)).civil
            before = []
            OffsetTime.two(civil.year / 100, &before)
            OffsetTime.two(civil.year % 100, &before)
            before.append(UInt8(ascii: "-"))
            OffsetTime.two(civil.month, &before)
            before.append(UInt8(ascii: "-"))
            OffsetTime.two(civil.day, &before)
            before.append(UInt8(ascii: "T"))
            let magnitude = Int(offsetSeconds.magnitude)
            after = [offsetSeconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")]
            OffsetTime.two(magnitude / 3600, &after)
            OffsetTime.two(magnitude / 60 % 60, &after)
        }
    }

    fileprivate static func two(_ number: Int, _ bytes: inout [UInt8]) {
        bytes.append(48 + UInt8(truncatingIfNeeded: number / 10 % 10))
        bytes.append(48 + UInt8(truncatingIfNeeded: number % 10))
    }

    /// Writes the format of ``init(text:)``.
    ///
    /// `known` caches the day's text between calls.
    func append(to bytes: inout [UInt8], _ known: inout DayText) {
        let local = time.seconds + Int64(offsetSeconds)
        let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
        let clock = Int(local - day * 86_400)
        known.move(to: day, offsetSeconds: offsetSeconds)
        bytes.append(contentsOf: known.before)
        Self.two(clock / 3600, &bytes)
        bytes.append(UInt8(ascii: ":"))
        Self.two(clock / 60 % 60, &bytes)
        bytes.append(UInt8(ascii: ":"))
        Self.two(clock % 60, &bytes)
        bytes.append(contentsOf: known.after)
    }

    /// The text in the format of ``init(text:)``.
    package var text: String {
        var bytes: [UInt8] = []
        var day = DayText()
        append(to: &bytes, &day)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Local time with a cached offset, so that most times need no call of the system.
package struct LocalClock: Sendable {
    private let zone: TransitTimeZone
    private let steady: (range: ClosedRange<Int64>, offset: Int)?

    /// Seconds before and after the instant in which the cached offset is valid: two days.
    private static let reachSeconds: Int64 = 2 * 86_400

    /// Creates the clock of a zone, fast for times around an instant.
    package init(_ zone: TransitTimeZone, around time: UnixTime) {
        self.zone = zone
        let from = time.seconds - Self.reachSeconds
        let to = time.seconds + Self.reachSeconds
        let offset = zone.offsetSeconds(at: UnixTime(seconds: from))
        steady =
            offset == zone.offsetSeconds(at: UnixTime(seconds: to)) ? (from...to, offset) : nil
    }

    /// Returns an instant with the zone's offset.
    package func local(_ time: UnixTime) -> OffsetTime {
        if let steady, steady.range.contains(time.seconds) {
            return OffsetTime(time, offsetSeconds: steady.offset)
        }
        return OffsetTime(time, offsetSeconds: zone.offsetSeconds(at: time))
    }
}
