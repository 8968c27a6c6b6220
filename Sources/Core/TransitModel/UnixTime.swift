/// An instant: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct UnixTime: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970, negative before.
    public let milliseconds: Int64

    /// Creates the instant `milliseconds` after the start of 1970 in UTC.
    @inlinable
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Creates the instant `seconds` after the start of 1970 in UTC.
    @inlinable
    public init(seconds: Int64) {
        milliseconds = seconds * 1000
    }

    /// Whole seconds since 1970, rounded down.
    @inlinable public var seconds: Int64 {
        milliseconds >= 0 ? milliseconds / 1000 : (milliseconds + 1) / 1000 - 1
    }

    /// Seconds since 1970 with their fraction, negative before.
    package var fractionalSeconds: Double { Double(milliseconds) / 1000 }

    /// Returns the instant `seconds` later, precise to the millisecond.
    @inlinable
    public func advanced(bySeconds seconds: Double) -> UnixTime {
        UnixTime(milliseconds: milliseconds + Int64(nearest: seconds * 1000))
    }

    /// Returns the seconds from `earlier` to this instant; negative if this instant is the earlier
    /// one.
    @inlinable
    public func seconds(since earlier: UnixTime) -> Double {
        Double(milliseconds - earlier.milliseconds) / 1000
    }

    /// Returns the seconds from `earlier` to this instant, rounded to the nearest; halves away from
    /// zero.
    @inlinable
    package func wholeSeconds(since earlier: UnixTime) -> Int64 {
        let difference = milliseconds - earlier.milliseconds
        return (difference + (difference < 0 ? -500 : 500)) / 1000
    }

    /// Orders instants by time.
    @inlinable
    public static func < (left: UnixTime, right: UnixTime) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

extension Int64 {
    /// Creates the integer nearest to a number, of two the one away from zero.
    ///
    /// `rounded()` calls the C library, as not all processors round by themselves.
    @inlinable
    public init(nearest number: Double) {
        let whole = Int64(number)
        let rest = number - Double(whole)
        self = rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }
}

#if !hasFeature(Embedded)
extension UnixTime: Codable {
    /// Decodes milliseconds.
    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Encodes milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}
#endif

/// A named time zone with the two conversions that timetables need.
///
/// Offsets come from the system's time zone database, natively through Foundation and in a browser
/// through JavaScript.
public struct TransitTimeZone: Sendable {
    /// The name in the tz database, as in `Europe/Zurich`.
    public let identifier: String
    private let offsets: ZoneOffsets

    /// Creates the zone of that name in the tz database, or nil if the system does not know it.
    public init?(identifier: String) {
        guard !identifier.isEmpty, let offsets = ZoneOffsets.named(identifier) else { return nil }
        self.identifier = identifier
        self.offsets = offsets
    }

    /// Coordinated Universal Time.
    public static let utc = TransitTimeZone(identifier: "UTC", .utc)

    private init(identifier: String, _ offsets: ZoneOffsets) {
        self.identifier = identifier
        self.offsets = offsets
    }

    /// Returns the offset in seconds east of Greenwich at an instant.
    public func offsetSeconds(at time: UnixTime) -> Int { offsets.seconds(at: time) }

    /// Returns the start of a service day: local noon minus 12 hours, as GTFS defines it.
    public func start(of day: ServiceDay) -> UnixTime {
        let noonIfUTC = Int64(day.daysSince1970) * 86_400 + 43_200
        var noon = noonIfUTC
        for _ in 0..<2 {
            noon = noonIfUTC - Int64(offsetSeconds(at: UnixTime(seconds: noon)))
        }
        return UnixTime(seconds: noon - 43_200)
    }

    /// Returns the instant of a service time on a service day.
    public func time(_ time: ServiceTime, on day: ServiceDay) -> UnixTime {
        UnixTime(seconds: start(of: day).seconds + Int64(time.seconds))
    }

    /// Returns the instant at which local clocks show a time of day; 24 hours and more are on the
    /// following days.
    ///
    /// A time that is skipped when daylight saving begins is taken an hour later. If a time occurs
    /// twice, the first is taken.
    public func instant(clock: ServiceTime, on day: ServiceDay) -> UnixTime {
        let local = Int64(day.daysSince1970) * 86_400 + Int64(clock.seconds)
        // Of the offsets in effect around this time, the larger gives the earlier instant.
        let around = [-86_400, 86_400].map { offsetSeconds(at: UnixTime(seconds: local + $0)) }
        for offset in around.sorted(by: >) {
            let time = UnixTime(seconds: local - Int64(offset))
            if offsetSeconds(at: time) == offset { return time }
        }
        return UnixTime(seconds: local - Int64(around[0]))
    }

    /// The calendar day on local clocks at that moment.
    public func day(at time: UnixTime) -> ServiceDay {
        Self.day(local: time.seconds + Int64(offsetSeconds(at: time)))
    }

    private static func day(local seconds: Int64) -> ServiceDay {
        ServiceDay(
            daysSince1970: Int32(seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400))
    }

    /// Local time in ISO 8601 with offset, as in `2026-05-04T08:03:00+02:00`; whole seconds.
    public func iso8601(_ time: UnixTime) -> String {
        let offset = offsetSeconds(at: time)
        let local = time.seconds + Int64(offset)
        let day = Self.day(local: local)
        let second = Int(local - Int64(day.daysSince1970) * 86_400)
        if let text = DigitText.instant(day, second: second, offsetSeconds: offset) { return text }
        let clock = ServiceTime(seconds: Int32(second))
        let magnitude = Int(offset.magnitude)
        let zone = "\(padded(magnitude / 3600, to: 2)):\(padded(magnitude / 60 % 60, to: 2))"
        return "\(day)T\(clock)\(offset < 0 ? "-" : "+")\(zone)"
    }
}

extension TransitTimeZone: Hashable {
    /// Zones are equal if their identifiers are.
    public static func == (left: Self, right: Self) -> Bool { left.identifier == right.identifier }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
