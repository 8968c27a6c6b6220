/// Seconds after the start of a service day; exceeds 24:00:00 for trips that run past midnight.
///
/// GTFS counts from "noon minus 12 hours" of the service day, which is midnight except on days on
/// which daylight saving begins or ends.
public struct ServiceTime: Hashable, Comparable, Sendable {
    /// Seconds after noon minus 12 h of the service day; negative only in intermediate results.
    public let seconds: Int32

    /// Creates the time `seconds` after the start of the service day.
    @inlinable
    public init(seconds: Int32) {
        self.seconds = seconds
    }

    /// Creates a time of day, for example `ServiceTime(hours: 25, minutes: 10)` for ten past one at
    /// night.
    @inlinable
    public init(hours: Int, minutes: Int, seconds: Int = 0) {
        self.seconds = Int32(hours * 3600 + minutes * 60 + seconds)
    }

    /// Parses `H:MM:SS`, `HH:MM:SS` or `HH:MM`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        var total: Int32 = 0
        var part: Int32 = 0
        var (digits, colons) = (0, 0)
        for byte in text.utf8 {
            if byte == UInt8(ascii: ":") {
                guard Self.isPart(part, digits, after: colons) else { return nil }
                total = total * 60 + part
                (part, digits, colons) = (0, 0, colons + 1)
            } else {
                guard byte >= 48, byte <= 57, digits < 3 else { return nil }
                part = part * 10 + Int32(byte - 48)
                digits += 1
            }
        }
        guard (1...2).contains(colons), Self.isPart(part, digits, after: colons) else { return nil }
        total = total * 60 + part
        seconds = colons == 1 ? total * 60 : total
    }

    /// Whether a number with that many digits is valid as hours (before any colon), or as minutes
    /// or seconds (after one or two colons).
    private static func isPart(_ value: Int32, _ digits: Int, after colons: Int) -> Bool {
        colons == 0 ? digits > 0 : colons < 3 && digits == 2 && value < 60
    }

    /// Orders times from early to late.
    @inlinable
    public static func < (left: ServiceTime, right: ServiceTime) -> Bool {
        left.seconds < right.seconds
    }
}

extension ServiceTime: CustomStringConvertible {
    /// The GTFS form, as in `25:10:00`.
    public var description: String {
        if let text = DigitText.time(self) { return text }
        let magnitude = Int(seconds.magnitude)
        let sign = seconds < 0 ? "-" : ""
        return sign + "\(padded(magnitude / 3600, to: 2)):\(padded(magnitude / 60 % 60, to: 2)):"
            + padded(magnitude % 60, to: 2)
    }
}
