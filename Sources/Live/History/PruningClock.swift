import Persistence
import TransitModel

/// Decides up to where fixes may be removed, without falling for a wrong clock.
///
/// A clock that says tomorrow after saying today is believed. One that leaps further, as a machine's
/// without a battery may until it has heard from a time server, is believed only after it stood by
/// that for an hour: until then nothing is removed.
struct PruningClock: Sendable, Equatable {
    /// The time that was believed last, in seconds since 1970; nil before the first.
    private(set) var believed: Int64?
    /// When the clock leapt, by its own word; nil while it is believed.
    private var leaptAt: Int64?

    private static let leapSeconds: Int64 = 86_400
    private static let trialSeconds: Int64 = 3600

    /// Begins with what the store remembers.
    init(_ database: RecordDatabase) throws {
        believed = try database.number("SELECT value FROM state WHERE name = 'believed'")
            .map(Int64.init)
    }

    init() {}

    /// Fixes from before this second may go, or nil if none may for now.
    mutating func cutoff(now: UnixTime, retentionDays: Int) -> Int64? {
        let now = now.seconds
        if let known = believed, now > known + Self.leapSeconds {
            guard let since = leaptAt, now >= since, now < since + Self.leapSeconds else {
                leaptAt = now
                return nil
            }
            guard now >= since + Self.trialSeconds else { return nil }
        }
        // A clock that goes back is believed at once: it removes less.
        leaptAt = nil
        believed = now
        return now - Int64(retentionDays) * 86_400
    }
}
