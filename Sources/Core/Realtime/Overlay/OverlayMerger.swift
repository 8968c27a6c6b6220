import Timetables
import TransitModel

/// Combines what sources report about runs with what is predicted for the vehicles seen.
///
/// The sources decide whether a run takes place, where it calls and which calls it skips, unless a
/// vehicle is seen serving a cancelled run (``ContradictedCancellations``). Expected times come
/// from whichever is newer, the source's report or the vehicle's last fix. A source that is at most
/// half a minute older than the fix is preferred, because it knows more than positions, unless it
/// is no newer than the fix and reports a greater uncertainty than the prediction. A source that
/// reports no uncertainty counts as equally certain.
package struct OverlayMerger: Sendable {
    /// The maximum age of a source's report relative to the fix, in seconds.
    private static let headStartSeconds = 30.0

    private var reported: RealtimeOverlay?
    private var expected: RealtimeOverlay?
    private var merged = RealtimeOverlay.none
    private var contradicted = ContradictedCancellations()

    package init() {}

    /// Returns both combined.
    ///
    /// The version increases when something differs from the previous result.
    package mutating func merge(
        reported: RealtimeOverlay, expected: RealtimeOverlay, vehicles: [LiveVehicle]
    ) -> RealtimeOverlay {
        // Nothing to compare: the usual case for a network with one kind of source.
        let isWeighed = !reported.changes.isEmpty && !expected.changes.isEmpty
        if !isWeighed, reported === self.reported, expected === self.expected { return merged }
        self.reported = reported
        self.expected = expected
        var changes = reported.changes.isEmpty ? expected.changes : reported.changes
        let driven = isWeighed ? contradicted.runs(in: reported, seenBy: vehicles) : []
        let seenAt = isWeighed ? Self.fixTimes(vehicles) : [:]
        for (run, guess) in expected.changes where !reported.changes.isEmpty {
            guard let report = reported.changes[run], !driven.contains(run) else {
                changes[run] = guess
                continue
            }
            guard !report.isCancelled, report.calls.count == guess.calls.count,
                let seen = seenAt[run], let known = reported.knownAt[run],
                seen.seconds(since: known) > Self.headStartSeconds
                    || seen >= known && guess.isSurer(than: report)
            else {
                if report.calls.count == guess.calls.count {
                    changes[run] = report.filled(from: guess)
                }
                continue
            }
            changes[run] = RunChange(
                calls: zip(report.calls, guess.calls).map { report, guess in
                    ExpectedCall(
                        arrival: guess.arrival, departure: guess.departure, stop: report.stop,
                        isSkipped: report.isSkipped, spread: guess.spread,
                        occupancy: report.occupancy ?? guess.occupancy)
                })
        }
        let isSame =
            changes == merged.changes && reported.added == merged.added
            && reported.alerts == merged.alerts && reported.unheard == merged.unheard
        merged = RealtimeOverlay(
            version: isSame ? merged.version : merged.version + 1, changes: changes,
            added: reported.added, alerts: reported.alerts, knownAt: reported.knownAt,
            unheard: reported.unheard)
        return merged
    }

    private static func fixTimes(_ vehicles: [LiveVehicle]) -> [DatedRun: UnixTime] {
        var times: [DatedRun: UnixTime] = [:]
        for vehicle in vehicles {
            guard let progress = vehicle.progress else { continue }
            let run = progress.datedRun
            times[run] = max(times[run] ?? vehicle.fix.time, vehicle.fix.time)
        }
        return times
    }
}
