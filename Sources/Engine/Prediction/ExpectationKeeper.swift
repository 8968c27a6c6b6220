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
    /// What each run was last expected by.
    private var sightings: [DatedRun: Sighting] = [:]
    /// The vehicles of the last call and how fresh they were.
    private var seen: (vehicles: [LiveVehicle], asOf: UnixTime)?

    private struct Sighting: Equatable {
        let time: UnixTime
        let freshness: LiveVehicle.Freshness
    }

    /// A vehicle that fell silent for 90 s may be off by so many seconds more, early or late.
    package static let silentSeconds: Int32 = 60

    /// Starts without expectations.
    package init() {}

    /// What differs from the timetable by the vehicles of a snapshot.
    ///
    /// Vehicles that were not seen for long say nothing, and those that fell silent are less sure. Of two
    /// that claim one run the first stands for it. With `isRenewed` false the predictor is that of the last call, and only vehicles with a
    /// new fix are worked out anew.
    package mutating func overlay(
        of snapshot: NetworkSnapshot, by predictor: ProgressPredictor = ProgressPredictor(),
        isRenewed: Bool = true
    ) -> RealtimeOverlay {
        defer { seen = (snapshot.vehicles, snapshot.asOf) }
        if !isRenewed, saysNothingNew(snapshot) { return overlay }
        var changes: [DatedRun: RunChange] = [:]
        var sightings: [DatedRun: Sighting] = [:]
        defer { self.sightings = sightings }
        var hasNews = false
        for vehicle in snapshot.vehicles {
            let freshness = vehicle.freshness(at: snapshot.asOf)
            // A loop has no timetable to differ from.
            guard freshness != .stale, let progress = vehicle.progress,
                progress.schedule.lap == nil
            else { continue }
            let run = DatedRun(run: progress.run, day: progress.serviceDay)
            guard changes[run] == nil else { continue }
            let sighting = Sighting(time: vehicle.fix.time, freshness: freshness)
            sightings[run] = sighting
            if !isRenewed, self.sightings[run] == sighting {
                changes[run] = overlay.changes[run]
                continue
            }
            let isSilent = freshness == .old
            guard
                let change = expectation(
                    vehicle, progress, snapshot.timetable, predictor,
                    wideningSeconds: isSilent ? Self.silentSeconds : 0)
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

    /// Whether all vehicles are those of the last call, and as fresh as they were.
    private func saysNothingNew(_ snapshot: NetworkSnapshot) -> Bool {
        guard let seen, seen.vehicles.count == snapshot.vehicles.count else { return false }
        return zip(seen.vehicles, snapshot.vehicles).allSatisfy { before, now in
            before === now
                && before.freshness(at: seen.asOf) == now.freshness(at: snapshot.asOf)
        }
    }

    private func expectation(
        _ vehicle: LiveVehicle, _ progress: VehicleProgress, _ timetable: Timetable,
        _ predictor: ProgressPredictor, wideningSeconds: Int32
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
            + ahead.map { call in
                ExpectedCall(
                    arrival: seconds(call.arrival), departure: seconds(call.departure),
                    spread: Self.spread(call, progress)?.widened(by: wideningSeconds))
            }
        return calls.count == count ? RunChange(calls: calls) : nil
    }

    /// How sure a call is; nil until that was measured.
    private static func spread(
        _ call: ProgressPredictor.ExpectedCall, _ progress: VehicleProgress
    ) -> CallSpread? {
        guard let early = call.early, let late = call.late else { return nil }
        // Where the timetable waits, a vehicle that comes early does not leave early.
        func departure(_ arrival: UnixTime) -> Double {
            progress.schedule.departure(
                after: arrival.seconds(since: progress.dayStart), from: call.position)
        }
        let expected = call.departure.seconds(since: progress.dayStart)
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

    private static func areAlike(_ one: RunChange, _ other: RunChange) -> Bool {
        zip(one.calls, other.calls).allSatisfy { one, other in
            abs(one.arrival.seconds - other.arrival.seconds) < thresholdSeconds
                && abs(one.departure.seconds - other.departure.seconds) < thresholdSeconds
                && areAlike(one.spread, other.spread)
        }
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
