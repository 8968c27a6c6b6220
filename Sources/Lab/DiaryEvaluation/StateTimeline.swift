package import DiarySensing
package import Foundation

/// Which state a diary was in, from its first event to its last.
package struct StateTimeline: Sendable, Hashable {
    /// One change; the first one is the initial state.
    package struct Change: Sendable, Hashable {
        /// When the state was entered.
        package let time: Date
        /// The state from then on.
        package let state: SensingState
        /// Why; the machine's predicate, or how a state that never changes came about.
        package let reason: String

        /// Makes a change.
        package init(time: Date, state: SensingState, reason: String) {
            self.time = time
            self.state = state
            self.reason = reason
        }
    }

    /// In order of time, at least one.
    package let changes: [Change]
    /// The last event.
    package let end: Date

    /// Makes a timeline of changes in order of time.
    package init(_ changes: [Change], end: Date) {
        precondition(!changes.isEmpty, "a timeline begins with a state")
        self.changes = changes
        self.end = end
    }

    /// The first event.
    package var start: Date { changes[0].time }

    /// How long it lasts, in seconds.
    package var seconds: Double { end.timeIntervalSince(start) }

    /// Each state with the Unix seconds during which it was in force, in order.
    package var spans: [(state: SensingState, span: Range<Double>)] {
        changes.indices.map { index in
            let from = changes[index].time.timeIntervalSince1970
            let to = index + 1 < changes.count ? changes[index + 1].time : end
            return (changes[index].state, from..<max(from, to.timeIntervalSince1970))
        }
    }

    /// The share of the time spent in each state, all four of them, adding up to 1.
    ///
    /// A timeline without duration is all in its last state.
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

    /// The changes as CSV: `ts,state,reason`, the initial state first.
    package func csv() -> String {
        changes.reduce(into: "ts,state,reason\n") { text, change in
            let milliseconds = (change.time.timeIntervalSince1970 * 1000).rounded()
            text += "\(milliseconds / 1000),\(change.state),\(change.reason)\n"
        }
    }
}
