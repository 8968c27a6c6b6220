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
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, parts[0].count <= 3 else { return nil }
        var total: Int32 = 0
        for (position, part) in parts.enumerated() {
            guard !part.isEmpty, part.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }),
                position == 0 || part.utf8.count == 2, let value = Int32(part),
                position == 0 || value < 60
            else { return nil }
            total = total * 60 + value
        }
        seconds = parts.count == 2 ? total * 60 : total
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
