import Timetables
import TransitModel

/// Joins what sources say of runs with what is expected of the vehicles that were seen.
///
/// Whether a run takes place, where it calls and what it skips is for the sources to say, unless a vehicle is
/// seen driving a cancelled run (``ContradictedCancellations``). When it is
/// expected follows whichever is newer: the source's word, or the vehicle's last fix. A source that is at
/// most half a minute behind the fix is believed, because it knows of more than places, unless it says
/// itself that it is less sure than what is expected of the vehicle, and no newer. One that does not say how
/// sure it is, is taken to be as sure.
package struct OverlayMerger: Sendable {
    /// How much older than the fix a source's word may be, in seconds.
    private static let headStartSeconds = 30.0

    private var told: RealtimeOverlay?
    private var expected: RealtimeOverlay?
    private var merged = RealtimeOverlay.none
    private var contradicted = ContradictedCancellations()

    /// Starts with nothing.
    package init() {}

    /// Both together; the version rises when something differs from the answer before.
    package mutating func merge(
        told: RealtimeOverlay, expected: RealtimeOverlay, vehicles: [LiveVehicle]
    ) -> RealtimeOverlay {
        // Nothing to weigh: the usual case of a network with one kind of source.
        let isWeighed = !told.changes.isEmpty && !expected.changes.isEmpty
        if !isWeighed, told === self.told, expected === self.expected { return merged }
        self.told = told
        self.expected = expected
        var changes = told.changes
        let driven = isWeighed ? contradicted.runs(in: told, seenBy: vehicles) : []
        let seenAt = isWeighed ? Self.fixTimes(vehicles) : [:]
        for (run, guess) in expected.changes {
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
