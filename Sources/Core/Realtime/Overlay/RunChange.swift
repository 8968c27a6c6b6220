public import Timetables
public import TransitModel

/// A run on one service day (NeTEx: dated service journey).
@frozen
public struct DatedRun: Hashable, Sendable {
    /// The run.
    public let run: RunIndex
    /// The service day.
    public let day: ServiceDay

    /// Creates the run of a day.
    @inlinable
    public init(run: RunIndex, day: ServiceDay) {
        self.run = run
        self.day = day
    }

    // swift-format-ignore: NoLeadingUnderscores
    /// The hash in tables of runs, which are looked up by the ten thousands each second: fewer
    /// instructions than Swift's own.
    @inlinable
    public func _rawHashValue(seed: Int) -> Int {
        let key = UInt64(UInt32(bitPattern: day.daysSince1970)) << 32 | UInt64(run.rawValue)
        return Int(
            truncatingIfNeeded: ((key ^ UInt64(bitPattern: Int64(seed))) &* 0x9e37_79b9_7f4a_7c15)
                >> 32)
    }
}

/// The expected deviation of a run from the timetable on one day.
package struct RunChange: Hashable, Sendable {
    /// Whether the run does not take place.
    package let isCancelled: Bool
    /// Whether the run does not take place and must not be shown; it is cancelled too.
    package let isDeleted: Bool
    /// What is expected at each position of the run's pattern; empty for a cancelled run.
    package let calls: [ExpectedCall]
    /// Whether any call is at another stop than scheduled.
    package let usesOtherStops: Bool

    package static let cancelled = RunChange(isCancelled: true, isDeleted: false, calls: [])

    /// A run that does not take place and is not shown to riders.
    package static let deleted = RunChange(isCancelled: true, isDeleted: true, calls: [])

    /// Creates a change of a run that takes place.
    ///
    /// `calls` has one entry for each position of the pattern. Times are raised where needed, so
    /// that they never decrease from one call to the next.
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

    /// Returns this change, with uncertainty and occupancy taken from another one where they are
    /// missing.
    ///
    /// Both must have the same number of calls.
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

    /// Returns whether the arrivals for which both have an uncertainty have narrower spans here in
    /// total.
    ///
    /// Both must have the same number of calls.
    package func isSurer(than other: RunChange) -> Bool {
        var (own, others) = (0, 0)
        for (call, theirs) in zip(calls, other.calls) {
            guard let spread = call.spread, let their = theirs.spread else { continue }
            own += spread.arrivalWidth
            others += their.arrivalWidth
        }
        return own < others
    }

    /// Returns whether both cannot be true: only one is cancelled, or the last arrivals differ by
    /// more than two minutes.
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
    /// The arrival, in seconds of the run's service day.
    package let arrival: ServiceTime
    /// The departure, not before the arrival.
    package let departure: ServiceTime
    /// The stop used instead of the scheduled one, such as another platform; nil if unchanged.
    package let stop: StopIndex?
    /// Whether the vehicle passes without letting anybody board or alight.
    package let isSkipped: Bool
    /// The uncertainty of the times; nil if unknown.
    package let spread: CallSpread?
    /// The expected occupancy on departure; nil if unknown.
    package let occupancy: OccupancyStatus?

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
