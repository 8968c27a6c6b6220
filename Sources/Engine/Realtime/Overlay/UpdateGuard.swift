package import Timetables
package import TransitModel

/// Tells updates of a whole feed that cannot be true, as when a producer's clock is an hour off.
package struct UpdateGuard {
    /// Why a feed's update is set aside.
    package enum Objection: String, Sendable, CaseIterable {
        /// Runs all over the feed are off by whole hours.
        case hourShift = "hour_shift"
        /// More than three runs in ten that are under way were cancelled at once.
        case massCancellation = "mass_cancellation"
    }

    /// Fewer runs than this tell nothing about a feed.
    private static let fewestRuns = 5
    /// How far from a whole hour delays still look like a wrong clock, in seconds.
    private static let hourTolerance: Int32 = 600
    /// The largest share of the runs under way that may be cancelled between two updates.
    private static let mostCancelled = 0.3
    /// Cancellations that a feed keeps saying for so long are believed, in seconds.
    private static let persistenceSeconds = 600.0

    private let timetable: Timetable
    private var massCancelledSince: UnixTime?

    /// Guards one source's updates of a network.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// What is wrong with an update as a whole; nil if it can be believed.
    ///
    /// `accepted` are the changes that were believed before.
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

    /// Whether four of five runs with a time are off by a whole hour or two, give or take ten minutes.
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
        return timed >= Self.fewestRuns && shifted * 5 >= timed * 4
    }

    private func isMassCancellation(
        _ changes: [DatedRun: RunChange], _ accepted: [DatedRun: RunChange], _ now: UnixTime
    ) -> Bool {
        let cancelled = changes.lazy.filter { run, change in
            change.isCancelled && !(accepted[run]?.isCancelled ?? false)
                && isUnderWay(run, at: now)
        }.count
        guard cancelled >= Self.fewestRuns else { return false }
        return Double(cancelled) > Self.mostCancelled * Double(runsUnderWay(at: now))
    }

    private func isUnderWay(_ run: DatedRun, at now: UnixTime) -> Bool {
        let pattern = timetable.patterns.pattern(of: run.run)
        let start = timetable.timeZone(of: pattern).start(of: run.day)
        return isUnderWay(run.run, pattern, second: now.seconds(since: start))
    }

    private func isUnderWay(
        _ run: RunIndex, _ pattern: PatternIndex, second: Double
    ) -> Bool {
        let patterns = timetable.patterns
        guard Double(patterns.runStarts[run]) <= second else { return false }
        let last = patterns.stops(of: pattern).count - 1
        let end = patterns.times(of: run, in: pattern, at: last).arrival.seconds
        return second <= Double(end)
    }

    /// - Complexity: linear in the number of runs; only asked when many are cancelled.
    private func runsUnderWay(at now: UnixTime) -> Int {
        let patterns = timetable.patterns
        var count = 0
        for row in 0..<patterns.count {
            let pattern = PatternIndex(row)
            let zone = timetable.timeZone(of: pattern)
            let today = zone.day(at: now)
            for day in [today, today.advanced(by: -1)] {
                let second = now.seconds(since: zone.start(of: day))
                for run in patterns.runs(of: pattern)
                where isUnderWay(run, pattern, second: second)
                    && timetable.services.isActive(patterns.runServices[run], on: day)
                {
                    count += 1
                }
            }
        }
        return count
    }
}
