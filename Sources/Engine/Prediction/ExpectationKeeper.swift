package import Realtime
import Timetables
import TransitModel

/// Turns what is expected of the vehicles under way into what differs from the timetable.
///
/// An expectation is kept until a newer one is some seconds away from it, so that searches and boards
/// need not be laid out anew for every breath of a vehicle.
package struct ExpectationKeeper: Sendable {
    /// An expectation moves when some call of it does by this much, in seconds.
    package static let thresholdSeconds: Int32 = 15

    private var overlay = RealtimeOverlay.none
    /// The fix that each run was last expected by.
    private var fixTimes: [DatedRun: UnixTime] = [:]

    /// Starts without expectations.
    package init() {}

    /// What differs from the timetable by the vehicles of a snapshot.
    ///
    /// Vehicles that were not seen for long say nothing. Of two that claim one run the first stands
    /// for it. With `isRenewed` false the predictor is that of the last call, and only vehicles with a
    /// new fix are worked out anew.
    package mutating func overlay(
        of snapshot: NetworkSnapshot, by predictor: ProgressPredictor = ProgressPredictor(),
        isRenewed: Bool = true
    ) -> RealtimeOverlay {
        var changes: [DatedRun: RunChange] = [:]
        var fixTimes: [DatedRun: UnixTime] = [:]
        defer { self.fixTimes = fixTimes }
        var hasNews = false
        for vehicle in snapshot.vehicles where vehicle.freshness(at: snapshot.asOf) != .stale {
            // A loop has no timetable to differ from.
            guard let progress = vehicle.progress, progress.schedule.lap == nil else { continue }
            let run = DatedRun(run: progress.run, day: progress.serviceDay)
            guard changes[run] == nil else { continue }
            fixTimes[run] = vehicle.fix.time
            if !isRenewed, self.fixTimes[run] == vehicle.fix.time {
                changes[run] = overlay.changes[run]
                continue
            }
            guard let change = expectation(vehicle, progress, snapshot.timetable, predictor)
            else { continue }
            if let known = overlay.changes[run], Self.areAlike(known, change) {
                changes[run] = known
            } else {
                changes[run] = change
                hasNews = true
            }
        }
        if hasNews || changes.count != overlay.changes.count {
            overlay = RealtimeOverlay(version: overlay.version + 1, changes: changes)
        }
        return overlay
    }

    private func expectation(
        _ vehicle: LiveVehicle, _ progress: VehicleProgress, _ timetable: Timetable,
        _ predictor: ProgressPredictor
    ) -> RunChange? {
        let ahead = predictor.expectedCalls(vehicle)
        guard let first = ahead.first else { return nil }
        let delay = Int32(progress.delaySeconds.rounded())
        func seconds(_ time: UnixTime) -> ServiceTime {
            ServiceTime(seconds: Int32(time.seconds(since: progress.dayStart).rounded()))
        }
        let count = timetable.patterns.stops(of: progress.pattern).count
        // Calls behind the vehicle are taken to have been as late as it was last.
        let behind = (0..<first.position).map { position in
            let times = timetable.patterns.times(
                of: progress.run, in: progress.pattern, at: position)
            return ExpectedCall(
                arrival: ServiceTime(seconds: times.arrival.seconds + delay),
                departure: ServiceTime(seconds: times.departure.seconds + delay))
        }
        let calls =
            behind
            + ahead.map {
                ExpectedCall(arrival: seconds($0.arrival), departure: seconds($0.departure))
            }
        return calls.count == count ? RunChange(calls: calls) : nil
    }

    private static func areAlike(_ one: RunChange, _ other: RunChange) -> Bool {
        zip(one.calls, other.calls).allSatisfy { one, other in
            abs(one.arrival.seconds - other.arrival.seconds) < thresholdSeconds
                && abs(one.departure.seconds - other.departure.seconds) < thresholdSeconds
        }
    }
}
