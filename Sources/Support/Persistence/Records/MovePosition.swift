/// How far a move into a store is: a table in that store, which exists only until the move ends.
struct MovePosition {
    /// The name of the store that is copied.
    let origin: String
    /// The number of tables that are copied completely, and of rows of the next one.
    let tables: Int, rows: Int

    private static let name = "unfinished_move"

    /// Reads the position; nil if there is no unfinished move.
    static func read(_ database: RecordDatabase) throws -> MovePosition? {
        guard try isThere(database) else { return nil }
        return try database.row("SELECT origin, tables, rows FROM \(name)") {
            MovePosition(origin: try $0[0], tables: try $0[1], rows: try $0[2])
        }
    }

    /// Returns whether a move into the store is unfinished.
    static func isThere(_ database: RecordDatabase) throws -> Bool {
        database.isShared
            ? try database.finds("SELECT 1 WHERE to_regclass('\(name)') IS NOT NULL")
            : try database.finds(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '\(name)'")
    }

    /// Begins a move, or returns the position of the one that was begun.
    static func begin(_ origin: String, _ database: RecordDatabase) throws -> MovePosition {
        if let begun = try read(database) { return begun }
        try database.executeAll(
            "CREATE TABLE \(name) (origin TEXT NOT NULL, tables BIGINT NOT NULL, rows BIGINT NOT NULL)"
        )
        try database.execute("INSERT INTO \(name) VALUES (?, 0, 0)", [origin])
        return MovePosition(origin: origin, tables: 0, rows: 0)
    }

    static func write(tables: Int, rows: Int, _ database: RecordDatabase) throws {
        try database.execute("UPDATE \(name) SET tables = ?, rows = ?", [tables, rows])
    }

    static func end(_ database: RecordDatabase) throws {
        try database.executeAll("DROP TABLE \(name)")
    }
}
