package import TransitModel

/// An instant in the shuttle tracker's format: RFC 3339 with up to nine decimals of a second.
///
/// Unlike `UnixTime` it keeps nanoseconds, so that times are encoded as received.
/// Only the offset changes: the output is in UTC (`Z`), without trailing zeros of the fraction, as
/// in Go's `time.Time`.
package struct ShuttleTime: Hashable, Sendable {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down; negative before.
    package let seconds: Int64
    /// The fraction of the second, 0..<1,000,000,000.
    package let nanoseconds: Int32

    /// The instant in milliseconds, rounded down.
    package var unixTime: UnixTime {
        UnixTime(milliseconds: seconds * 1000 + Int64(nanoseconds / 1_000_000))
    }

    /// Creates an instant; nil outside the years 1...9999, which RFC 3339 cannot represent.
    package init?(_ time: UnixTime) {
        let (quotient, rest) = time.milliseconds.quotientAndRemainder(dividingBy: 1000)
        // Rounds down where the division truncated towards zero.
        self.init(
            seconds: rest < 0 ? quotient - 1 : quotient,
            nanoseconds: Int32(rest < 0 ? rest + 1000 : rest) * 1_000_000)
    }

    /// Parses, for example, `2018-10-15T20:39:12.123456789Z` or `2018-10-15T16:39:12-04:00`.
    ///
    /// The fraction has one to nine digits or is absent.
    ///
    /// - Returns: Nil for anything else, including leap seconds, invalid days and offsets of a day
    ///   or more.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.maximumText else { return nil }
        let parts = String(text).split(maxSplits: 1, omittingEmptySubsequences: false) {
            $0 == "T" || $0 == "t"
        }
        guard parts.count == 2, parts[0].utf8.count == 10, let day = ServiceDay(parts[0]),
            parts[1].utf8.count > 8, let clock = ServiceTime(parts[1].prefix(8)),
            clock.seconds < 86_400
        else { return nil }
        var rest = parts[1].dropFirst(8)
        var nanoseconds: Int32 = 0
        if rest.first == "." {
            let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            guard (1...9).contains(digits.count),
                let fraction = Int32(digits + String(repeating: "0", count: 9 - digits.count))
            else { return nil }
            nanoseconds = fraction
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let offset = Self.offsetSeconds(rest) else { return nil }
        let local = Int64(day.daysSince1970) * 86_400 + Int64(clock.seconds)
        self.init(seconds: local - Int64(offset), nanoseconds: nanoseconds)
    }

    private static func offsetSeconds(_ text: Substring) -> Int32? {
        if text == "Z" || text == "z" { return 0 }
        guard text.utf8.count == 6, let sign = text.first, sign == "+" || sign == "-",
            let time = ServiceTime(text.dropFirst()), time.seconds < 86_400
        else { return nil }
        return sign == "-" ? -time.seconds : time.seconds
    }

    private init?(seconds: Int64, nanoseconds: Int32) {
        guard (Self.first...Self.last).contains(seconds) else { return nil }
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// 0001-01-01T00:00:00Z, which Go encodes for its zero time.
    private static let first: Int64 = -62_135_596_800
    /// 9999-12-31T23:59:59Z.
    private static let last: Int64 = 253_402_300_799
    /// The length of `2018-10-15T20:39:12.123456789-04:00`.
    private static let maximumText = 35
}

extension ShuttleTime: Comparable {
    package static func < (left: ShuttleTime, right: ShuttleTime) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

extension ShuttleTime: CustomStringConvertible {
    /// The instant as RFC 3339 in UTC, such as `2018-10-15T20:39:12.5Z`.
    package var description: String {
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let clock = ServiceTime(seconds: Int32(seconds - days * 86_400))
        var fraction = ""
        if nanoseconds > 0 {
            fraction = "." + padded(Int(nanoseconds), to: 9)
            while fraction.hasSuffix("0") { fraction.removeLast() }
        }
        return "\(ServiceDay(daysSince1970: Int32(days)))T\(clock)\(fraction)Z"
    }
}

extension ShuttleTime: Codable {
    /// Decodes RFC 3339.
    ///
    /// - Throws: `DecodingError` if the value is no such text.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = ShuttleTime(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "expected a time as in 2018-10-15T20:39:12Z, "
                    + "not '\(text.prefix(40))'")
        }
        self = time
    }

    /// Encodes RFC 3339 in UTC.
    ///
    /// - Throws: The encoder's errors.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
