import GRDB

/// Takes messages in, within one transaction.
struct OutboxIntake {
    let database: Database
    let rules: OutboxRules

    /// What was done with each, and how many others they replaced.
    func add(_ rows: [OutboxRow]) throws -> ([Acceptance], replaced: Int) {
        var waiting = try Int.fetchOne(database, sql: "SELECT count FROM waiting") ?? 0
        var answers: [Acceptance] = []
        var replaced = 0
        for row in rows {
            let earlier = try find(row)
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
            } else {
                if let earlier { try write(row, over: earlier.row) } else { try insert(row) }
                waiting += 1
                answers.append(.queued)
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
        let statement = try database.cachedStatement(
            sql: """
                SELECT row, id, address IS NOT NULL FROM message
                WHERE address_key = ? AND topic = ?
                """)
        return try Row.fetchOne(statement, arguments: [row.addressKey, row.topic]).map {
            Earlier(row: $0[0], id: $0[1], waits: $0[2])
        }
    }

    private func count(_ addressKey: String) throws -> Int {
        let statement = try database.cachedStatement(
            sql: "SELECT count(*) FROM message WHERE address_key = ? AND address IS NOT NULL")
        return try Int.fetchOne(statement, arguments: [addressKey]) ?? 0
    }

    private func insert(_ row: OutboxRow) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO message
                    (address_key, topic, id, origin, kind, address, message, due, expires)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            row.addressKey, row.topic, row.id, row.origin, row.kind.rawValue, row.address,
            row.message, row.due, row.expires,
        ])
    }

    /// A lease stays: the older message is just being sent, and the newer waits for its end.
    private func write(_ row: OutboxRow, over earlier: Int64) throws {
        try database.cachedStatement(
            sql: """
                UPDATE message SET id = ?, origin = ?, kind = ?, address = ?, message = ?,
                    attempts = 0, due = ?, expires = ?
                WHERE row = ?
                """
        ).execute(arguments: [
            row.id, row.origin, row.kind.rawValue, row.address, row.message, row.due, row.expires,
            earlier,
        ])
    }
}
