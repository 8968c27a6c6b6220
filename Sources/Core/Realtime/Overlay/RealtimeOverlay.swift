package import Timetables
package import TransitModel

#if !hasFeature(Embedded)
import Synchronization
#endif

/// The expected deviations from the timetable, at one instant.
///
/// Immutable; searches and boards take it once and work on it. Two overlays with the same
/// ``version`` are equal.
package final class RealtimeOverlay: Sendable {
    package let changes: [DatedRun: RunChange]
    /// Runs that are not in the timetable.
    package let added: [AddedRun]
    /// Alerts from the operators.
    package let alerts: [ServiceAlert]
    /// When the source knew of each change, as far as it reports that; not part of the version.
    package let knownAt: [DatedRun: UnixTime]
    /// Runs whose last report has expired since their source is silent: that they have no change
    /// says nothing about them.
    package let unheard: Set<DatedRun>
    /// Increases whenever something differs from the previous overlay; 0 for the empty one.
    package let version: UInt64
    private let addedCalls: [StopIndex: [AddedCallPosition]]
    /// The runs that are changed on any day, sorted; built on first use.
    private let changedRuns = Mutex<[RunIndex]?>(nil)

    /// The overlay without any deviation.
    package static let none = RealtimeOverlay(version: 0)

    package init(
        version: UInt64, changes: [DatedRun: RunChange] = [:], added: [AddedRun] = [],
        alerts: [ServiceAlert] = [], knownAt: [DatedRun: UnixTime] = [:],
        unheard: Set<DatedRun> = []
    ) {
        self.version = version
        self.changes = changes
        self.added = added
        self.alerts = alerts
        self.knownAt = knownAt
        self.unheard = unheard
        var places: [StopIndex: [AddedCallPosition]] = [:]
        for (number, run) in added.enumerated() {
            for (position, call) in run.calls.enumerated() {
                places[call.stop, default: []].append(
                    AddedCallPosition(run: number, position: position))
            }
        }
        addedCalls = places
    }

    /// A call of an added run.
    package struct AddedCallPosition: Hashable, Sendable {
        /// The index into ``RealtimeOverlay/added``.
        package let run: Int
        /// The index of the call within that run.
        package let position: Int
    }

    /// Returns what is expected of a run on a day; nil if it runs as scheduled or nothing is known.
    package func change(of run: RunIndex, on day: ServiceDay) -> RunChange? {
        changes[DatedRun(run: run, day: day)]
    }

    /// Returns the runs within a range that are changed on any day, sorted.
    /// - Complexity: logarithmic in the changes; the first call also sorts them.
    package func changedRuns(in runs: Range<RunIndex>) -> ArraySlice<RunIndex> {
        guard !changes.isEmpty else { return [] }
        let all = changedRuns.withLock { known in
            let all = known ?? Set(changes.keys.map { $0.run }).sorted()
            known = all
            return all
        }
        let later = all[all.partitioningIndex { $0 >= runs.lowerBound }...]
        return later[..<later.partitioningIndex { $0 >= runs.upperBound }]
    }

    /// Returns the calls of added runs at a stop.
    package func addedCalls(at stop: StopIndex) -> [AddedCallPosition] {
        addedCalls[stop] ?? []
    }
}
