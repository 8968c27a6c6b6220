package import TransitModel

/// A reminder about a trip.
package enum TripReminder: Hashable, Sendable {
    /// The vehicle leaves in so many minutes, up to 10 and the walk; repeated when that changes.
    case soon(minutes: Int)
    /// The vehicle leaves now.
    case now
    /// No vehicle arrives in time any more.
    case impossible
    /// The timetable has no vehicle for a weekly trip.
    case lost(TripLoss)
    /// The vehicle left before the rider could be reminded.
    case missed
    /// The next stop is where to alight for the transfer with this number, counted from 0.
    case transfer(Int)
    /// The transfer with this number does not hold any more.
    case transferBroken(Int)
}

/// Why the timetable has no run for a weekly trip, of which its rider is notified once.
package enum TripLoss: Hashable, Sendable {
    /// None arrives in time on any of its days of a week.
    case noRun
    /// The timetable ends before the trip's day, with this one.
    case timetableOver(ServiceDay)

    /// Different for what a rider is notified of separately.
    var word: String {
        switch self {
        case .noRun: "none"
        case .timetableOver(let day): "over \(day)"
        }
    }
}

/// The reminders that a rider was sent on one day; kept over restarts.
package struct TripReminderState: Hashable, Sendable, Codable {
    /// The departure announced when it was near, in Unix seconds; nil if none was.
    package var soon: Int64?
    /// The departure announced when it came, in Unix seconds; nil if none was.
    package var now: Int64?
    /// The departure of the alternative that was named when the rider could no longer arrive in
    /// time, in Unix seconds: 0 if there was none, nil if nothing like it was announced.
    package var impossible: Int64?
    /// The rides of a trip with transfers, from the first departure on; nil before, and without
    /// transfers.
    package var way: [CurrentRide]?
    /// The number of announced transfers; nil is none.
    package var transfers: Int?
    /// The transfer, counted from 0, that was announced as broken without an alternative.
    package var broken: Int?

    private enum CodingKeys: String, CodingKey {
        case soon, now, impossible, way, broken
        // The name in stored states.
        case transfers = "changes"
    }

    package init() {}

    /// Whether everything was announced.
    package var isDone: Bool { now != nil && way == nil }
}

extension TripReminderState {
    /// Riders are reminded this long before they should be at the stop, in seconds.
    package static let aheadSeconds: Int64 = 300
    /// The longest wait at the stop for a vehicle that may come early, in seconds.
    static let maximumWaitSeconds: Int64 = 300
    /// A departure that moved earlier by this much is announced again at once, in seconds.
    package static let earlierSeconds: Int64 = 60
    /// One that moved later by this much is announced again when it is near, in seconds.
    package static let laterSeconds: Int64 = 120

    /// Returns the reminder that is due, by the departure; nil if none is.
    ///
    /// `leaveBy` is when to be at the stop: up to five minutes before the departure, or the
    /// departure if nil. Riders who walk there are reminded earlier by the walk.
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

    /// Returns that no vehicle arrives in time any more: once, and again if the named alternative
    /// fails too.
    ///
    /// `departure` is that of the first vehicle that still runs, in Unix seconds; nil if none does.
    package mutating func impossible(_ departure: Int64?) -> TripReminder? {
        let wasNamed = impossible.map { $0 != 0 } ?? true
        guard !isDone, impossible == nil || departure == nil && wasNamed else { return nil }
        impossible = departure ?? 0
        return .impossible
    }

    /// Returns that the vehicle has left without a reminder.
    package mutating func missed(_ departure: UnixTime) -> TripReminder? {
        guard !isDone else { return nil }
        now = departure.seconds
        return .missed
    }
}
