import Persistence

/// Adds messages to the outbox within one transaction.
struct OutboxIntake {
    let database: RecordDatabase
    let rules: OutboxRules

    /// Returns what was done with each message, and how many others they replaced.
    func add(_ rows: [OutboxRow]) throws -> ([Acceptance], replaced: Int) {
        var waiting = try Self.waiting(database)
        var known = try EarlierMessages(at: rows, database)
        var answers: [Acceptance] = []
        var replaced = 0
        for row in rows {
            var earlier = try known.message(before: row, database)
            if earlier == nil, waiting < rules.maximumMessages,
                known.waiting(at: row) < rules.maximumPerAddress
            {
                if try insert(row) {
                    waiting += 1
                    known.noteWaiting(row)
                    answers.append(.queued)
                    continue
                }
                // Another node just inserted one of the same topic.
                earlier = try EarlierMessages.find(row, database)
            }
            if let earlier, earlier.id == row.id {
                answers.append(.known)
            } else if let earlier, earlier.waits {
                try write(row, over: earlier.row)
                known.noteReplaced(row)
                replaced += 1
                answers.append(.queued)
            } else if waiting >= rules.maximumMessages {
                answers.append(.full)
            } else if known.waiting(at: row) >= rules.maximumPerAddress {
                answers.append(.addressFull)
            } else if let earlier {
                try write(row, over: earlier.row)
                waiting += 1
                known.noteWaiting(row)
                answers.append(.queued)
            } else {
                // It was sent and forgotten at the same moment; the caller tries again.
                answers.append(.full)
            }
        }
        return (answers, replaced)
    }

    /// Inserts the row; returns false if one of its address and topic exists.
    private func insert(_ row: OutboxRow) throws -> Bool {
        try database.execute(
            """
            INSERT INTO message (address_key, topic, id, origin, kind, address, message, due, expires)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (address_key, topic) DO NOTHING
            """,
            [
                row.addressKey, row.topic, row.id, row.origin, row.kind.rawValue, row.address,
                row.message, row.due, row.expires,
            ]) == 1
    }

    /// The number of waiting messages.
    static func waiting(_ database: RecordDatabase) throws -> Int {
        // Concurrent writers would queue for one shared counter.
        try database.number(
            database.isShared
                ? "SELECT count(*) FROM message WHERE address IS NOT NULL"
                : "SELECT count FROM waiting") ?? 0
    }

    /// Replaces an earlier message but keeps its lease: it is being sent, and the newer one waits
    /// for that attempt to end.
    private func write(_ row: OutboxRow, over earlier: Int64) throws {
        try database.execute(
            """
            UPDATE message SET id = ?, origin = ?, kind = ?, address = ?, message = ?,
                attempts = 0, due = ?, expires = ?
            WHERE row = ?
            """,
            [
                row.id, row.origin, row.kind.rawValue, row.address, row.message, row.due,
                row.expires, earlier,
            ])
    }
}
