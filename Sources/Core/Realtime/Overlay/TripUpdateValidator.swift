package import Timetables
package import TransitModel

/// Detects updates of a whole feed that cannot be true, such as when a producer's clock is an hour
/// off.
package struct TripUpdateValidator {
    /// The reason why a feed's update is rejected.
    package enum Objection: String, Sendable, CaseIterable {
        /// Delays all over the feed are close to whole hours.
        case hourShift = "hour_shift"
        /// One update newly cancels more than three in ten runs that are under way or start soon.
        case massCancellation = "mass_cancellation"
    }

    /// The minimum number of runs for a judgement about a feed.
    private static let minimumRuns = 5
    /// The maximum deviation from a whole hour at which delays indicate a wrong clock, in seconds.
    private static let hourTolerance: Int32 = 600
    /// The maximum share of the runs that may be cancelled between two updates.
    private static let maximumCancelled = 0.3
    /// How far ahead runs are considered, in seconds.
    ///
    /// The first checks runs under way, the second also those of the next hours, because cancelling
    /// a day before its first run has started is as unlikely.
    private static let horizons: [Double] = [0, 6 * 3600]
    /// Cancellations that a feed repeats for this many seconds are accepted.
    private static let persistenceSeconds = 600.0

    private let timetable: Timetable
    private var massCancelledSince: UnixTime?

    /// Creates the guard for one source's updates of a network.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// Returns the objection to an update as a whole; nil if it can be accepted.
    ///
    /// `accepted` are the changes that were accepted before.
    package mutating func objection(
        to changes: [DatedRun: RunChange], after accepted: [DatedRun: RunChange], now: UnixTime
    ) -> Objection? {
        if isShifted(changes) { return .hourShift }
        guard isMassCancellation(changes, accepted, now) else {
            massCancelledSince = nil
            return nil
        }
        let since = massCancelledSince ?? now
        massCancelledSince = since
        return now.seconds(since: since) < Self.persistenceSeconds ? .massCancellation : nil
    }

    /// Returns whether at least four in five runs with times are off by whole hours, within ten
    /// minutes.
    private func isShifted(_ changes: [DatedRun: RunChange]) -> Bool {
        var timed = 0
        var shifted = 0
        for (run, change) in changes where !change.isCancelled {
            guard let call = change.calls.lastIndex(where: { !$0.isSkipped }) else { continue }
            let pattern = timetable.patterns.pattern(of: run.run)
            let times = timetable.patterns.times(of: run.run, in: pattern, at: call)
            let delay = change.calls[call].arrival.seconds - times.arrival.seconds
            let hours = (Double(delay) / 3600).rounded()
            timed += 1
            if hours != 0, abs(delay - Int32(hours * 3600)) <= Self.hourTolerance { shifted += 1 }
        }
        return timed >= Self.minimumRuns && shifted * 5 >= timed * 4
    }

    private func isMassCancellation(
        _ changes: [DatedRun: RunChange], _ accepted: [DatedRun: RunChange], _ now: UnixTime
    ) -> Bool {
        Self.horizons.contains { ahead in
            let cancelled = changes.lazy.filter { run, change in
                change.isCancelled && !(accepted[run]?.isCancelled ?? false)
                    && isAhead(run, within: ahead, of: now)
            }.count
            guard cancelled >= Self.minimumRuns else { return false }
            return Double(cancelled) > Self.maximumCancelled * Double(runs(within: ahead, of: now))
        }
    }

    private func isAhead(_ run: DatedRun, within ahead: Double, of now: UnixTime) -> Bool {
        let pattern = timetable.patterns.pattern(of: run.run)
        let start = timetable.timeZone(of: pattern).start(of: run.day)
        return isAhead(run.run, pattern, within: ahead, of: now.seconds(since: start))
    }

    /// Returns whether a run is under way at a second of its day, or starts at most `ahead` seconds
    /// later.
    private func isAhead(
        _ run: RunIndex, _ pattern: PatternIndex, within ahead: Double, of second: Double
    ) -> Bool {
        let patterns = timetable.patterns
        guard Double(patterns.runStarts[run]) <= second + ahead else { return false }
        let last = patterns.stops(of: pattern).count - 1
        let end = patterns.times(of: run, in: pattern, at: last).arrival.seconds
        return second <= Double(end)
    }

    /// Returns the number of runs that are under way or start at most `ahead` seconds from now.
    ///
    /// - Complexity: linear in the number of runs; called only when many runs are cancelled.
    private func runs(within ahead: Double, of now: UnixTime) -> Int {
        let patterns = timetable.patterns
        var count = 0
        for row in 0..<patterns.count {
            let pattern = PatternIndex(row)
            let zone = timetable.timeZone(of: pattern)
            let today = zone.day(at: now)
            for day in [-1, 0, 1].map({ today.advanced(by: $0) }) {
                let second = now.seconds(since: zone.start(of: day))
                for run in patterns.runs(of: pattern)
                where isAhead(run, pattern, within: ahead, of: second)
                    && timetable.services.isActive(patterns.runServices[run], on: day)
                {
                    count += 1
                }
            }
        }
        return count
    }
}
