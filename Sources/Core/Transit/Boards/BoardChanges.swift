import Realtime
import Timetables
import TransitModel

/// An overlay's contents, indexed for boards.
final class BoardChanges: Sendable {
    struct ChangedRun: Sendable {
        let run: DatedRun
        let pattern: PatternIndex
        let change: RunChange
    }

    struct MovedCall: Sendable {
        let changedRun: Int
        let position: Int
    }

    let overlay: RealtimeOverlay
    /// Sorted by pattern.
    let changed: [ChangedRun]
    /// The moved calls by their new stop.
    let moved: [StopIndex: [MovedCall]]
    /// Alerts by subject; one with several subjects is in several lists.
    let routeAlerts: [RouteIndex: [Int]]
    let tripAlerts: [TripIndex: [Int]]
    /// Alerts about a stop or the whole network.
    let placeAlerts: [Int]
    /// For each pattern, the index of its first run in `changed`; empty without any.
    private let first: [Int32]

    private let columns: StopColumns

    init(_ overlay: RealtimeOverlay, _ timetable: Timetable) {
        columns = timetable.stops
        self.overlay = overlay
        let patterns = timetable.patterns
        var changed: [ChangedRun] = []
        changed.reserveCapacity(overlay.changes.count)
        for (run, change) in overlay.changes where run.run.row < patterns.runCount {
            let pattern = patterns.pattern(of: run.run)
            // A change that does not fit the run's pattern belongs to another network.
            guard change.isCancelled || change.calls.count == patterns.stopOffsets[pattern].count
            else { continue }
            changed.append(ChangedRun(run: run, pattern: pattern, change: change))
        }
        changed.sort {
            ($0.run.run.rawValue, $0.run.day) < ($1.run.run.rawValue, $1.run.day)
        }
        var first: [Int32] = []
        if !changed.isEmpty { first = Array(repeating: -1, count: patterns.count) }
        var moved: [StopIndex: [MovedCall]] = [:]
        for (number, run) in changed.enumerated() {
            if first[run.pattern.row] < 0 { first[run.pattern.row] = Int32(number) }
            for (position, call) in run.change.calls.enumerated() {
                guard let stop = call.stop else { continue }
                moved[stop, default: []].append(MovedCall(changedRun: number, position: position))
            }
        }
        self.changed = changed
        self.moved = moved
        self.first = first
        var routeAlerts: [RouteIndex: [Int]] = [:]
        var tripAlerts: [TripIndex: [Int]] = [:]
        var placeAlerts: [Int] = []
        for (number, alert) in overlay.alerts.enumerated() {
            for subject in alert.subjects {
                if let trip = subject.trip {
                    tripAlerts[trip, default: []].append(number)
                } else if let route = subject.route {
                    routeAlerts[route, default: []].append(number)
                }
            }
            let isAboutPlace = alert.subjects.contains { $0.route == nil && $0.trip == nil }
            if alert.subjects.isEmpty || isAboutPlace { placeAlerts.append(number) }
        }
        self.routeAlerts = routeAlerts
        self.tripAlerts = tripAlerts
        self.placeAlerts = placeAlerts
    }

    /// Returns the indices in `changed` of the runs of a pattern.
    func runs(of pattern: PatternIndex) -> Range<Int> {
        guard !first.isEmpty, first[pattern.row] >= 0 else { return 0..<0 }
        let start = Int(first[pattern.row])
        var end = start
        while end < changed.count, changed[end].pattern == pattern { end += 1 }
        return start..<end
    }

    /// Returns whether a run is among the changed runs of its pattern.
    func contains(_ run: Int, _ day: ServiceDay, in places: Range<Int>) -> Bool {
        let place = places.partitioningIndex {
            (changed[$0].run.run.row, changed[$0].run.day) >= (run, day)
        }
        guard place < places.upperBound else { return false }
        let known = changed[place].run
        return known.run.row == run && known.day == day
    }

    /// Returns the alerts active at an instant for a call of a run; `trip` is nil for an added run.
    func alerts(
        line: LineDirection, trip: TripIndex?, stops: [StopIndex], at time: UnixTime
    ) -> [Int] {
        guard !routeAlerts.isEmpty || !tripAlerts.isEmpty else { return [] }
        let candidates =
            (routeAlerts[line.route] ?? []) + (trip.flatMap { tripAlerts[$0] } ?? [])
        return Set(candidates).sorted().filter { number in
            let alert = overlay.alerts[number]
            return alert.holds(from: time, to: time)
                && alert.subjects.contains { subject in
                    (subject.route != nil || subject.trip != nil)
                        && (subject.route.map { $0 == line.route } ?? true)
                        && (subject.direction.map { $0 == line.direction } ?? true)
                        && (subject.trip.map { $0 == trip } ?? true)
                        && isAbout(subject, stops)
                }
        }
    }

    /// Returns the alerts about stops or the whole network that are active at any time in a span.
    func alerts(stops: [StopIndex], from start: UnixTime, to end: UnixTime) -> [Int] {
        placeAlerts.filter { number in
            let alert = overlay.alerts[number]
            guard alert.holds(from: start, to: end) else { return false }
            return alert.subjects.isEmpty
                || alert.subjects.contains { subject in
                    subject.route == nil && subject.trip == nil
                        && isAbout(subject, stops)
                }
        }
    }

    private func isAbout(_ subject: ServiceAlert.Subject, _ stops: [StopIndex]) -> Bool {
        guard let stop = subject.stop else { return true }
        return stops.contains(stop) || stops.contains(columns.riderPlace(of: stop))
    }
}
