package import Foundation
package import GRDB

/// What is still to be put into the bucket, in a table of whoever writes it.
///
/// A row holds an object until the store has acknowledged it, and only then it goes. Rows are
/// written in the same transaction as what they are about, so that nothing is acknowledged to a
/// phone and lost here.
package enum UploadLedger {
    /// Makes the table: a part of its owner's schema.
    package static func createTable(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE uploads (
                    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
                    key TEXT NOT NULL UNIQUE,
                    owner INTEGER NOT NULL,
                    attempts INTEGER NOT NULL DEFAULT 0,
                    body BLOB NOT NULL
                ) STRICT;
                CREATE INDEX uploadsNext ON uploads (attempts, id);
                CREATE INDEX uploadsOwner ON uploads (owner);
                """)
    }

    /// Adds an object that is to go under a key; `owner` is a number by which
    /// ``remove(ownedBy:_:)`` finds it.
    package static func add(
        _ body: Data, key: String, owner: Int64, _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: "INSERT INTO uploads (key, owner, body) VALUES (?, ?, ?)"
        ).execute(arguments: [key, owner, body])
    }

    /// Forgets what an owner withdrew before it was sent.
    package static func remove(ownedBy owner: Int64, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM uploads WHERE owner = ?", arguments: [owner])
    }

    /// How many objects wait.
    package static func count(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM uploads") ?? 0
    }

    /// An object that waits.
    struct Entry: Sendable {
        let id: Int64
        let key: String
        let body: Data
    }

    /// The next objects to send: those that failed least often, oldest first.
    ///
    /// At least one; more only while they are small, so that memory is bounded.
    static func next(_ count: Int, upToBytes: Int, _ database: Database) throws -> [Entry] {
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT id, key, body FROM uploads ORDER BY attempts, id LIMIT ?",
            arguments: [count])
        var entries: [Entry] = []
        var bytes = 0
        while let row = try rows.next() {
            let entry = Entry(id: row["id"], key: row["key"], body: row["body"])
            bytes += entry.body.count
            if !entries.isEmpty, bytes > upToBytes { break }
            entries.append(entry)
        }
        return entries
    }

    /// Notes what became of objects.
    static func note(stored: [Int64], failed: [Int64], _ database: Database) throws {
        for id in stored {
            try database.execute(sql: "DELETE FROM uploads WHERE id = ?", arguments: [id])
        }
        for id in failed {
            try database.execute(
                sql: "UPDATE uploads SET attempts = attempts + 1 WHERE id = ?", arguments: [id])
        }
    }
}
