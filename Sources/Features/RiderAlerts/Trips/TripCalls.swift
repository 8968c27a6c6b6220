package import TransitModel

/// What a rider is called for.
package enum TripCall: Hashable, Sendable, Codable {
    /// The vehicle leaves in so many minutes, 0 to 5; told again when that changed.
    case soon(minutes: Int)
    /// The vehicle leaves now.
    case now
}

/// What a rider was called for on one day; kept over restarts.
package struct TripCallState: Hashable, Sendable, Codable {
    /// The departure that was told when it was near, in Unix seconds; nil if none was.
    package var soon: Int64?
    /// The departure that was told when it came, in Unix seconds; nil if none was.
    package var now: Int64?

    /// Nothing was told.
    package init() {}

    /// All was told.
    package var isDone: Bool { now != nil }
}

extension TripCallState {
    /// How long before the departure riders are called, in seconds.
    package static let aheadSeconds: Int64 = 300
    /// A departure that moved earlier by so much since it was told is told again at once, in seconds.
    package static let earlierSeconds: Int64 = 60
    /// One that moved later by so much is told again when it is near, in seconds.
    package static let laterSeconds: Int64 = 120

    /// What to call the rider for, by when the vehicle leaves; nil if it is not time.
    package mutating func next(departure: UnixTime, now time: UnixTime) -> TripCall? {
        guard !isDone else { return nil }
        let left = departure.seconds - time.seconds
        if left <= 0 {
            now = departure.seconds
            return .now
        }
        guard left <= Self.aheadSeconds else { return nil }
        if let soon, departure.seconds > soon - Self.earlierSeconds,
            departure.seconds < soon + Self.laterSeconds
        {
            return nil
        }
        soon = departure.seconds
        return .soon(minutes: Int((left + 59) / 60))
    }
}
