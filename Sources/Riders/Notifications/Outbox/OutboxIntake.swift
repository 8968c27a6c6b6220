import Persistence

/// Adds messages to the outbox within one transaction.
struct OutboxIntake {
    let database: RecordDatabase
    let rules: OutboxRules

    /// Returns what was done with each message, and how many others they replaced.
    func add(_ rows: [OutboxRow]) throws -> ([Acceptance], replaced: Int) {
        var waiting = try Self.waiting(database)
        var answers: [Acceptance] = []
        var replaced = 0
        for row in rows {
            var earlier = try find(row)
            if earlier == nil, waiting < rules.maximumMessages,
                try count(row.addressKey) < rules.maximumPerAddress
            {
                if try insert(row) {
                    waiting += 1
                    answers.append(.queued)
                    continue
                }
                // Another node just inserted one of the same topic.
                earlier = try find(row)
            }
            if let earlier, earlier.id == row.id {
                answers.append(.known)
            } else if let earlier, earlier.waits {
                try write(row, over: earlier.row)
                replaced += 1
                answers.append(.queued)
            } else if waiting >= rules.maximumMessages {
                answers.append(.full)
            } else if try count(row.addressKey) >= rules.maximumPerAddress {
                answers.append(.addressFull)
            } else if let earlier {
                try write(row, over: earlier.row)
                waiting += 1
                answers.append(.queued)
            } else {
                // It was sent and forgotten at the same moment; the caller tries again.
                answers.append(.full)
            }
        }
        return (answers, replaced)
    }

    private struct Earlier {
        let row: Int64
        let id: String
        let waits: Bool
    }

    private func find(_ row: OutboxRow) throws -> Earlier? {
        try database.row(
            """
            SELECT row, id, address IS NOT NULL FROM message WHERE address_key = ? AND topic = ?
            """ + database.lockingRows, [row.addressKey, row.topic]
        ) { Earlier(row: try $0[0], id: try $0[1], waits: try $0[2]) }
    }

    private func count(_ addressKey: String) throws -> Int {
        try database.number(
            "SELECT count(*) FROM message WHERE address_key = ? AND address IS NOT NULL",
            [addressKey]) ?? 0
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
