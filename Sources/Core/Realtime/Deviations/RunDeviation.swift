import Timetables
import TransitModel

/// The deviation of a run from its schedule, as it travels to devices.
struct RunDeviation: Equatable, Sendable {
    /// Whether the run takes place.
    enum Kind: Int {
        case runs = 0
        case cancelled
        case deleted
    }

    var kind = Kind.runs
    /// One entry for each position; empty for a run that does not take place.
    var calls: [Call] = []

    /// The deviation of a call.
    ///
    /// A server keeps half a million of them, so the largest member comes first: 32 bytes, not 40.
    struct Call: Equatable, Sendable {
        /// The hash of the id of the stop that is used instead; 0 for the scheduled one.
        var stop: UInt64 = 0
        /// Seconds behind the schedule.
        var arrival: Int32 = 0
        var departure: Int32 = 0
        var spread: CallSpread?
        /// GTFS-Realtime's number plus 1; 0 if unknown.
        var occupancy: UInt8 = 0
        var isSkipped = false

        /// Whether nothing but the delay differs.
        var isPlain: Bool {
            arrival == departure && spread == nil && occupancy == 0 && stop == 0 && !isSkipped
        }
    }

    /// The longest run in calls, and the largest deviation in seconds (48 days); runs beyond them
    /// are left out.
    static let maximumCalls = 1024
    static let maximumSeconds: Int32 = 1 << 22

    /// The number of leading calls that have the same delay and nothing else: those behind the
    /// vehicle.
    var flatCount: Int {
        guard let first = calls.first else { return 0 }
        return calls.firstIndex { !$0.isPlain || $0.arrival != first.arrival } ?? calls.count
    }
}

extension RunDeviation {
    /// Describes the change of a run; nil for one beyond the limits.
    init?(_ change: RunChange, of run: RunIndex, in timetable: Timetable) {
        if change.isCancelled {
            kind = change.isDeleted ? .deleted : .cancelled
            return
        }
        guard (2...Self.maximumCalls).contains(change.calls.count) else { return nil }
        let pattern = timetable.patterns.pattern(of: run)
        calls.reserveCapacity(change.calls.count)
        for (position, call) in change.calls.enumerated() {
            let times = timetable.patterns.times(of: run, in: pattern, at: position)
            let stated = Call(
                stop: call.stop.map { timetable.stops.idHash($0) } ?? 0,
                arrival: call.arrival.seconds - times.arrival.seconds,
                departure: call.departure.seconds - times.departure.seconds, spread: call.spread,
                occupancy: call.occupancy.map { $0.rawValue + 1 } ?? 0, isSkipped: call.isSkipped)
            guard Self.holds(stated.arrival), Self.holds(stated.departure) else { return nil }
            calls.append(stated)
        }
    }

    static func holds(_ seconds: Int32) -> Bool {
        (-maximumSeconds...maximumSeconds).contains(seconds)
    }

    /// Returns the change of a run of this network; nil if it has another number of calls.
    func change(of run: RunIndex, in timetable: Timetable) -> RunChange? {
        switch kind {
        case .cancelled: return .cancelled
        case .deleted: return .deleted
        case .runs: break
        }
        let pattern = timetable.patterns.pattern(of: run)
        guard timetable.patterns.stopOffsets[pattern].count == calls.count else { return nil }
        return RunChange(
            calls: calls.enumerated().map { position, call in
                let times = timetable.patterns.times(of: run, in: pattern, at: position)
                return ExpectedCall(
                    arrival: ServiceTime(seconds: times.arrival.seconds &+ call.arrival),
                    departure: ServiceTime(seconds: times.departure.seconds &+ call.departure),
                    stop: call.stop == 0 ? nil : timetable.stops.find(idHash: call.stop),
                    isSkipped: call.isSkipped, spread: call.spread,
                    occupancy: call.occupancy == 0
                        ? nil : OccupancyStatus(rawValue: call.occupancy - 1))
            })
    }
}
