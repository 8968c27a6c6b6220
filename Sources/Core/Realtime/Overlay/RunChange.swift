package import Timetables
package import TransitModel

/// A run on one service day (NeTEx: dated service journey).
package struct DatedRun: Hashable, Sendable {
    /// The run.
    package let run: RunIndex
    /// The service day it belongs to.
    package let day: ServiceDay

    /// The run of that day.
    package init(run: RunIndex, day: ServiceDay) {
        self.run = run
        self.day = day
    }
}

/// What is expected of a run of the timetable on one day, where that differs from what is scheduled.
package struct RunChange: Hashable, Sendable {
    /// The run does not take place.
    package let isCancelled: Bool
    /// The run does not take place and is not to be mentioned; it is cancelled too.
    package let isDeleted: Bool
    /// What is expected at each position of the run's pattern; of a cancelled run it is empty.
    package let calls: [ExpectedCall]
    /// Some call is at another stop than scheduled.
    package let usesOtherStops: Bool

    /// A run that does not take place.
    package static let cancelled = RunChange(isCancelled: true, isDeleted: false, calls: [])

    /// A run that does not take place, and that riders need not hear of.
    package static let deleted = RunChange(isCancelled: true, isDeleted: true, calls: [])

    /// A run that takes place in another way than scheduled.
    ///
    /// `calls` has one entry for each position of the pattern. Times are made to never fall from one
    /// call to the next, as vehicles do not travel back in time.
    package init(calls: [ExpectedCall]) {
        var earliest = Int32.min
        self.init(
            isCancelled: false, isDeleted: false,
            calls: calls.map { call in
                let arrival = max(earliest, call.arrival.seconds)
                let departure = max(arrival, call.departure.seconds)
                earliest = departure
                return ExpectedCall(
                    arrival: ServiceTime(seconds: arrival),
                    departure: ServiceTime(seconds: departure), stop: call.stop,
                    isSkipped: call.isSkipped, spread: call.spread, occupancy: call.occupancy)
            })
    }

    /// The same, with how sure and how full the calls of another one are where they do not say themselves.
    ///
    /// Both have as many calls.
    func filled(from other: RunChange) -> RunChange {
        guard calls.contains(where: { $0.spread == nil || $0.occupancy == nil }) else {
            return self
        }
        return RunChange(
            calls: zip(calls, other.calls).map { own, other in
                ExpectedCall(
                    arrival: own.arrival, departure: own.departure, stop: own.stop,
                    isSkipped: own.isSkipped, spread: own.spread ?? other.spread,
                    occupancy: own.occupancy ?? other.occupancy)
            })
    }

    /// Whether the arrivals of which both say how sure they are lie in narrower spans here.
    ///
    /// Both have as many calls.
    package func isSurer(than other: RunChange) -> Bool {
        var (own, others) = (0, 0)
        for (call, theirs) in zip(calls, other.calls) {
            guard let spread = call.spread, let their = theirs.spread else { continue }
            own += spread.arrivalWidth
            others += their.arrivalWidth
        }
        return own < others
    }

    /// Whether both cannot be true: one is cancelled, or they differ by more than two minutes at the end.
    package func contradicts(_ other: RunChange) -> Bool {
        guard isCancelled == other.isCancelled else { return true }
        guard let last = calls.last, let theirs = other.calls.last else { return false }
        return abs(last.arrival.seconds - theirs.arrival.seconds) > 120
    }

    private init(isCancelled: Bool, isDeleted: Bool, calls: [ExpectedCall]) {
        self.isCancelled = isCancelled
        self.isDeleted = isDeleted
        self.calls = calls
        usesOtherStops = calls.contains { $0.stop != nil }
    }
}

/// What is expected of a run at one position of its pattern.
package struct ExpectedCall: Hashable, Sendable {
    /// When it arrives, in the same seconds as the run's timetable.
    package let arrival: ServiceTime
    /// When it leaves, not before it arrives.
    package let departure: ServiceTime
    /// The stop that is used in place of the scheduled one, as another platform; nil for that one.
    package let stop: StopIndex?
    /// The vehicle passes without letting anybody on or off.
    package let isSkipped: Bool
    /// How sure the times are; nil if nobody knows.
    package let spread: CallSpread?
    /// How full the vehicle is expected to be when it leaves; nil if nobody knows.
    package let occupancy: OccupancyStatus?

    /// Describes a call.
    package init(
        arrival: ServiceTime, departure: ServiceTime, stop: StopIndex? = nil,
        isSkipped: Bool = false, spread: CallSpread? = nil, occupancy: OccupancyStatus? = nil
    ) {
        self.arrival = arrival
        self.departure = departure
        self.stop = stop
        self.isSkipped = isSkipped
        self.spread = spread
        self.occupancy = occupancy
    }
}
