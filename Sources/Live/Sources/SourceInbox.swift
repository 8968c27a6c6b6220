package import Matching
import Synchronization

/// Collects what sources report until it is applied.
///
/// Sources add batches whenever something arrives, and the live loop takes them out. It holds at
/// most ``maximumFixes`` fixes, and one list of trip updates and one of alerts for each source.
package final class SourceInbox: Sendable {
    /// The maximum number of fixes held; beyond it, the oldest are dropped.
    package static let maximumFixes = 400_000

    private struct State {
        var batches: [LiveBatch] = []
        var fixCount = 0
        var dropped: [String: Int] = [:]

        /// Drops the fixes of the oldest batch, but keeps its lists.
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
    /// A signal whenever batches were added since the last one was received; for one reader.
    package let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    package init() {
        (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds a batch.
    package func put(_ batch: LiveBatch) {
        guard !batch.isEmpty else { return }
        state.withLock { state in
            // A newer list of a source replaces the older one.
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
        arrival.yield()
    }

    /// Removes and returns all batches in order of arrival, and the number of dropped fixes by
    /// source.
    package func drain() -> (batches: [LiveBatch], dropped: [String: Int]) {
        state.withLock { state in
            defer { state = State() }
            return (state.batches, state.dropped)
        }
    }
}
