package import Foundation
package import GRDB

/// Objects that wait for upload to the bucket, in a table of the caller's store.
///
/// A row is deleted only when the store has acknowledged its object. Rows are written in the same
/// transaction as the records they contain, so that nothing acknowledged to a phone is lost.
package enum UploadLedger {
    /// Creates the table, as a part of the caller's schema.
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

    /// Adds an object with its key; `owner` is the number by which ``remove(ownedBy:_:)`` finds it.
    package static func add(
        _ body: Data, key: String, owner: Int64, _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: "INSERT INTO uploads (key, owner, body) VALUES (?, ?, ?)"
        ).execute(arguments: [key, owner, body])
    }

    /// Deletes the waiting objects of an owner who withdrew.
    package static func remove(ownedBy owner: Int64, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM uploads WHERE owner = ?", arguments: [owner])
    }

    /// The number of waiting objects.
    package static func count(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM uploads") ?? 0
    }

    /// A waiting object.
    struct Entry: Sendable {
        let id: Int64
        let key: String
        let body: Data
    }

    /// The next objects to upload: those with the fewest failures, oldest first.
    ///
    /// Returns at least one; more only while they are small, so that memory is bounded.
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

    /// Records the results of uploads.
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
