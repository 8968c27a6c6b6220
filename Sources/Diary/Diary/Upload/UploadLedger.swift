package import Foundation
package import Persistence

/// Objects that wait for upload to the bucket, in a table of the caller's store.
///
/// A row is deleted only when the store has acknowledged its object. Rows are written in the same
/// transaction as the records they contain, so that nothing acknowledged to a phone is lost.
package enum UploadLedger {
    static let inSQLite = """
        CREATE TABLE uploads (
            id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE,
            owner INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            body BLOB NOT NULL
        ) STRICT;
        CREATE INDEX uploadsNext ON uploads (attempts, id);
        CREATE INDEX uploadsOwner ON uploads (owner);

        """

    /// The same with the time until which a node uploads the object, in milliseconds since 1970.
    static let inPostgres =
        RecordSchema.inPostgres(inSQLite)
        + "ALTER TABLE uploads ADD COLUMN claimed BIGINT NOT NULL DEFAULT 0;"

    static let table = RecordSchema.Table(
        "uploads", ["id", "key", "owner", "attempts", "body"], key: ["id"], counted: "id")

    /// The time after which another node uploads the objects of one that was killed, in
    /// milliseconds.
    ///
    /// If both upload an object, the bucket keeps the first.
    private static let claimMilliseconds = 120_000
    /// The database's clock, in milliseconds since 1970.
    private static let clock = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"

    /// Adds an object with its key; `owner` is the number by which ``remove(ownedBy:_:)`` finds it.
    package static func add(
        _ body: Data, key: String, owner: Int64, _ database: RecordDatabase
    ) throws {
        try database.execute(
            "INSERT INTO uploads (key, owner, body) VALUES (?, ?, ?)", [key, owner, body])
    }

    /// Deletes the waiting objects of an owner who withdrew.
    package static func remove(ownedBy owner: Int64, _ database: RecordDatabase) throws {
        try database.execute("DELETE FROM uploads WHERE owner = ?", [owner])
    }

    /// The number of waiting objects.
    package static func count(_ database: RecordDatabase) throws -> Int {
        try database.number("SELECT count(*) FROM uploads") ?? 0
    }

    /// A waiting object.
    struct Entry: Sendable {
        let id: Int64
        let owner: Int64
        let key: String
        let body: Data
    }

    /// The next objects to upload: those with the fewest failures, oldest first, which other nodes
    /// then leave alone for a while.
    ///
    /// Returns at least one if one waits; more only while they are small, so that memory is
    /// bounded.
    static func next(
        _ count: Int, upToBytes: Int, _ database: RecordDatabase
    ) throws -> [Entry] {
        let free = database.isShared ? "WHERE claimed < \(clock)" : ""
        let sizes = try database.rows(
            """
            SELECT id, length(body) FROM uploads \(free) ORDER BY attempts, id LIMIT ?
            """ + database.takingRows, [count]
        ) { (id: try $0[0] as Int64, bytes: try $0[1] as Int) }
        var entries: [Entry] = []
        var bytes = 0
        for (id, size) in sizes {
            bytes += size
            if !entries.isEmpty, bytes > upToBytes { break }
            if database.isShared {
                try database.execute(
                    "UPDATE uploads SET claimed = \(clock) + \(claimMilliseconds) WHERE id = ?",
                    [id])
            }
            entries += try database.rows(
                "SELECT owner, key, body FROM uploads WHERE id = ?", [id]
            ) { Entry(id: id, owner: try $0[0], key: try $0[1], body: try $0[2]) }
        }
        return entries
    }

    /// Returns whether an object still waits, because its owner has not withdrawn.
    static func has(_ entry: Entry, _ database: RecordDatabase) throws -> Bool {
        try database.finds("SELECT 1 FROM uploads WHERE id = ?", [entry.id])
    }

    /// Records the results of uploads.
    static func note(stored: [Int64], failed: [Int64], _ database: RecordDatabase) throws {
        for id in stored {
            try database.execute("DELETE FROM uploads WHERE id = ?", [id])
        }
        let free = database.isShared ? ", claimed = 0" : ""
        for id in failed {
            try database.execute(
                "UPDATE uploads SET attempts = attempts + 1\(free) WHERE id = ?", [id])
        }
    }
}
