import GRDB
import SQLiteStore
import TransitModel

/// Something that a sender must remember exactly if its messages are kept: what it has told.
package struct OutboxNote: Sendable, Equatable {
    /// What it is about; a newer note of the same key takes its place.
    package let key: String
    /// What to remember, in the sender's words.
    package let body: String
    /// How long it is kept, in seconds of real time from when it is written.
    package let keepSeconds: Int

    /// A note.
    package init(key: String, body: String, keepSeconds: Int) {
        self.key = key
        self.body = body
        self.keepSeconds = keepSeconds
    }
}

extension Outbox {
    /// All notes that are kept, by their keys.
    package func notes() async throws -> [String: String] {
        let now = clock.now()
        return try await store.read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT key, body FROM note WHERE expires > ?",
                arguments: [now.milliseconds])
            return Dictionary(rows.map { ($0[0], $0[1]) }) { $1 }
        }
    }
}

extension OutboxNote {
    func write(_ database: Database, now: UnixTime) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO note VALUES (?, ?, ?)")
            .execute(arguments: [
                key, body, now.milliseconds + Int64(max(1, keepSeconds)) * 1000,
            ])
    }

    /// Drops up to `most` that nobody needs any more.
    static func dropExpired(_ database: Database, now: UnixTime, most: Int) throws {
        try database.cachedStatement(
            sql: """
                DELETE FROM note WHERE key IN (SELECT key FROM note WHERE expires <= ? LIMIT ?)
                """
        ).execute(arguments: [now.milliseconds, most])
    }
}
