package import Realtime
import Timetables
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
    /// The sighting behind the prediction of each run.
    private var sightings: [DatedRun: Sighting] = [:]
    /// The vehicles of the last call, and its time, which determines their freshness.
    private var seen: (vehicles: [LiveVehicle], asOf: UnixTime)?

    /// The sources' overlay at the last call.
    private var told: RealtimeOverlay?
    private var follower: BlockFollower?
    private var loops: LoopRuns?
    /// The predictions for each vehicle beyond the run that it was on.
    private var others: [String: Others] = [:]

    private struct Sighting: Equatable {
        let time: UnixTime
        let freshness: LiveVehicle.Freshness
    }

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
    /// again.
    package mutating func overlay(
        of snapshot: NetworkSnapshot, by predictor: ProgressPredictor = ProgressPredictor(),
        isRenewed: Bool = true
    ) -> RealtimeOverlay {
        let isTold = told === snapshot.overlay
        defer {
            seen = (snapshot.vehicles, snapshot.asOf)
            told = snapshot.overlay
        }
        if !isRenewed, isTold, saysNothingNew(snapshot) { return overlay }
        var pass = Pass(isRenewed: isRenewed, isReportedAgain: !isTold)
        addRuns(&pass, of: snapshot, by: predictor)
        addLoopRuns(&pass, of: snapshot, by: predictor)
        addOtherRuns(&pass, of: snapshot, by: predictor)
        sightings = pass.sightings
        others = pass.others
        if pass.hasNews || pass.changes.count != overlay.changes.count {
            overlay = RealtimeOverlay(version: overlay.version + 1, changes: pass.changes)
        }
        return overlay
    }

    /// The intermediate results of one call.
    private struct Pass {
        let isRenewed: Bool
        let isReportedAgain: Bool
        var changes: [DatedRun: RunChange] = [:]
        var sightings: [DatedRun: Sighting] = [:]
        var others: [String: Others] = [:]
        /// The id of the vehicle that serves each run.
        var servedBy: [DatedRun: String] = [:]
        /// The calls ahead of each vehicle, as far as they were computed.
        var ahead: [String: [ProgressPredictor.ExpectedCall]] = [:]
        var hasNews = false
    }

    /// The runs predicted for a vehicle beyond its matched one, and the sighting behind them.
    private struct Others: Sendable {
        let sighting: Sighting
        let runs: [DatedRun]
    }

    /// Adds the runs that vehicles are matched to.
    private func addRuns(
        _ pass: inout Pass, of snapshot: NetworkSnapshot, by predictor: ProgressPredictor
    ) {
        for vehicle in snapshot.vehicles {
            let freshness = vehicle.freshness(at: snapshot.asOf)
            // A loop itself has no timetable to deviate from.
            guard freshness != .stale, let progress = vehicle.progress,
                progress.schedule.lap == nil
            else { continue }
            let run = progress.datedRun
            if pass.servedBy[run] == nil { pass.servedBy[run] = vehicle.id }
            guard pass.changes[run] == nil else { continue }
            let sighting = Sighting(time: vehicle.fix.time, freshness: freshness)
            pass.sightings[run] = sighting
            if !pass.isRenewed, sightings[run] == sighting {
                pass.changes[run] = overlay.changes[run]
                continue
            }
            let ahead = predictor.expectedCalls(vehicle)
            pass.ahead[vehicle.id] = ahead
            let expected = ExpectedRun(
                run: run, schedule: progress.schedule, dayStart: progress.dayStart,
                calls: ahead, delaySeconds: progress.delaySeconds, isFounded: true)
            guard
                let change = Self.expectation(
                    expected, of: vehicle,
                    wideningSeconds: freshness == .old ? Self.silentSeconds : 0)
            else { continue }
            put(change, of: run, into: &pass)
        }
    }

    /// Adds the estimated runs that vehicles on loops make.
    private mutating func addLoopRuns(
        _ pass: inout Pass, of snapshot: NetworkSnapshot, by predictor: ProgressPredictor
    ) {
        var seen: [LoopRuns.Seen] = []
        for vehicle in snapshot.vehicles {
            let freshness = vehicle.freshness(at: snapshot.asOf)
            guard freshness != .stale, vehicle.progress?.schedule.lap != nil else { continue }
            let ahead = predictor.expectedCalls(vehicle)
            pass.ahead[vehicle.id] = ahead
            seen.append(
                LoopRuns.Seen(
                    vehicle: vehicle, ahead: ahead,
                    wideningSeconds: freshness == .old ? Self.silentSeconds : 0))
        }
        guard !seen.isEmpty else { return }
        var loops = loops ?? LoopRuns(snapshot.timetable)
        for (run, change) in loops.changes(of: seen, at: snapshot.asOf) {
            put(change, of: run, into: &pass)
        }
        self.loops = loops
    }

    /// Adds the next runs of the vehicles' blocks, and runs that vehicles only name.
    private mutating func addOtherRuns(
        _ pass: inout Pass, of snapshot: NetworkSnapshot, by predictor: ProgressPredictor
    ) {
        var follower = follower ?? BlockFollower(snapshot.timetable, chains: snapshot.chains)
        let servedBy = pass.servedBy
        let surroundings = BlockFollower.Surroundings(told: snapshot.overlay) { servedBy[$0] }
        for vehicle in snapshot.vehicles {
            let freshness = vehicle.freshness(at: snapshot.asOf)
            guard freshness != .stale else { continue }
            let sighting = Sighting(time: vehicle.fix.time, freshness: freshness)
            if !pass.isRenewed, !pass.isReportedAgain, let known = others[vehicle.id],
                known.sighting == sighting, known.runs.allSatisfy({ servedBy[$0] == nil })
            {
                pass.others[vehicle.id] = known
                for run in known.runs where pass.changes[run] == nil {
                    pass.changes[run] = overlay.changes[run]
                }
                continue
            }
            let runs = follower.runs(
                of: vehicle, ahead: pass.ahead[vehicle.id] ?? predictor.expectedCalls(vehicle),
                by: predictor, in: surroundings
            ).filter { $0.isFounded && pass.changes[$0.run] == nil }
            pass.others[vehicle.id] = Others(sighting: sighting, runs: runs.map(\.run))
            for run in runs {
                guard
                    let change = Self.expectation(
                        run, wideningSeconds: freshness == .old ? Self.silentSeconds : 0)
                else { continue }
                put(change, of: run.run, into: &pass)
            }
        }
        self.follower = follower
    }

    private func put(_ change: RunChange, of run: DatedRun, into pass: inout Pass) {
        let known = overlay.changes[run]
        let new = known.map { Self.change($0, to: change) } ?? change
        pass.changes[run] = new
        pass.hasNews = pass.hasNews || new != known
    }

    /// Returns whether all vehicles are those of the last call, with the same freshness.
    private func saysNothingNew(_ snapshot: NetworkSnapshot) -> Bool {
        guard let seen, seen.vehicles.count == snapshot.vehicles.count else { return false }
        return zip(seen.vehicles, snapshot.vehicles).allSatisfy { before, now in
            before === now
                && before.freshness(at: seen.asOf) == now.freshness(at: snapshot.asOf)
        }
    }

    /// Returns the expected change of a run.
    ///
    /// `vehicle` is nil if it still serves another run, whose riders are different ones.
    private static func expectation(
        _ run: ExpectedRun, of vehicle: LiveVehicle? = nil, wideningSeconds: Int32
    ) -> RunChange? {
        guard let first = run.calls.first else { return nil }
        let schedule = run.schedule
        let delay = Int32(run.delaySeconds.rounded())
        func seconds(_ time: UnixTime) -> ServiceTime {
            ServiceTime(seconds: Int32(time.seconds(since: run.dayStart).rounded()))
        }
        // At its current stop the vehicle has yet to depart, with its reported occupancy.
        let callAtStop = vehicle?.progress?.callAtStop
        // Calls behind the vehicle are assumed to have had its last delay.
        let behind = (0..<first.position).map { position in
            let departure = Int32(schedule.departures[position]) + delay
            let instant = run.dayStart.advanced(bySeconds: Double(departure))
            return ExpectedCall(
                arrival: ServiceTime(seconds: Int32(schedule.arrivals[position]) + delay),
                departure: ServiceTime(seconds: departure),
                occupancy: position == callAtStop
                    ? vehicle.flatMap { occupancy(of: $0, at: instant) } : nil)
        }
        let calls =
            behind
            + run.calls.map { call in
                ExpectedCall(
                    arrival: seconds(call.arrival), departure: seconds(call.departure),
                    spread: spread(call, run)?.widened(by: wideningSeconds),
                    occupancy: vehicle.flatMap { occupancy(of: $0, at: call.departure) })
            }
        return calls.count == schedule.callCount ? RunChange(calls: calls) : nil
    }

    static func occupancy(
        of vehicle: LiveVehicle, at departure: UnixTime
    ) -> OccupancyStatus? {
        departure.seconds(since: vehicle.fix.time) <= occupancySeconds
            ? vehicle.fix.occupancy?.status : nil
    }

    /// Returns the uncertainty of a call; nil until it was measured.
    private static func spread(
        _ call: ProgressPredictor.ExpectedCall, _ run: ExpectedRun
    ) -> CallSpread? {
        guard let early = call.early, let late = call.late else { return nil }
        // Where the timetable schedules a dwell time, a vehicle that arrives early does not depart
        // early.
        func departure(_ arrival: UnixTime) -> Double {
            run.schedule.departure(
                after: arrival.seconds(since: run.dayStart), from: call.position)
        }
        let expected = call.departure.seconds(since: run.dayStart)
        func seconds(_ difference: Double) -> Int32 { Int32(difference.rounded()) }
        return CallSpread(
            arrival: (
                seconds(call.arrival.seconds(since: early)),
                seconds(late.seconds(since: call.arrival))
            ),
            departure: (
                seconds(expected - departure(early)), seconds(departure(late) - expected)
            ), margin: seconds(expected - departure(call.leaveBy)))
    }

    /// Returns a newer prediction with what is alike taken from the one before: all times or none,
    /// and all spreads or none.
    private static func change(_ old: RunChange, to new: RunChange) -> RunChange {
        guard old.isCancelled == new.isCancelled, old.calls.count == new.calls.count else {
            return new
        }
        let calls = zip(old.calls, new.calls)
        let areTimesAlike = calls.allSatisfy { old, new in
            abs(old.arrival.seconds - new.arrival.seconds) < thresholdSeconds
                && abs(old.departure.seconds - new.departure.seconds) < thresholdSeconds
        }
        let areSpreadsAlike = calls.allSatisfy { areAlike($0.spread, $1.spread) }
        guard areTimesAlike || areSpreadsAlike else { return new }
        if areTimesAlike, areSpreadsAlike, calls.allSatisfy({ $0.occupancy == $1.occupancy }) {
            return old
        }
        return RunChange(
            calls: calls.map { old, new in
                let times = areTimesAlike ? old : new
                return ExpectedCall(
                    arrival: times.arrival, departure: times.departure, stop: new.stop,
                    isSkipped: new.isSkipped, spread: areSpreadsAlike ? old.spread : new.spread,
                    occupancy: new.occupancy)
            })
    }

    private static func areAlike(_ one: CallSpread?, _ other: CallSpread?) -> Bool {
        guard let one, let other else { return one == other }
        func areAlike(_ one: UInt16, _ other: UInt16) -> Bool {
            abs(Int32(one) - Int32(other)) < thresholdSeconds
        }
        return areAlike(one.earlyDeparture, other.earlyDeparture)
            && areAlike(one.lateDeparture, other.lateDeparture)
            && areAlike(one.earlyArrival, other.earlyArrival)
            && areAlike(one.lateArrival, other.lateArrival)
            && areAlike(one.margin, other.margin)
    }
}
