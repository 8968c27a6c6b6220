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

    private var told: RealtimeOverlay?
    private var expected: RealtimeOverlay?
    private var merged = RealtimeOverlay.none
    private var contradicted = ContradictedCancellations()

    package init() {}

    /// Returns both combined.
    ///
    /// The version increases when something differs from the previous result.
    package mutating func merge(
        told: RealtimeOverlay, expected: RealtimeOverlay, vehicles: [LiveVehicle]
    ) -> RealtimeOverlay {
        // Nothing to compare: the usual case for a network with one kind of source.
        let isWeighed = !told.changes.isEmpty && !expected.changes.isEmpty
        if !isWeighed, told === self.told, expected === self.expected { return merged }
        self.told = told
        self.expected = expected
        var changes = told.changes.isEmpty ? expected.changes : told.changes
        let driven = isWeighed ? contradicted.runs(in: told, seenBy: vehicles) : []
        let seenAt = isWeighed ? Self.fixTimes(vehicles) : [:]
        for (run, guess) in expected.changes where !told.changes.isEmpty {
            guard let word = told.changes[run], !driven.contains(run) else {
                changes[run] = guess
                continue
            }
            guard !word.isCancelled, word.calls.count == guess.calls.count,
                let seen = seenAt[run], let known = told.knownAt[run],
                seen.seconds(since: known) > Self.headStartSeconds
                    || seen >= known && guess.isSurer(than: word)
            else {
                if word.calls.count == guess.calls.count { changes[run] = word.filled(from: guess) }
                continue
            }
            changes[run] = RunChange(
                calls: zip(word.calls, guess.calls).map { word, guess in
                    ExpectedCall(
                        arrival: guess.arrival, departure: guess.departure, stop: word.stop,
                        isSkipped: word.isSkipped, spread: guess.spread,
                        occupancy: word.occupancy ?? guess.occupancy)
                })
        }
        let isSame =
            changes == merged.changes && told.added == merged.added
            && told.alerts == merged.alerts
        merged = RealtimeOverlay(
            version: isSame ? merged.version : merged.version + 1, changes: changes,
            added: told.added, alerts: told.alerts, knownAt: told.knownAt)
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
