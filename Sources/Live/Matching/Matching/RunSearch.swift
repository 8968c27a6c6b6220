import Realtime
import Timetables
import TransitModel

/// A vehicle that names no run, and the runs that it may be on.
struct RunSearch: Sendable {
    /// A run that fits all fixes so far.
    struct Candidate: Sendable {
        let run: DatedRun
        let pattern: PatternIndex
        let trip: TripIndex
        let dayStart: UnixTime
        let schedule: ScheduledProgress
        var along: Double
        var off: Double
        /// Mean of what speaks against it at each fix; only differences matter.
        var cost: Double
        /// How many fixes fitted.
        var fits = 1
        /// How many fixes in a row did not fit.
        var misfits = 0
    }

    /// The likeliest first.
    var candidates: [Candidate] = []
    /// The last fix that was looked at.
    var seenAt: UnixTime
    /// Where it began.
    let start: Coordinate
    /// The run that was found, once one was.
    var found: DatedRun?
    /// When runs were last looked for.
    var lookedAt: UnixTime

    init(_ fix: VehicleFix) {
        seenAt = fix.time
        start = fix.coordinate
        lookedAt = fix.time
    }

    /// Vehicles further from a run's way than this do not serve it, in metres.
    static let offMetres = 80.0
    /// After so many fixes in a row that do not fit, a run is given up.
    static let maximumMisfits = 3
    /// A search ends when the vehicle was not seen for so long, in seconds.
    static let maximumGapSeconds = 600.0
    /// Noise throws a standing vehicle back by this much at most, in metres.
    private static let backMetres = 60.0
    private static let topSpeed = 40.0

    /// Holds a fix against all candidates.
    mutating func take(_ fix: VehicleFix) {
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

    /// Whether a place on a run's way, looked for in a part of it, is where the vehicle was seen.
    static func fits(
        _ fix: VehicleFix, _ place: (along: Double, off: Double), _ path: RunPath
    ) -> Bool {
        place.off <= offMetres
            && path.place(at: place.along).distanceMetres(to: fix.coordinate)
                <= offMetres + backMetres
    }

    /// What speaks against a run: distance from its way, lateness, going the other way.
    static func cost(
        _ fix: VehicleFix, along: Double, off: Double, dayStart: UnixTime,
        _ schedule: ScheduledProgress
    ) -> Double {
        let delay = schedule.delay(at: along, time: fix.time.seconds(since: dayStart))
        // Vehicles are seldom early and often late.
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

    /// Fixes and metres after which a run may be told.
    private static let leastFixes = 3
    private static let leastMetres = 200.0
    /// The second best run must have so much more against it.
    private static let leastLead = 0.7
    /// More against a run than this, and none fits.
    static let maximumCost = 8.0

    /// The run that fits best, or why none can be told.
    mutating func outcome(at place: Coordinate) -> Result<Candidate, NoMatch> {
        candidates.sort { $0.cost < $1.cost }
        if let found, let known = candidates.first(where: { $0.run == found }),
            known.cost < Self.maximumCost
        {
            // What was told is only taken back for something much better.
            guard let best = candidates.first, best.run != found,
                best.cost + 2 * Self.leastLead < known.cost
            else { return .success(known) }
        }
        found = nil
        guard let best = candidates.first(where: { $0.fits > 1 }) ?? candidates.first,
            best.cost < Self.maximumCost
        else {
            return .failure(NoMatch(reason: .noRunFits))
        }
        guard best.fits >= Self.leastFixes, start.distanceMetres(to: place) >= Self.leastMetres
        else {
            return .failure(NoMatch(reason: .undecided))
        }
        // Runs that were only just added have proved nothing yet.
        let isContested = candidates.contains {
            $0.run != best.run && $0.fits > 1 && $0.cost < best.cost + Self.leastLead
        }
        if isContested {
            return .failure(NoMatch(reason: .ambiguous))
        }
        found = best.run
        return .success(best)
    }

    /// Why no run can be told.
    struct NoMatch: Error {
        let reason: UnmatchedReason
    }
}
