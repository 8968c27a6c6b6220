package import DiarySensing
package import Foundation

/// The states of a diary from its first event to its last.
package struct StateTimeline: Sendable, Hashable {
    /// A change of state; the first one is the initial state.
    package struct Change: Sendable, Hashable {
        package let time: Date
        /// The state from this time on.
        package let state: SensingState
        /// The predicate of the state machine, or `always` for a constant state.
        package let reason: String

        package init(time: Date, state: SensingState, reason: String) {
            self.time = time
            self.state = state
            self.reason = reason
        }
    }

    /// The changes in order of time, at least one.
    package let changes: [Change]
    /// The time of the last event.
    package let end: Date

    /// Creates a timeline from changes in order of time.
    package init(_ changes: [Change], end: Date) {
        precondition(!changes.isEmpty, "a timeline begins with a state")
        self.changes = changes
        self.end = end
    }

    /// The time of the first event.
    package var start: Date { changes[0].time }

    /// The duration in seconds.
    package var seconds: Double { end.timeIntervalSince(start) }

    /// The states in order, with their spans in Unix seconds.
    package var spans: [(state: SensingState, span: Range<Double>)] {
        changes.indices.map { index in
            let from = changes[index].time.timeIntervalSince1970
            let to = index + 1 < changes.count ? changes[index + 1].time : end
            return (changes[index].state, from..<max(from, to.timeIntervalSince1970))
        }
    }

    /// The share of time in each of the four states; the sum is 1.
    ///
    /// A timeline without duration is entirely in its last state.
    package var shares: [SensingState: Double] {
        var shares = Dictionary(uniqueKeysWithValues: SensingState.allCases.map { ($0, 0.0) })
        guard seconds > 0 else {
            shares[changes[changes.count - 1].state] = 1
            return shares
        }
        for (state, span) in spans {
            shares[state, default: 0] += (span.upperBound - span.lowerBound) / seconds
        }
        return shares
    }

    /// Returns the changes as CSV (`ts,state,reason`), the initial state first.
    package func csv() -> String {
        changes.reduce(into: "ts,state,reason\n") { text, change in
            let milliseconds = (change.time.timeIntervalSince1970 * 1000).rounded()
            text += "\(milliseconds / 1000),\(change.state),\(change.reason)\n"
        }
    }
}
