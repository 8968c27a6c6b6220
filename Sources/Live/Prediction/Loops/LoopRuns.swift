import Realtime
import Timetables
import TransitModel

/// Matches each vehicle seen on a loop with one of the loop's estimated runs.
///
/// Riders then see the vehicle only once: as that run, with the vehicle's times.
///
/// A vehicle's lap is matched with the run closest in time, no further off than its headway. No two
/// vehicles share a run. The match is kept until the vehicle is more than ``keptShare`` of the
/// headway off. The vehicle's next lap is matched with a run that starts as many headways later as
/// vehicles share the loop, if the vehicle has times for that lap. Once all vehicles of the loop
/// are seen, other runs that should be under way are removed, because no vehicle is left to make
/// them.
struct LoopRuns: Sendable {
    /// The share of the headway up to which a vehicle keeps its run.
    ///
    /// It is more than one half, so that the vehicle does not alternate between two runs.
    private static let keptShare = 0.625
    /// The maximum age of a vehicle's last sighting for it to keep its run, in seconds.
    private static let memorySeconds = 3600.0

    private let timetable: Timetable
    private var loops: [PatternIndex: EstimatedLoop?] = [:]
    private var known: [String: Joined] = [:]

    init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    struct Seen {
        let vehicle: LiveVehicle
        let ahead: [ProgressPredictor.PredictedCall]
        /// The additional uncertainty of these times, in seconds either way.
        let wideningSeconds: Int32
    }

    /// The runs that a vehicle is matched with.
    private struct Joined: Sendable {
        /// The run of the previous lap; some of its riders stay on board past the first stop.
        var before: DatedRun?
        var now: DatedRun?
        var next: DatedRun?
        /// When the lap began, or would have, according to the expected time at the next stop.
        var anchor: UnixTime
        /// The same for the next lap.
        var nextAnchor: UnixTime
        let seenAt: UnixTime
    }

    /// A vehicle's lap that is to be matched with a run.
    private struct Lap {
        let seen: Seen
        let anchor: UnixTime
        /// The next stop, counted from the first one of the lap; the number of stops is the
        /// next lap's first stop.
        let first: Int
        var joined: Joined
    }

    /// Returns the changes of the runs that vehicles make, and marks runs that must not be shown as
    /// deleted.
    mutating func changes(of seen: [Seen], at now: UnixTime) -> [DatedRun: RunChange] {
        var groups: [PatternIndex: [Seen]] = [:]
        for seen in seen {
            guard let pattern = seen.vehicle.progress?.pattern else { continue }
            groups[pattern, default: []].append(seen)
        }
        var changes: [DatedRun: RunChange] = [:]
        for (pattern, group) in groups {
            guard let loop = loop(pattern) else { continue }
            changes.merge(join(group, to: loop, at: now)) { known, _ in known }
        }
        known = known.filter { now.seconds(since: $0.value.seenAt) < Self.memorySeconds }
        return changes
    }

    private mutating func loop(_ pattern: PatternIndex) -> EstimatedLoop? {
        if let known = loops[pattern] { return known }
        let loop = EstimatedLoop(timetable, beside: pattern)
        loops[pattern] = .some(loop)
        return loop
    }

    // MARK: - Matching

    private mutating func join(
        _ group: [Seen], to loop: EstimatedLoop, at now: UnixTime
    ) -> [DatedRun: RunChange] {
        let slots = loop.slots(
            timetable,
            in: now.advanced(
                bySeconds: -3 * loop.lapSeconds)...now.advanced(
                    bySeconds: 3 * loop.lapSeconds))
        let places = Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($1.run, $0) })
        var laps = group.compactMap { lap($0, on: loop) }.sorted {
            ($0.anchor, $0.seen.vehicle.id) < ($1.anchor, $1.seen.vehicle.id)
        }
        var taken = Set<DatedRun>()
        for number in laps.indices {
            guard let run = laps[number].joined.now else { continue }
            let isKept =
                places[run].map { place in
                    let off = abs(laps[number].anchor.seconds(since: slots[place].start))
                    return off <= Self.keptShare * slots[place].headway
                } ?? false
            if !isKept || !taken.insert(run).inserted { laps[number].joined.now = nil }
        }
        for number in laps.indices where laps[number].joined.now == nil {
            let slot = Self.nearest(slots, to: laps[number].anchor, besides: taken)
            laps[number].joined.before = nil
            laps[number].joined.now = slot?.run
            if let slot { taken.insert(slot.run) }
        }
        for number in laps.indices {
            let lap = laps[number]
            laps[number].joined.next = nil
            guard let run = lap.joined.now, let place = places[run],
                lap.seen.ahead.contains(where: { $0.position == 0 })
            else { continue }
            let slot = Self.following(
                slots, place, to: lap.joined.nextAnchor, on: loop, besides: taken)
            laps[number].joined.next = slot?.run
            if let slot { taken.insert(slot.run) }
        }
        var changes: [DatedRun: RunChange] = [:]
        for slot in slots where !taken.contains(slot.run) && slot.start <= now {
            // Runs past their first lap are left unchanged: only riders already on board still need
            // them.
            guard slot.start.advanced(bySeconds: loop.lapSeconds) > now,
                group.count >= loop.vehicles(at: slot)
            else { continue }
            changes[slot.run] = .deleted
        }
        for lap in laps {
            known[lap.seen.vehicle.id] = lap.joined
            let joined = [lap.joined.before, lap.joined.now, lap.joined.next]
            for (number, run) in joined.enumerated() {
                guard let run, let place = places[run], number > 0 || !taken.contains(run) else {
                    continue
                }
                changes[run] = Self.change(slots[place], by: lap, after: number - 1, on: loop)
            }
        }
        return changes
    }

    /// Returns a vehicle's lap and the runs that it was matched with before; nil if its times are
    /// unknown.
    private func lap(_ seen: Seen, on loop: EstimatedLoop) -> Lap? {
        let time = seen.vehicle.fix.time
        let known = known[seen.vehicle.id]
        guard let call = seen.ahead.first else {
            // After the last stop there are no times unless the vehicle is known to continue.
            guard let known else { return nil }
            return Lap(seen: seen, anchor: known.anchor, first: loop.stops, joined: known)
        }
        let first = call.position == 0 ? loop.stops : call.position
        guard loop.offsets.indices.contains(first) else { return nil }
        let anchor = call.arrival.advanced(bySeconds: -loop.offsets[first])
        let next =
            seen.ahead.first { $0.position == 0 }?.arrival
            ?? anchor.advanced(bySeconds: loop.lapSeconds)
        var joined = Joined(anchor: anchor, nextAnchor: next, seenAt: time)
        if let known {
            let off = abs(anchor.seconds(since: known.anchor))
            let nextOff = abs(anchor.seconds(since: known.nextAnchor))
            let isNext = nextOff < off
            if min(off, nextOff) <= loop.lapSeconds / 2 {
                joined.before = isNext ? known.now : known.before
                joined.now = isNext ? known.next : known.now
            }
        }
        return Lap(seen: seen, anchor: anchor, first: first, joined: joined)
    }

    /// Returns the unmatched run closest to an instant, no further off than its headway.
    private static func nearest(
        _ slots: some Collection<EstimatedLoop.Slot>, to instant: UnixTime,
        besides taken: Set<DatedRun>
    ) -> EstimatedLoop.Slot? {
        func off(_ slot: EstimatedLoop.Slot) -> Double {
            abs(slot.start.seconds(since: instant))
        }
        return slots.filter { !taken.contains($0.run) && off($0) <= $0.headway }
            .min { off($0) < off($1) }
    }

    /// Returns the run of a vehicle's next lap: the one that starts as many headways later as
    /// vehicles share the loop, or else the closest one after the current run.
    private static func following(
        _ slots: [EstimatedLoop.Slot], _ place: Int, to instant: UnixTime,
        on loop: EstimatedLoop, besides taken: Set<DatedRun>
    ) -> EstimatedLoop.Slot? {
        let usual = place + loop.vehicles(at: slots[place])
        let found =
            slots.indices.contains(usual)
            ? nearest(slots[usual...usual], to: instant, besides: taken) : nil
        return found ?? nearest(slots[(place + 1)...], to: instant, besides: taken)
    }

    // MARK: - Times

    /// Returns the change of a run that a vehicle makes, `laps` laps after its current one.
    private static func change(
        _ slot: EstimatedLoop.Slot, by lap: Lap, after laps: Int, on loop: EstimatedLoop
    ) -> RunChange {
        let vehicle = lap.seen.vehicle
        var expected: [Int: ProgressPredictor.PredictedCall] = [:]
        var isNext = lap.first == loop.stops
        for call in lap.seen.ahead {
            if call.position == 0 { isNext = true }
            expected[call.position + (isNext ? loop.stops : 0) - laps * loop.stops] = call
        }
        let first = lap.first - laps * loop.stops
        let begin = lap.anchor.advanced(bySeconds: Double(laps) * loop.lapSeconds)
        func seconds(_ time: UnixTime) -> ServiceTime {
            ServiceTime(seconds: Int32(time.seconds(since: slot.dayStart).rounded()))
        }
        var calls: [ExpectedCall] = []
        var last: (time: UnixTime, offset: Double)?
        for (place, offset) in loop.offsets.enumerated() {
            if place > 0, loop.positions[place] == loop.positions[place - 1] { continue }
            if let call = expected[place] {
                last = (call.arrival, offset)
                calls.append(
                    ExpectedCall(
                        arrival: seconds(call.arrival), departure: seconds(call.departure),
                        spread: spread(call)?.widened(by: lap.seen.wideningSeconds),
                        occupancy: ExpectationCache.occupancy(of: vehicle, at: call.departure)))
                continue
            }
            // The vehicle has passed the stop, or has no time for it yet.
            let time =
                last.map { $0.time.advanced(bySeconds: offset - $0.offset) }
                ?? begin.advanced(bySeconds: offset)
            let instant = seconds(
                place < first ? min(time, vehicle.fix.time) : max(time, vehicle.fix.time))
            calls.append(ExpectedCall(arrival: instant, departure: instant))
        }
        return RunChange(calls: calls)
    }

    private static func spread(_ call: ProgressPredictor.PredictedCall) -> CallSpread? {
        guard let early = call.early, let late = call.late else { return nil }
        let span = (
            early: Int32(call.arrival.seconds(since: early).rounded()),
            late: Int32(late.seconds(since: call.arrival).rounded())
        )
        return CallSpread(
            arrival: span, departure: span,
            margin: Int32(call.departure.seconds(since: call.leaveBy).rounded()))
    }
}
