import GRDB
package import SQLiteStore

/// The history's tables.
package enum FixHistorySchema {
    /// From the first form to today's.
    package static let steps = [
        SQLiteSchema.Step("fixes") { database in
            try database.execute(sql: tables)
        }
    ]

    /// What a history file holds.
    package static let schema = SQLiteSchema(
        name: "history", applicationID: 0x5461_4801, steps: steps)

    /// Numbers stand for texts; `used` is the last day since 1970 on which a fix needed the number.
    ///
    /// A block's `place` is that of its first fix in the journal. Journal numbers never come again,
    /// which AUTOINCREMENT sees to.
    private static let tables = """
        CREATE TABLE vehicle(
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, used INTEGER NOT NULL);
        CREATE TABLE label(
            number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, used INTEGER NOT NULL);
        CREATE TABLE assignment(
            number INTEGER PRIMARY KEY, trip_id TEXT NOT NULL, trip_route_id TEXT NOT NULL,
            start_seconds INTEGER NOT NULL, route_id TEXT NOT NULL, used INTEGER NOT NULL,
            UNIQUE(trip_id, trip_route_id, start_seconds, route_id));
        CREATE TABLE block(
            place INTEGER PRIMARY KEY, vehicle INTEGER NOT NULL, hour INTEGER NOT NULL,
            last_place INTEGER NOT NULL, last_time INTEGER NOT NULL, count INTEGER NOT NULL,
            fixes BLOB NOT NULL);
        CREATE INDEX block_vehicle ON block(vehicle, hour, last_place, last_time);
        CREATE INDEX block_hour ON block(hour);
        CREATE TABLE journal(row INTEGER PRIMARY KEY AUTOINCREMENT, fixes BLOB NOT NULL);
        CREATE TABLE state(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
        """
}
