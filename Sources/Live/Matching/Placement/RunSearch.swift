import Realtime
import Timetables
import TransitModel

/// A vehicle that names no run, and the runs that it may serve.
struct RunSearch: Sendable {
    /// A run that fits the fixes so far.
    struct Candidate: Sendable {
        let run: DatedRun
        let pattern: PatternIndex
        let trip: TripIndex
        let dayStart: UnixTime
        let schedule: ScheduledProgress
        var along: Double
        var off: Double
        /// The mean cost over the fixes; only differences between runs matter.
        var cost: Double
        /// The number of fixes that fitted.
        var fits = 1
        /// The number of consecutive fixes that did not fit.
        var misfits = 0
    }

    /// The candidates, the likeliest first.
    var candidates: [Candidate] = []
    /// The time of the last fix.
    var seenAt: UnixTime
    /// The position of the first fix.
    let start: Coordinate
    /// The assigned run; nil until one was found.
    var found: DatedRun?
    /// When runs were last searched.
    var searchedAt: UnixTime

    init(_ fix: VehicleFix) {
        seenAt = fix.time
        start = fix.coordinate
        searchedAt = fix.time
    }

    /// The maximum distance of a vehicle from a run's path, in metres.
    static let offMetres = 80.0
    /// The number of consecutive misfits after which a run is dropped.
    static let maximumMisfits = 3
    /// The time without a fix after which a search ends, in seconds.
    static let maximumGapSeconds = 600.0
    /// The maximum apparent backward movement of a standing vehicle due to noise, in metres.
    private static let backMetres = 60.0
    private static let topSpeed = 40.0

    /// Compares a fix with all candidates.
    mutating func add(_ fix: VehicleFix) {
        let elapsed = fix.time.seconds(since: seenAt)
        for index in candidates.indices {
            let candidate = candidates[index]
            let ahead = candidate.schedule.path.projection(
                of: fix.coordinate, from: max(0, candidate.along - Self.backMetres),
                to: candidate.along + 300 + elapsed * Self.topSpeed)
            guard
                Self.fits(fix, ahead, candidate.schedule.path)
            else {
                candidates[index].misfits += 1
                candidates[index].cost += 1
                continue
            }
            let along = max(candidate.along, ahead.along)
            candidates[index].misfits = 0
            candidates[index].fits += 1
            candidates[index].along = along
            candidates[index].off = ahead.off
            let cost = Self.cost(
                fix, along: along, off: ahead.off, dayStart: candidate.dayStart,
                candidate.schedule)
            candidates[index].cost +=
                (cost - candidate.cost) / Double(min(candidates[index].fits, 8))
        }
        candidates.removeAll { $0.misfits >= Self.maximumMisfits }
        seenAt = fix.time
    }

    /// Returns whether a projection onto a part of a run's path is where the vehicle was seen.
    static func fits(
        _ fix: VehicleFix, _ place: (along: Double, off: Double), _ path: RunPath
    ) -> Bool {
        place.off <= offMetres
            && path.place(at: place.along).distanceMetres(to: fix.coordinate)
                <= offMetres + backMetres
    }

    /// Returns the cost of a run: distance from its path, delay or earliness, and direction.
    static func cost(
        _ fix: VehicleFix, along: Double, off: Double, dayStart: UnixTime,
        _ schedule: ScheduledProgress
    ) -> Double {
        let delay = schedule.delay(at: along, time: fix.time.seconds(since: dayStart))
        // Vehicles are rarely early and often late.
        let surprise = delay < 0 ? delay / 90 : delay / 300
        var cost = 0.5 * surprise * surprise + off * off / (2 * 30 * 30)
        if let heading = fix.headingDegrees,
            let way = schedule.path.position(at: along + 1).heading
        {
            let turn = abs((heading - way + 540).truncatingRemainder(dividingBy: 360) - 180)
            cost += 3 * turn / 180
        }
        return cost
    }

    /// The minimum number of fixes and of metres for a run to be assigned.
    private static let minimumFixes = 3
    private static let minimumMetres = 200.0
    /// The minimum difference in cost to the second best run.
    private static let minimumLead = 0.7
    /// The maximum cost of a run that fits.
    static let maximumCost = 8.0

    /// Returns the best fitting run, or the reason why none can be assigned.
    mutating func outcome(at place: Coordinate) -> Result<Candidate, NoMatch> {
        candidates.sort { $0.cost < $1.cost }
        if let found, let known = candidates.first(where: { $0.run == found }),
            known.cost < Self.maximumCost
        {
            // An assigned run is only replaced by a much better one.
            guard let best = candidates.first, best.run != found,
                best.cost + 2 * Self.minimumLead < known.cost
            else { return .success(known) }
        }
        found = nil
        guard let best = candidates.first(where: { $0.fits > 1 }) ?? candidates.first,
            best.cost < Self.maximumCost
        else {
            return .failure(NoMatch(reason: .noRunFits))
        }
        guard best.fits >= Self.minimumFixes, start.distanceMetres(to: place) >= Self.minimumMetres
        else {
            return .failure(NoMatch(reason: .undecided))
        }
        // Runs that were just added have not been confirmed by a second fix yet.
        let isContested = candidates.contains {
            $0.run != best.run && $0.fits > 1 && $0.cost < best.cost + Self.minimumLead
        }
        if isContested {
            return .failure(NoMatch(reason: .ambiguous))
        }
        found = best.run
        return .success(best)
    }

    /// The reason why no run can be assigned.
    struct NoMatch: Error {
        let reason: UnmatchedReason
    }
}
