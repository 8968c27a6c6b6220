package import TransitModel

/// What a rider is called for.
package enum TripReminder: Hashable, Sendable, Codable {
    /// The vehicle leaves in so many minutes, to 10 and the walk; told again when that changed.
    case soon(minutes: Int)
    /// The vehicle leaves now.
    case now
    /// No vehicle is there in time any more.
    case impossible
    /// The vehicle left before anybody could be called.
    case missed
    /// The next stop is where to get off for the change with this number, counted from 0.
    case change(Int)
    /// The change with this number does not work any more.
    case changeBroken(Int)
}

/// What a rider was called for on one day; kept over restarts.
package struct TripReminderState: Hashable, Sendable, Codable {
    /// The departure that was told when it was near, in Unix seconds; nil if none was.
    package var soon: Int64?
    /// The departure that was told when it came, in Unix seconds; nil if none was.
    package var now: Int64?
    /// When the vehicle leaves that was named as the rider cannot be there in time any more, in
    /// Unix seconds: 0 if there was none, nil if nothing like it was told.
    package var impossible: Int64?
    /// The rides of a way with changes, from when the first one left; nil before, and without
    /// changes.
    package var way: [CurrentRide]?
    /// How many changes were told; nil is none.
    package var changes: Int?
    /// The change, counted from 0, that was told not to work and for which nothing else was found.
    package var broken: Int?

    /// Nothing was told.
    package init() {}

    /// All was told.
    package var isDone: Bool { now != nil && way == nil }
}

extension TripReminderState {
    /// How long before riders should be at the stop they are called, in seconds.
    package static let aheadSeconds: Int64 = 300
    /// Riders wait no longer than this at the stop for a vehicle that may come early, in seconds.
    static let maximumWaitSeconds: Int64 = 300
    /// A departure that moved earlier by so much since it was told is told again at once, in
    /// seconds.
    package static let earlierSeconds: Int64 = 60
    /// One that moved later by so much is told again when it is near, in seconds.
    package static let laterSeconds: Int64 = 120

    /// What to call the rider for, by when the vehicle leaves; nil if it is not time.
    ///
    /// `leaveBy` is when to be at the stop: up to five minutes before the departure, which it is if
    /// nil. Those who walk there are called so much earlier.
    package mutating func next(
        departure: UnixTime, leaveBy: UnixTime? = nil, now time: UnixTime, walkSeconds: Int64 = 0
    ) -> TripReminder? {
        guard !isDone else { return nil }
        let wait = leaveBy.map { departure.seconds - $0.seconds } ?? 0
        let ahead =
            Self.aheadSeconds + max(0, min(Self.maximumWaitSeconds, wait))
            + walkSeconds
        let left = departure.seconds - time.seconds
        if left <= 0 {
            now = departure.seconds
            return .now
        }
        guard left <= ahead else { return nil }
        if let soon, departure.seconds > soon - Self.earlierSeconds,
            departure.seconds < soon + Self.laterSeconds
        {
            return nil
        }
        soon = departure.seconds
        return .soon(minutes: Int((left + 59) / 60))
    }

    /// No vehicle is there in time any more; told once, and again if the one that was named then
    /// does not go either.
    ///
    /// `departure` is when the first one leaves that still goes, in Unix seconds; nil if none does.
    package mutating func impossible(_ departure: Int64?) -> TripReminder? {
        let wasNamed = impossible.map { $0 != 0 } ?? true
        guard !isDone, impossible == nil || departure == nil && wasNamed else { return nil }
        impossible = departure ?? 0
        return .impossible
    }

    /// The vehicle has left, and nobody was called.
    package mutating func missed(_ departure: UnixTime) -> TripReminder? {
        guard !isDone else { return nil }
        now = departure.seconds
        return .missed
    }
}
