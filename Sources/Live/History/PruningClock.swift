import Persistence
import TransitModel

/// Determines up to when fixes may be removed, protected against a wrong clock.
///
/// A clock that advances by up to a day is trusted. One that leaps further, as that of a machine
/// without a battery may until it has reached a time server, is trusted only after it has been
/// consistent for an hour. Until then nothing is removed.
struct PruningClock: Sendable, Equatable {
    /// The time last trusted, in seconds since 1970; nil before the first.
    private(set) var believed: Int64?
    /// When the clock leapt, by the clock itself; nil while it is trusted.
    private var leaptAt: Int64?

    private static let leapSeconds: Int64 = 86_400
    private static let trialSeconds: Int64 = 3600

    /// Continues with the time stored last.
    ///
    /// - Throws: An error of the store if it cannot be read.
    init(_ database: RecordDatabase) throws {
        believed = try database.number("SELECT value FROM state WHERE name = 'believed'")
            .map(Int64.init)
    }

    init() {}

    /// Returns the time before which fixes may be removed, in seconds since 1970; nil if none may
    /// be removed now.
    mutating func cutoff(now: UnixTime, retentionDays: Int) -> Int64? {
        let now = now.seconds
        if let known = believed, now > known + Self.leapSeconds {
            guard let since = leaptAt, now >= since, now < since + Self.leapSeconds else {
                leaptAt = now
                return nil
            }
            guard now >= since + Self.trialSeconds else { return nil }
        }
        // A clock that goes back is trusted immediately, because it removes less.
        leaptAt = nil
        believed = now
        return now - Int64(retentionDays) * 86_400
    }
}
