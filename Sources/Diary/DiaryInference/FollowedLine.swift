import Timetables
import TransitModel

/// A ride followed along a pattern's path, with the time at which it passed each stop, as far as
/// the fixes show.
struct FollowedLine {
    struct Fix {
        let time: Double
        let place: Coordinate
        let accuracy: Double
    }

    /// A run that was in service.
    struct Run {
        let run: RunIndex
        let day: ServiceDay
        /// The median delay at its calls, in seconds.
        let delay: Double
        /// The median absolute deviation of its calls from that delay, in seconds.
        let spread: Double
        /// Whether its vehicle was seen where the rider was.
        var isSeen = false

        /// The evidence of its times for the line, in log odds.
        var evidence: Double {
            let onTime = isSeen || abs(delay) <= 600 ? 0.5 : -0.5
            return max(-1, 1.5 - spread / 120) + onTime
        }
    }

    /// The share of the fixes that lie on the path.
    let share: Double
    private let timetable: Timetable
    private let candidate: LineMatcher.Candidate
    /// When each call from boarding to alighting was passed, Unix seconds.
    private let passed: [Double]

    /// The maximum speed on the ground, in metres per second.
    private static let topSpeed = 60.0
    /// A ride that ends further than this before its last stop does not match, in metres.
    private static let shortfall = 500.0
    /// The distance along the path within which the rider is at a stop, in metres.
    private static let standing = 40.0
    /// The maximum delay and earliness of a run when boarding, in seconds.
    private static let latest = 1800.0
    private static let earliest = 300.0
    /// The maximum deviation from the timetable of a vehicle that was seen, in seconds.
    private static let latestSeen = 4 * 3600.0
    /// A halt is slower than this, in metres per second, and within this many seconds of passing a
    /// stop.
    private static let haltSpeed = 2.5
    private static let haltSeconds = 25.0

    /// Follows the fixes along the path.
    ///
    /// Returns nil if the ride does not reach the last stop.
    init?(
        _ timetable: Timetable, _ candidate: LineMatcher.Candidate, _ fixes: [Fix],
        _ ride: LegFinder.Stretch, radius: Double
    ) {
        self.timetable = timetable
        self.candidate = candidate
        let patterns = timetable.patterns
        guard let run = patterns.runs(of: candidate.pattern).first,
            let path = RunPath(timetable, trip: patterns.runTrips[run], pattern: candidate.pattern)
        else { return nil }
        let start = path.callDistances[candidate.board]
        let end = path.callDistances[candidate.alight]
        var points = [(time: ride.start, along: start)]
        var matched = 0
        for fix in fixes {
            guard let last = points.last else { break }
            let reach = last.along + (fix.time - last.time) * Self.topSpeed + 200
            let found = path.projection(
                of: fix.place, from: last.along - 80, to: min(end + 150, reach))
            guard found.off <= radius + fix.accuracy / 2 else { continue }
            matched += 1
            points.append((fix.time, min(end, max(last.along, found.along))))
        }
        // A tunnel hides the fixes, but not where the phone lost and regained reception.
        share = fixes.count < 3 ? 0.85 : Double(matched) / Double(fixes.count)
        guard let last = points.last, fixes.count < 3 || last.along >= end - Self.shortfall else {
            return nil
        }
        points.append((ride.end, end))
        var row = 0
        // Riders wait where they board and stand where they alight.
        let left = points.last { $0.along <= start + Self.standing }?.time ?? ride.start
        let arrived = points.first { $0.along >= end - Self.standing }?.time ?? ride.end
        passed = (candidate.board...candidate.alight).map { call in
            if call == candidate.board { return left }
            if call == candidate.alight { return max(left, arrived) }
            let along = path.callDistances[call]
            while row + 1 < points.count - 1, points[row + 1].along < along { row += 1 }
            let (a, b) = (points[row], points[row + 1])
            let length = b.along - a.along
            let fraction = length > 0 ? min(1, max(0, (along - a.along) / length)) : 0
            return a.time + fraction * (b.time - a.time)
        }
    }

    /// Returns the evidence of halts at intermediate stops for the line, in log odds: a car passes
    /// most of them without halting.
    func haltEvidence(_ motion: MotionGrid) -> Double {
        let between = passed.dropFirst().dropLast()
        guard between.count >= 2 else { return 0 }
        let halts = between.count { time in
            motion.speeds[
                motion.steps(from: time - Self.haltSeconds, to: time + Self.haltSeconds)
            ].contains { $0 < Self.haltSpeed }
        }
        return 3 * (Double(halts) / Double(between.count) - 0.4)
    }

    /// Returns the run of the trip that the rider's vehicle was on; nil if the trip is not one of
    /// this line.
    func run(seen trip: String?) -> Run? {
        let patterns = timetable.patterns
        guard let trip, let boarded = passed.first else { return nil }
        let zone = timetable.timeZone(of: candidate.pattern)
        let today = zone.day(at: UnixTime(seconds: Int64(boarded)))
        var best: Run?
        for run in patterns.runs(of: candidate.pattern)
        where timetable.trips.id(patterns.runTrips[run]) == trip {
            for day in [today.advanced(by: -1), today]
            where timetable.services.isActive(patterns.runServices[run], on: day) {
                var fit = fit(run, day, start: Double(zone.start(of: day).seconds))
                fit.isSeen = true
                if abs(fit.delay) < best.map({ abs($0.delay) }) ?? Self.latestSeen { best = fit }
            }
        }
        return best
    }

    /// Returns the run whose times fit best.
    func bestRun() -> Run? {
        let patterns = timetable.patterns
        let zone = timetable.timeZone(of: candidate.pattern)
        guard let boarded = passed.first else { return nil }
        let today = zone.day(at: UnixTime(seconds: Int64(boarded)))
        var best: Run?
        for day in [today.advanced(by: -1), today] {
            let start = Double(zone.start(of: day).seconds)
            for run in patterns.runs(of: candidate.pattern) {
                let trip = patterns.times(
                    of: run, in: candidate.pattern, at: candidate.board)
                let late = boarded - start - Double(trip.departure.seconds)
                guard late <= Self.latest, late >= -Self.earliest,
                    timetable.services.isActive(patterns.runServices[run], on: day)
                else { continue }
                let fit = fit(run, day, start: start)
                if cost(fit) < best.map(cost) ?? .infinity { best = fit }
            }
        }
        return best
    }

    private func fit(_ run: RunIndex, _ day: ServiceDay, start: Double) -> Run {
        let late = passed.enumerated().map { row, time in
            let times = timetable.patterns.times(
                of: run, in: candidate.pattern, at: candidate.board + row)
            let planned = row == passed.count - 1 ? times.arrival : times.departure
            return time - start - Double(planned.seconds)
        }
        let middle = Quantile.of(late, 0.5)
        return Run(
            run: run, day: day, delay: middle,
            spread: Quantile.of(late.map { abs($0 - middle) }, 0.5))
    }

    /// Returns the misfit of a run: delays are more frequent than earliness, and runs keep their
    /// pace.
    private func cost(_ run: Run) -> Double {
        run.spread + (run.delay < 0 ? -run.delay : run.delay / 3)
    }

    func match(_ run: Run?, probability: Double) -> LineMatch {
        let stops = timetable.patterns.stops(of: candidate.pattern)
        return LineMatch(
            route: timetable.patterns.routes[candidate.pattern],
            boarding: stops[candidate.board], alighting: stops[candidate.alight],
            board: candidate.board, alight: candidate.alight, run: run?.run, day: run?.day,
            delaySeconds: run?.delay, isSeen: run?.isSeen ?? false, probability: probability)
    }
}
