import Matching
import Realtime
import Timetables
import TransitModel

/// Finds the run that follows another one where the feed has no `block_id`: from the trips that the
/// vehicle's source lists, or else from what was learnt.
struct LearntChains: Sendable {
    private let timetable: Timetable
    private let finder: RunFinder
    /// The runs without a block by `ScheduledProgress.runKey`, built on first use.
    private var runs: [SuccessionProfile.Key: [RunIndex]]?

    init(_ timetable: Timetable) {
        self.timetable = timetable
        finder = RunFinder(timetable)
    }

    /// Returns the following run; nil if it is unknown or if the feed has a block for this one.
    ///
    /// - Complexity: linear in the runs of the network on first use of something learnt.
    mutating func next(
        after dated: DatedRun, _ schedule: ScheduledProgress, of vehicle: LiveVehicle,
        by successions: SuccessionProfile
    ) -> DatedRun? {
        guard !schedule.isInBlock else { return nil }
        let end = start(of: dated.day, dated.run)
            .advanced(bySeconds: schedule.arrivals[schedule.callCount - 1])
        if let listed = listed(vehicle.fix, from: end) { return listed == dated ? nil : listed }
        guard let key = successions.next(after: schedule.runKey, on: dated.day) else { return nil }
        let runs = runs ?? Self.runs(timetable)
        self.runs = runs
        let active = (runs[key] ?? []).filter { run in
            timetable.services.isActive(timetable.patterns.runServices[run], on: dated.day)
                && follows(DatedRun(run: run, day: dated.day), end)
        }
        // If two trips of a day have the same key, the following one is ambiguous.
        return active.count == 1 ? DatedRun(run: active[0], day: dated.day) : nil
    }

    /// Returns the first run that the vehicle's source lists and that starts after an instant.
    private func listed(_ fix: VehicleFix, from end: UnixTime) -> DatedRun? {
        fix.laterTrips.lazy.compactMap { finder.run($0, at: fix.time) }
            .first { follows($0, end) }
    }

    private func follows(_ run: DatedRun, _ end: UnixTime) -> Bool {
        let wait = start(of: run.day, run.run)
            .advanced(bySeconds: Double(timetable.patterns.runStarts[run.run])).seconds(since: end)
        return (0...SuccessionProfile.maximumSeconds).contains(wait)
    }

    private func start(of day: ServiceDay, _ run: RunIndex) -> UnixTime {
        timetable.timeZone(of: timetable.patterns.pattern(of: run)).start(of: day)
    }

    private static func runs(_ timetable: Timetable) -> [SuccessionProfile.Key: [RunIndex]] {
        let (patterns, trips) = (timetable.patterns, timetable.trips)
        var runs: [SuccessionProfile.Key: [RunIndex]] = [:]
        for pattern in patterns.indices {
            let keys = ScheduledProgress.RunKeys(timetable, pattern)
            for run in patterns.runs(of: pattern) {
                let trip = patterns.runTrips[run]
                guard trips.block(trip) == nil, !trips.isLoop(trip), !trips.isHeadwayBased(trip)
                else { continue }
                runs[keys.key(of: run), default: []].append(run)
            }
        }
        return runs
    }
}
