import Synchronization
package import TransitModel

/// The statistics of one source: its requests, the age of its data, and its failures.
package final class SourceJournal: Sendable {
    /// The values collected so far.
    package struct Entries: Sendable, Equatable {
        /// Requests, including failed ones.
        package var asked = 0
        /// Answers or messages with something new.
        package var fetched = 0
        /// Answers without anything new.
        package var unchanged = 0
        /// Failed requests by reason.
        package var failed: [String: Int] = [:]
        /// Bytes received, uncompressed.
        package var bytes = 0
        /// Vehicles, trip updates and alerts received.
        package var entities = 0
        /// What was rejected or unreadable, by reason.
        package var quarantined: [String: Int] = [:]
        /// The newest time of the source's data; nil before the first answer.
        package var dataTime: UnixTime?
        /// When the source last answered, whatever the content; nil before the first answer.
        package var heardAt: UnixTime?
        /// The newest problem, one sentence for operators; nil if there is none.
        package var trouble: String?
        /// The number of consecutive failed rounds.
        package var failuresInARow = 0
    }

    package let id: String
    /// The protocol that it uses.
    package let kind: String
    private struct State {
        var entries = Entries()
        var health = SourceHealth.down
        var since: UnixTime
    }
    private let state: Mutex<State>

    package init(id: String, kind: String, started: UnixTime) {
        self.id = id
        self.kind = kind
        state = Mutex(State(since: started))
    }

    /// Changes the entries atomically.
    package func note(_ change: (inout Entries) -> Void) {
        state.withLock { change(&$0.entries) }
    }

    /// Records an answer of the source and the time of its data.
    ///
    /// A time older than the known one is ignored.
    package func recordAnswer(at now: UnixTime, dataTime: UnixTime) {
        note { entries in
            entries.heardAt = now
            entries.dataTime = max(entries.dataTime ?? dataTime, min(dataTime, now))
        }
    }

    /// Counts something that was rejected or unreadable.
    package func quarantine(_ reason: String, _ count: Int = 1) {
        guard count > 0 else { return }
        note { $0.quarantined[reason, default: 0] += count }
    }

    /// The health at the time of the last report.
    package var health: SourceHealth { state.withLock { $0.health } }

    /// Returns the state of the source at an instant.
    ///
    /// The health follows from the age of the data. The time of its last change is only as accurate
    /// as the interval of these calls, one second in the server.
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

/// Whether a source is reliable, by the age of its data.
package enum SourceHealth: String, Sendable {
    /// At most 90 s old.
    case live
    /// At most 300 s: still shown, but marked.
    case old
    /// Older, or there was never any data: riders see the timetable.
    case down

    /// Creates the health for the age of the data; nil if there was never any.
    package init(ageSeconds: Double?) {
        switch ageSeconds ?? .infinity {
        case ...90: self = .live
        case ...300: self = .old
        default: self = .down
        }
    }
}

/// The state of a source at an instant.
package struct SourceReport: Sendable, Equatable {
    package let id: String
    /// The protocol that it uses.
    package let kind: String
    /// Whether it is reliable.
    package let health: SourceHealth
    /// When the health last changed.
    package let since: UnixTime
    /// The values collected so far.
    package let entries: SourceJournal.Entries

    /// The current problem, one sentence for operators; nil if there is none.
    package var trouble: String? {
        if let trouble = entries.trouble { return trouble }
        if health == .live { return nil }
        if entries.dataTime == nil {
            return entries.asked == 0 ? "Nothing was asked for yet." : "Nothing came yet."
        }
        return "The source answers, but reports nothing new."
    }
}
