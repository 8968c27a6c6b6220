import Notifications
import TransitModel

/// A reminder about which no alerts can be sent: on none of its days of the coming week does a
/// departure match its time.
struct LostReminder: Sendable {
    let topic: String
    let listener: Listener
    let connection: SavedConnection
    let route: SavedRoute
    /// The time of the reminder, on the next of its days.
    let wanted: UnixTime

    /// Whether it is as long before the reminder's time as alerts begin.
    func isDue(_ now: UnixTime) -> Bool {
        let lead = Double(listener.settings.alerts.leadMinutes * 60)
        return now >= wanted.advanced(bySeconds: -lead) && now < wanted
    }
}

/// What a rider knows about a lost reminder; kept over restarts.
struct LostReminderState: Hashable, Sendable, Codable {
    /// When the rider was notified.
    var notifiedAt: UnixTime

    /// Stored notes have this name.
    private enum CodingKeys: String, CodingKey {
        case notifiedAt = "toldAt"
    }
}

/// Reminders without departures, of which riders are notified once: after a new timetable, or when
/// they set a time at which nothing leaves.
struct LostReminderEvaluator {
    private var reminders: [RiderID: [LostReminder]] = [:]

    /// Notes are kept for half a timetable year.
    static let keepSeconds = 180 * 86_400

    /// Replaces all lost reminders of a rider.
    mutating func replace(_ rider: RiderID, _ new: [LostReminder]) {
        reminders[rider] = new.isEmpty ? nil : new
    }

    /// Returns the messages to send; `notes` are the notes of sent messages, by topic.
    ///
    /// - Complexity: linear in the lost reminders of the next hours.
    mutating func run(now: UnixTime, minute: Int, notes: [String: String]) throws -> [Finding] {
        var findings: [Finding] = []
        for (rider, all) in reminders {
            let left = all.filter { now < $0.wanted && notes[$0.topic] == nil }
            reminders[rider] = left.isEmpty ? nil : left
            for reminder in left
            where reminder.isDue(now) && !reminder.listener.settings.isQuiet(atMinute: minute) {
                findings.append(try finding(reminder, now))
            }
        }
        return findings.sorted { $0.topic < $1.topic }
    }

    private func finding(_ reminder: LostReminder, _ now: UnixTime) throws -> Finding {
        let sent = SentNote(count: 1, state: LostReminderState(notifiedAt: now))
        return Finding(
            listener: reminder.listener, topic: reminder.topic, content: .lostReminder(reminder),
            id: sent.messageID(reminder.topic),
            note: try Finding.note(reminder.topic, sent, keepSeconds: Self.keepSeconds),
            lifeSeconds: 86_400, urgency: .normal)
    }
}
