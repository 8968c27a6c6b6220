package import Realtime
import TransitModel

/// Turns the predictions for vehicles under way into an overlay of deviations from the timetable.
///
/// A prediction is kept until a newer one differs by some seconds, so that searches and boards need
/// not be recomputed for every small movement of a vehicle. Times and spreads are kept apart, as
/// spreads change in steps: what did not change need not be sent to devices again.
package struct ExpectationCache: Sendable {
    /// The times of a run are replaced when one of them changes by at least this many seconds, and
    /// so are its spreads.
    package static let thresholdSeconds: Int32 = 15

    private var overlay = RealtimeOverlay.none
    /// The vehicles of the snapshot that was last gone through.
    private var vehicles: [LiveVehicle] = []
    /// What was found for each of them.
    private var rows: [Row] = []
    /// When vehicles were last gone through.
    private var passedAt: UnixTime?
    /// The sources' overlay at the last call.
    private var reported: RealtimeOverlay?
    private var follower: BlockFollower?
    private var loops: LoopRuns?
    /// The calls of the run being predicted; kept for its memory.
    private var calls: [ExpectedCall] = []

    /// A vehicle, and what was predicted for it.
    private struct Row: Sendable {
        let vehicle: LiveVehicle
        let freshness: LiveVehicle.Freshness
        /// Whether the prediction for its run is that of this vehicle and not of another one.
        var isCounted = false
        /// The arrival at the end of its run from which `others` were predicted; nil if they depend
        /// on more than that.
        var end: UnixTime?
        /// The runs predicted beyond the one that it is on.
        var others: [DatedRun] = []
        /// When these were predicted.
        var predictedAt = UnixTime(seconds: 0)
    }

    /// The shortest time between two passes through the vehicles, in seconds; a tick may be early.
    private static let passSeconds = 0.9
    /// The shortest time between two looks at vehicles that fell silent or are gone, in seconds.
    private static let freshnessSeconds = 10.0
    /// Predictions of following runs are kept while the arrival at the end of the current one moves
    /// by less than this, in seconds.
    private static let endSeconds = 5.0
    /// The maximum age of a prediction of following runs, in seconds: what is learnt meanwhile
    /// changes little in what happens after a layover.
    private static let othersSeconds = 180.0

    /// The additional uncertainty, in seconds either way, of a vehicle silent for more than 90 s.
    package static let silentSeconds: Int32 = 60

    /// A vehicle's occupancy is passed on to its calls within this many seconds.
    ///
    /// After that, different people are aboard.
    private static let occupancySeconds = 1200.0

    package init() {}

    /// Returns the deviations from the timetable according to the vehicles of a snapshot.
    ///
    /// These include the runs that vehicles serve, the next ones of their blocks and runs that
    /// vehicles only name (see ``BlockFollower``). On loops they include the estimated runs that
    /// vehicles make (see ``LoopRuns``). Stale vehicles are ignored, and predictions of vehicles
    /// that fell silent are less certain. If two vehicles claim one run, the first one counts. The
    /// sources' reports are taken from the snapshot's overlay. If `isRenewed` is false, the
    /// predictor must be that of the last call, and only vehicles with a new fix are computed
    /// again. Following runs may have been predicted up to three minutes before. `ahead` returns
    /// the calls ahead of a vehicle that is not stale, by its row in the snapshot, as the predictor
    /// expects them; nil lets the predictor compute them.
    package mutating func overlay(
        of snapshot: NetworkSnapshot, by predictor: ProgressPredictor = ProgressPredictor(),
        isRenewed: Bool = true,
        ahead: ((_ row: Int) -> [ProgressPredictor.PredictedCall])? = nil
    ) -> RealtimeOverlay {
        let isReportedAgain = reported !== snapshot.overlay
        reported = snapshot.overlay
        let pause =
            isRenewed || isReportedAgain
            ? .infinity : passedAt.map { snapshot.asOf.seconds(since: $0) } ?? .infinity
        // New fixes are used once a second. Without any, vehicles can only have fallen silent.
        if pause < Self.passSeconds { return overlay }
        let (before, newest) = (vehicles, snapshot.vehicles)
        let areSame = newest.span.isIdentical(to: before.span)
        if areSame, pause < Self.freshnessSeconds { return overlay }
        let known = knownRows(of: snapshot)
        if pause < Self.freshnessSeconds, areUnchanged(snapshot, known) { return overlay }
        passedAt = snapshot.asOf
        vehicles = snapshot.vehicles
        let ahead = ahead ?? { predictor.expectedCalls(snapshot.vehicles[$0]) }
        var pass = Pass(
            isRenewed: isRenewed, isReportedAgain: isReportedAgain, known: known, ahead: ahead,
            rows: snapshot.vehicles.map {
                Row(vehicle: $0, freshness: $0.freshness(at: snapshot.asOf))
            })
        pass.changes.reserveCapacity(overlay.changes.count)
        pass.servedBy.reserveCapacity(snapshot.vehicles.count)
        addRuns(&pass)
        addLoopRuns(&pass, of: snapshot)
        addOtherRuns(&pass, of: snapshot, by: predictor)
        rows = pass.rows
        if pass.hasChanges || pass.changes.count != overlay.changes.count {
            overlay = RealtimeOverlay(version: overlay.version + 1, changes: pass.changes)
        }
        return overlay
    }

    /// The intermediate results of one call.
    private struct Pass {
        let isRenewed: Bool
        let isReportedAgain: Bool
        /// For each vehicle, its row of the last call; nil for a new one.
        let known: [Int?]
        /// Returns the calls ahead of a vehicle by its row in the snapshot.
        let ahead: (_ row: Int) -> [ProgressPredictor.PredictedCall]
        var rows: [Row]
        var changes: [DatedRun: RunChange] = [:]
        /// The row of the vehicle that serves each run.
        var servedBy: [DatedRun: Int] = [:]
        var hasChanges = false
    }

    /// Returns for each vehicle of a snapshot its row of the last call; nil if it was not there.
    ///
    /// Vehicles are sorted by id, so both lists are passed through once.
    private func knownRows(of snapshot: NetworkSnapshot) -> [Int?] {
        var next = 0
        return snapshot.vehicles.map { vehicle in
            while next < vehicles.count {
                if vehicles[next] === vehicle || vehicles[next].id == vehicle.id {
                    next += 1
                    return next - 1
                }
                guard vehicles[next].id < vehicle.id else { return nil }
                next += 1
            }
            return nil
        }
    }

    /// Returns whether all vehicles of a snapshot are as they were when last gone through.
    private func areUnchanged(_ snapshot: NetworkSnapshot, _ known: [Int?]) -> Bool {
        zip(snapshot.vehicles, known).allSatisfy { vehicle, row in
            row.map { rows[$0].vehicle === vehicle } ?? false
        }
    }

    private func isUnchanged(
        _ vehicle: LiveVehicle, _ freshness: LiveVehicle.Freshness, since row: Int
    ) -> Bool {
        rows[row].vehicle === vehicle && rows[row].freshness == freshness
    }

    private static func widening(_ freshness: LiveVehicle.Freshness) -> Int32 {
        freshness == .old ? silentSeconds : 0
    }

    /// Adds the runs that vehicles are matched to.
    private mutating func addRuns(_ pass: inout Pass) {
        for index in pass.rows.indices {
            let (vehicle, freshness) = (pass.rows[index].vehicle, pass.rows[index].freshness)
            // A loop itself has no timetable to deviate from.
            guard freshness != .stale, let progress = vehicle.progress,
                progress.schedule.lap == nil
            else { continue }
            let run = progress.datedRun
            guard pass.servedBy[run] == nil else { continue }
            pass.servedBy[run] = index
            pass.rows[index].isCounted = true
            if !pass.isRenewed, let row = pass.known[index], rows[row].isCounted,
                isUnchanged(vehicle, freshness, since: row)
            {
                pass.changes[run] = overlay.changes[run]
                continue
            }
            let expected = ExpectedRun(
                run: run, schedule: progress.schedule, dayStart: progress.dayStart,
                calls: pass.ahead(index), delaySeconds: progress.delaySeconds, hasEvidence: true)
            put(expected, of: vehicle, wideningSeconds: Self.widening(freshness), into: &pass)
        }
    }

    /// Adds the estimated runs that vehicles on loops make.
    private mutating func addLoopRuns(_ pass: inout Pass, of snapshot: NetworkSnapshot) {
        var seen: [LoopRuns.Seen] = []
        for (index, row) in pass.rows.enumerated() {
            guard row.freshness != .stale, row.vehicle.progress?.schedule.lap != nil else {
                continue
            }
            seen.append(
                LoopRuns.Seen(
                    vehicle: row.vehicle, ahead: pass.ahead(index),
                    wideningSeconds: Self.widening(row.freshness)))
        }
        guard !seen.isEmpty else { return }
        var loops = self.loops ?? LoopRuns(snapshot.timetable)
        // It is taken out, so that changing it copies nothing.
        self.loops = nil
        for (run, change) in loops.changes(of: seen, at: snapshot.asOf) {
            let known = overlay.changes[run].flatMap { Self.areAlike($0, change) ? $0 : nil }
            pass.changes[run] = known ?? change
            if known == nil { pass.hasChanges = true }
        }
        self.loops = loops
    }

    /// Adds the next runs of the vehicles' blocks, and runs that vehicles only name.
    private mutating func addOtherRuns(
        _ pass: inout Pass, of snapshot: NetworkSnapshot, by predictor: ProgressPredictor
    ) {
        var follower = self.follower ?? BlockFollower(snapshot.timetable, chains: snapshot.chains)
        // It is taken out, so that changing it copies nothing.
        self.follower = nil
        let servedBy = pass.servedBy
        let vehicles = snapshot.vehicles
        let context = BlockFollower.Context(reported: snapshot.overlay) { run in
            servedBy[run].map { vehicles[$0].id }
        }
        for index in pass.rows.indices where pass.rows[index].freshness != .stale {
            let (vehicle, freshness) = (pass.rows[index].vehicle, pass.rows[index].freshness)
            if !pass.isReportedAgain, let row = pass.known[index],
                snapshot.asOf.seconds(since: rows[row].predictedAt) < Self.othersSeconds,
                keepsOthers(of: vehicle, freshness, since: row, ahead: pass.ahead(index)),
                rows[row].others.allSatisfy({ servedBy[$0] == nil })
            {
                pass.rows[index].end = rows[row].end
                pass.rows[index].others = rows[row].others
                pass.rows[index].predictedAt = rows[row].predictedAt
                for run in rows[row].others where pass.changes[run] == nil {
                    pass.changes[run] = overlay.changes[run]
                }
                continue
            }
            let ahead = pass.ahead(index)
            let runs = follower.runs(
                of: vehicle, ahead: ahead, by: predictor, in: context
            ).filter { $0.hasEvidence && pass.changes[$0.run] == nil }
            pass.rows[index].end = vehicle.progress == nil ? nil : ahead.last?.arrival
            pass.rows[index].others = runs.map(\.run)
            pass.rows[index].predictedAt = snapshot.asOf
            for run in runs {
                put(run, wideningSeconds: Self.widening(freshness), into: &pass)
            }
        }
        self.follower = follower
    }

    /// Returns whether the runs predicted beyond the one that a vehicle is on are still right.
    ///
    /// While it is under way on the same run, they depend on when it reaches the end.
    private func keepsOthers(
        of vehicle: LiveVehicle, _ freshness: LiveVehicle.Freshness, since row: Int,
        ahead: @autoclosure () -> [ProgressPredictor.PredictedCall]
    ) -> Bool {
        let known = rows[row]
        if known.vehicle === vehicle && known.freshness == freshness { return true }
        guard known.freshness == freshness, let before = known.end,
            let run = vehicle.progress?.datedRun, known.vehicle.progress?.datedRun == run,
            let end = ahead().last?.arrival
        else { return false }
        return end > vehicle.fix.time && abs(end.seconds(since: before)) < Self.endSeconds
    }

    /// Adds the prediction for a run, or keeps the known one if both are alike.
    ///
    /// `vehicle` is nil if it still serves another run, whose riders are different ones.
    private mutating func put(
        _ run: ExpectedRun, of vehicle: LiveVehicle? = nil, wideningSeconds: Int32,
        into pass: inout Pass
    ) {
        guard collectCalls(run, of: vehicle, wideningSeconds: wideningSeconds) else { return }
        if let known = overlay.changes[run.run], !known.isCancelled {
            if Self.keepAlike(known.calls, in: &calls) {
                pass.changes[run.run] = known
                return
            }
        }
        pass.changes[run.run] = RunChange(calls: calls)
        pass.hasChanges = true
    }

    /// Collects the expected calls of a run in ``calls``, with times that never decrease.
    ///
    /// Returns false if the prediction does not cover the whole run.
    private mutating func collectCalls(
        _ run: ExpectedRun, of vehicle: LiveVehicle?, wideningSeconds: Int32
    ) -> Bool {
        var calls: [ExpectedCall] = []
        // They are taken out, so that adding one does not ask again whose they are.
        swap(&calls, &self.calls)
        defer { swap(&calls, &self.calls) }
        calls.removeAll(keepingCapacity: true)
        guard let first = run.calls.first,
            first.position + run.calls.count == run.schedule.callCount
        else { return false }
        let schedule = run.schedule
        let delay = Int32(run.delaySeconds.rounded())
        var earliest = Int32.min
        func add(
            _ arrival: Int32, _ departure: Int32, _ spread: CallSpread?,
            _ occupancy: OccupancyStatus?
        ) {
            let arrival = max(earliest, arrival)
            earliest = max(arrival, departure)
            calls.append(
                ExpectedCall(
                    arrival: ServiceTime(seconds: arrival),
                    departure: ServiceTime(seconds: earliest), spread: spread,
                    occupancy: occupancy))
        }
        func seconds(_ time: UnixTime) -> Int32 { Int32(time.wholeSeconds(since: run.dayStart)) }
        // At its current stop the vehicle has yet to depart, with its reported occupancy.
        let callAtStop = vehicle?.progress?.callAtStop
        // Calls behind the vehicle are assumed to have had its last delay.
        for position in 0..<first.position {
            let departure = Int32(schedule.departures[position]) + delay
            let instant = run.dayStart.advanced(bySeconds: Double(departure))
            add(
                Int32(schedule.arrivals[position]) + delay, departure, nil,
                position == callAtStop
                    ? vehicle.flatMap { Self.occupancy(of: $0, at: instant) } : nil)
        }
        for call in run.calls {
            add(
                seconds(call.arrival), seconds(call.departure),
                Self.spread(call, run)?.widened(by: wideningSeconds),
                vehicle.flatMap { Self.occupancy(of: $0, at: call.departure) })
        }
        return true
    }

    static func occupancy(
        of vehicle: LiveVehicle, at departure: UnixTime
    ) -> OccupancyStatus? {
        departure.seconds(since: vehicle.fix.time) <= occupancySeconds
            ? vehicle.fix.occupancy?.status : nil
    }

    /// Returns the uncertainty of a call; nil until it was measured.
    private static func spread(
        _ call: ProgressPredictor.PredictedCall, _ run: ExpectedRun
    ) -> CallSpread? {
        guard let early = call.early, let late = call.late else { return nil }
        // Where the timetable schedules a dwell time, a vehicle that arrives early does not depart
        // early.
        func departure(_ arrival: UnixTime) -> Double {
            run.schedule.departure(
                after: arrival.seconds(since: run.dayStart), from: call.position)
        }
        let expected = call.departure.seconds(since: run.dayStart)
        func seconds(_ difference: Double) -> Int32 { Int32(Int64(nearest: difference)) }
        return CallSpread(
            arrival: (
                Int32(call.arrival.wholeSeconds(since: early)),
                Int32(late.wholeSeconds(since: call.arrival))
            ),
            departure: (
                seconds(expected - departure(early)), seconds(departure(late) - expected)
            ), margin: seconds(expected - departure(call.leaveBy)))
    }
}
