import Synchronization
package import TransitModel

/// Keeps the books of one source: what it did, how fresh what it tells is, what went wrong.
package final class SourceJournal: Sendable {
    /// What is known so far.
    package struct Entries: Sendable, Equatable {
        /// How often something was asked for, failures included.
        package var asked = 0
        /// Answers or messages with something new.
        package var fetched = 0
        /// Answers that told nothing new.
        package var unchanged = 0
        /// Requests that failed, by reason.
        package var failed: [String: Int] = [:]
        /// Bytes that came, unpacked.
        package var bytes = 0
        /// Vehicles, runs and alerts that were told of.
        package var entities = 0
        /// What came and was not believed or not readable, by reason.
        package var quarantined: [String: Int] = [:]
        /// The newest moment that the source spoke of; nil before the first answer.
        package var dataTime: UnixTime?
        /// When the source was last heard, whatever it said; nil before the first answer.
        package var heardAt: UnixTime?
        /// The newest trouble, one sentence for operators; nil when there is none.
        package var trouble: String?
        /// How many rounds failed in a row.
        package var failuresInARow = 0
    }

    /// The source's id.
    package let id: String
    /// What it speaks.
    package let kind: String
    private let started: UnixTime
    private struct State {
        var entries = Entries()
        var health = SourceHealth.down
        var since: UnixTime
    }
    private let state: Mutex<State>

    /// Opens the books.
    package init(id: String, kind: String, started: UnixTime) {
        self.id = id
        self.kind = kind
        self.started = started
        state = Mutex(State(since: started))
    }

    /// Changes the entries.
    package func note(_ change: (inout Entries) -> Void) {
        state.withLock { change(&$0.entries) }
    }

    /// Notes that the source was heard and what it spoke of is of `dataTime`.
    ///
    /// An older moment than before is let be.
    package func heard(at now: UnixTime, dataTime: UnixTime) {
        note { entries in
            entries.heardAt = now
            entries.dataTime = max(entries.dataTime ?? dataTime, min(dataTime, now))
        }
    }

    /// Notes something that was not believed or could not be read.
    package func quarantine(_ reason: String, _ count: Int = 1) {
        guard count > 0 else { return }
        note { $0.quarantined[reason, default: 0] += count }
    }

    /// Whether the source could be relied on when it was last asked.
    package var health: SourceHealth { state.withLock { $0.health } }

    /// How the source is doing at a moment.
    ///
    /// The state is that of the data's age, and since when is told as far as this was asked for: the
    /// heartbeat asks every second.
    package func report(at now: UnixTime) -> SourceReport {
        state.withLock { state in
            let health = SourceHealth(
                ageSeconds: state.entries.dataTime.map { now.seconds(since: $0) })
            if health != state.health {
                state.health = health
                state.since = now
            }
            return SourceReport(
                id: id, kind: kind, health: health, since: state.since, entries: state.entries)
        }
    }
}

/// Whether a source can be relied on.
package enum SourceHealth: String, Sendable {
    /// What it tells is at most 90 s old.
    case live
    /// At most 300 s: still shown, and marked.
    case old
    /// Older, or nothing ever came: back to the timetable.
    case down

    /// The state for data of an age; nil if none ever came.
    package init(ageSeconds: Double?) {
        switch ageSeconds ?? .infinity {
        case ...90: self = .live
        case ...300: self = .old
        default: self = .down
        }
    }
}

/// How a source is doing at a moment.
package struct SourceReport: Sendable, Equatable {
    /// The source's id.
    package let id: String
    /// What it speaks.
    package let kind: String
    /// Whether it can be relied on.
    package let health: SourceHealth
    /// Since when it is so.
    package let since: UnixTime
    /// Everything that was counted.
    package let entries: SourceJournal.Entries

    /// What is wrong, one sentence for operators; nil if nothing is.
    package var trouble: String? {
        if let trouble = entries.trouble { return trouble }
        if health == .live { return nil }
        if entries.dataTime == nil {
            return entries.asked == 0 ? "Nothing was asked for yet." : "Nothing came yet."
        }
        return "The source answers, but tells nothing new."
    }
}
