import Synchronization
package import Timetables
package import TransitModel

/// All that is expected to differ from the timetable, frozen at one moment.
///
/// It never changes; searches and boards take it once and work on it. Two overlays of the same
/// ``version`` are the same.
package final class RealtimeOverlay: Sendable {
    /// Changed runs by run and day.
    package let changes: [DatedRun: RunChange]
    /// Runs that no timetable knows.
    package let added: [AddedRun]
    /// Messages of the operators.
    package let alerts: [ServiceAlert]
    /// When the source that tells a change knew it, as far as it says; not part of the version.
    package let knownAt: [DatedRun: UnixTime]
    /// Rises whenever something differs from the overlay before; 0 for the empty one.
    package let version: UInt64
    private let addedCalls: [StopIndex: [AddedCallPlace]]
    /// The runs that are changed on some day, in order; made when somebody asks first.
    private let changedRuns = Mutex<[RunIndex]?>(nil)

    /// Nothing differs from the timetable.
    package static let none = RealtimeOverlay(version: 0)

    /// Freezes what is expected.
    package init(
        version: UInt64, changes: [DatedRun: RunChange] = [:], added: [AddedRun] = [],
        alerts: [ServiceAlert] = [], knownAt: [DatedRun: UnixTime] = [:]
    ) {
        self.version = version
        self.changes = changes
        self.added = added
        self.alerts = alerts
        self.knownAt = knownAt
        var places: [StopIndex: [AddedCallPlace]] = [:]
        for (number, run) in added.enumerated() {
            for (position, call) in run.calls.enumerated() {
                places[call.stop, default: []].append(
                    AddedCallPlace(run: number, position: position))
            }
        }
        addedCalls = places
    }

    /// A call of an added run.
    package struct AddedCallPlace: Hashable, Sendable {
        /// The place in ``RealtimeOverlay/added``.
        package let run: Int
        /// The place among its calls.
        package let position: Int
    }

    /// What is expected of a run on a day; nil if it runs as scheduled or nothing is known.
    package func change(of run: RunIndex, on day: ServiceDay) -> RunChange? {
        changes[DatedRun(run: run, day: day)]
    }

    /// Those of some runs of which something is known on some day, in order.
    /// - Complexity: logarithmic in the changes; linear, and sorting them, when asked first.
    package func changedRuns(in runs: Range<RunIndex>) -> ArraySlice<RunIndex> {
        guard !changes.isEmpty else { return [] }
        let all = changedRuns.withLock { known in
            let all = known ?? Set(changes.keys.map(\.run)).sorted()
            known = all
            return all
        }
        let later = all[all.partitioningIndex { $0 >= runs.lowerBound }...]
        return later[..<later.partitioningIndex { $0 >= runs.upperBound }]
    }

    /// The calls of added runs at a stop.
    package func addedCalls(at stop: StopIndex) -> [AddedCallPlace] {
        addedCalls[stop] ?? []
    }
}
