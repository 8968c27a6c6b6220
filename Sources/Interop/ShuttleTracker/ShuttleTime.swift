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
        var scanner = Scanner(bytes: Array(text.utf8.prefix(Self.maximumText + 1)))
        guard let date = scanner.date(), scanner.skip(either: "T", or: "t"),
            let clock = scanner.clock(), let fraction = scanner.fraction(),
            let offset = scanner.offset(), scanner.isAtEnd
        else { return nil }
        let local = Int64(date.daysSince1970) * 86_400 + Int64(clock)
        self.init(seconds: local - Int64(offset), nanoseconds: fraction)
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

/// Parses the parts of an RFC 3339 time in order.
private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let next, UInt32(next) == character.value else { return false }
        position += 1
        return true
    }

    mutating func skip(either first: Unicode.Scalar, or second: Unicode.Scalar) -> Bool {
        skip(first) || skip(second)
    }

    /// A number of exactly `count` digits.
    mutating func number(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    private mutating func digit() -> Int? {
        guard let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) else { return nil }
        position += 1
        return Int(next - UInt8(ascii: "0"))
    }

    mutating func date() -> ServiceDay? {
        guard let year = number(4), skip("-"), let month = number(2), skip("-"),
            let day = number(2)
        else { return nil }
        return ServiceDay(year: year, month: month, day: day)
    }

    /// Seconds after midnight.
    mutating func clock() -> Int? {
        guard let hours = number(2), hours < 24, skip(":"), let minutes = number(2), minutes < 60,
            skip(":"), let seconds = number(2), seconds < 60
        else { return nil }
        return hours * 3600 + minutes * 60 + seconds
    }

    /// Nanoseconds; 0 without a fraction, nil for a point not followed by one to nine digits.
    mutating func fraction() -> Int32? {
        guard skip(".") else { return 0 }
        var value: Int32 = 0
        var count = 0
        while count < 9, let digit = digit() {
            value = value * 10 + Int32(digit)
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in count..<9 { value *= 10 }
        return value
    }

    /// The offset from UTC in seconds.
    mutating func offset() -> Int? {
        if skip(either: "Z", or: "z") { return 0 }
        let sign: Int
        if skip("+") {
            sign = 1
        } else if skip("-") {
            sign = -1
        } else {
            return nil
        }
        guard let hours = number(2), hours < 24, skip(":"), let minutes = number(2), minutes < 60
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
