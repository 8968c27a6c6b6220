import Persistence
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
            let rows = try database.rows(
                "SELECT key, body FROM note WHERE expires > ?", [now.milliseconds]
            ) { (try $0[0] as String, try $0[1] as String) }
            return Dictionary(rows) { $1 }
        }
    }
}

extension OutboxNote {
    func write(_ database: RecordDatabase, now: UnixTime) throws {
        try database.execute(
            """
            INSERT INTO note VALUES (?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET body = excluded.body, expires = excluded.expires
            """, [key, body, now.milliseconds + Int64(max(1, keepSeconds)) * 1000])
    }

    /// Drops up to `most` that nobody needs any more.
    static func dropExpired(_ database: RecordDatabase, now: UnixTime, most: Int) throws {
        try database.execute(
            "DELETE FROM note WHERE key IN (SELECT key FROM note WHERE expires <= ? LIMIT ?)",
            [now.milliseconds, most])
    }
}
