import Persistence

/// Takes messages in, within one transaction.
struct OutboxIntake {
    let database: RecordDatabase
    let rules: OutboxRules

    /// What was done with each, and how many others they replaced.
    func add(_ rows: [OutboxRow]) throws -> ([Acceptance], replaced: Int) {
        var waiting = try Self.waiting(database)
        var answers: [Acceptance] = []
        var replaced = 0
        for row in rows {
            var earlier = try find(row)
            if earlier == nil, waiting < rules.mostMessages,
                try count(row.addressKey) < rules.mostForAddress
            {
                if try insert(row) {
                    waiting += 1
                    answers.append(.queued)
                    continue
                }
                // Another node just put in one of the same topic.
                earlier = try find(row)
            }
            if let earlier, earlier.id == row.id {
                answers.append(.known)
            } else if let earlier, earlier.waits {
                try write(row, over: earlier.row)
                replaced += 1
                answers.append(.queued)
            } else if waiting >= rules.mostMessages {
                answers.append(.full)
            } else if try count(row.addressKey) >= rules.mostForAddress {
                answers.append(.addressFull)
            } else if let earlier {
                try write(row, over: earlier.row)
                waiting += 1
                answers.append(.queued)
            } else {
                // It was sent and forgotten in the same moment: whoever asked tries again.
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

    /// Whether it is in: not where there is one of its address and topic.
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

    /// How many messages wait.
    static func waiting(_ database: RecordDatabase) throws -> Int {
        // Many writers would stand in a queue for one number.
        try database.number(
            database.isShared
                ? "SELECT count(*) FROM message WHERE address IS NOT NULL"
                : "SELECT count FROM waiting") ?? 0
    }

    /// A lease stays: the older message is just being sent, and the newer waits for its end.
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
