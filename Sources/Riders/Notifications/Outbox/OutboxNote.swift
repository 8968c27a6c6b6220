import Persistence
import TransitModel

/// A record that is stored exactly if the sender's messages are: what riders were notified of.
package struct OutboxNote: Sendable, Equatable {
    /// The subject of the note; a newer note with the same key replaces it.
    package let key: String
    /// The content, in the sender's format.
    package let body: String
    /// How long the note is kept, in seconds of real time since it was written.
    package let keepSeconds: Int

    package init(key: String, body: String, keepSeconds: Int) {
        self.key = key
        self.body = body
        self.keepSeconds = keepSeconds
    }
}

extension Outbox {
    /// All notes by their keys.
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

    /// Drops up to `limit` expired notes.
    static func dropExpired(_ database: RecordDatabase, now: UnixTime, limit: Int) throws {
        try database.execute(
            "DELETE FROM note WHERE key IN (SELECT key FROM note WHERE expires <= ? LIMIT ?)",
            [now.milliseconds, limit])
    }
}
