package import TransitModel

/// Decides whether the clock can be trusted when something is deleted because of its age.
///
/// A clock that advances by up to ``leapSeconds`` between two readings is trusted. One that leaps
/// further, as that of a machine without a battery may until it has reached a time server, is
/// trusted only after it has been consistent for an hour. Until then nothing may be deleted.
package struct RetentionClock: Sendable, Equatable, Codable {
    /// The time last trusted, in seconds since 1970; nil before the first.
    package private(set) var believed: Int64?
    /// When the clock leapt, by the clock itself; nil while it is trusted.
    private var leaptAt: Int64?
    /// The last reading, in seconds since 1970.
    private var latest: Int64?
    private let leapSeconds: Int64

    private static let trialSeconds: Int64 = 3600

    /// Continues from the time last trusted; without one, the first reading is trusted.
    ///
    /// Readings must be less than `leapSeconds` apart.
    package init(believed: Int64? = nil, leapSeconds: Int64 = 86_400) {
        self.believed = believed
        self.leapSeconds = leapSeconds
    }

    /// A clock whose first hour is not trusted either: after a start nothing is known about it.
    package static var unproven: RetentionClock { RetentionClock(believed: .min) }

    /// Returns whether what has expired at `now` may be deleted.
    package mutating func trusts(_ now: UnixTime) -> Bool {
        let now = now.seconds
        defer { latest = now }
        if let known = believed, now > known + leapSeconds {
            let isSteady = latest.map { now >= $0 && now <= $0 + leapSeconds } ?? false
            guard let since = leaptAt, isSteady else {
                leaptAt = now
                return false
            }
            guard now >= since + Self.trialSeconds else { return false }
        }
        // A clock that goes back is trusted immediately, because it deletes less.
        leaptAt = nil
        believed = now
        return true
    }
}
