package import Matching
import Synchronization

/// What sources told since it was last taken out.
///
/// Sources put in whenever something comes; the heartbeat takes out at its own pace. It never holds
/// more than ``maximumFixes`` fixes and one list of runs and alerts of each source.
package final class SourceInbox: Sendable {
    /// More fixes than this do not wait; the oldest make room.
    package static let maximumFixes = 400_000

    private struct State {
        var batches: [LiveBatch] = []
        var fixCount = 0
        var dropped: [String: Int] = [:]

        /// Forgets the fixes of the oldest batch; lists are kept.
        mutating func drop(_ batch: LiveBatch) {
            let count = batch.fixes.count + batch.goneVehicles.count
            dropped[batch.source, default: 0] += count
            fixCount -= count
            batches.removeFirst()
            guard batch.tripUpdates != nil || batch.alerts != nil else { return }
            var rest = batch
            rest.fixes = []
            rest.goneVehicles = []
            batches.append(rest)
        }
    }
    private let state = Mutex(State())

    /// An empty box.
    package init() {}

    /// Puts in what a source told.
    package func put(_ batch: LiveBatch) {
        guard !batch.isEmpty else { return }
        state.withLock { state in
            // A newer list of the same source stands for the older one.
            for index in state.batches.indices where state.batches[index].source == batch.source {
                if batch.tripUpdates != nil { state.batches[index].tripUpdates = nil }
                if batch.alerts != nil { state.batches[index].alerts = nil }
            }
            state.batches.removeAll(where: \.isEmpty)
            state.batches.append(batch)
            state.fixCount += batch.fixes.count + batch.goneVehicles.count
            while state.fixCount > Self.maximumFixes, let first = state.batches.first {
                state.drop(first)
            }
        }
    }

    /// Everything that waits, in the order it came, and how many fixes of which source had to go.
    package func takeAll() -> (batches: [LiveBatch], dropped: [String: Int]) {
        state.withLock { state in
            defer { state = State() }
            return (state.batches, state.dropped)
        }
    }
}
