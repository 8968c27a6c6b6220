import Foundation
import GRDB
package import SQLiteStore

/// The history's tables.
package enum FixHistorySchema {
    /// From the first form to today's.
    package static let steps = [
        SQLiteSchema.Step("fixes") { database in
            try database.execute(sql: tables)
        },
        SQLiteSchema.Step("assignments of blocks") { database in
            try database.execute(sql: blockAssignments)
            try noteAssignments(in: database)
        } check: { database in
            let missing = try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS(SELECT 1 FROM block_assignment
                    WHERE assignment NOT IN (SELECT number FROM assignment))
                    """)
            return missing == true ? "blocks speak of unknown assignments" : nil
        },
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

    /// Which assignments occur in a block: reading a route's fixes opens no other blocks.
    ///
    /// And which blocks end where in the journal, for a restart.
    private static let blockAssignments = """
        CREATE TABLE block_assignment(
            place INTEGER NOT NULL REFERENCES block(place) ON DELETE CASCADE,
            assignment INTEGER NOT NULL, PRIMARY KEY(place, assignment)) WITHOUT ROWID;
        CREATE INDEX block_assignment_number ON block_assignment(assignment, place);
        CREATE INDEX assignment_route ON assignment(route_id);
        CREATE INDEX block_last_place ON block(last_place);
        """

    /// Notes the assignments of blocks from before they were noted.
    private static func noteAssignments(in database: Database) throws {
        let rows = try Row.fetchCursor(
            database, sql: "SELECT place, vehicle, hour, last_place, count, fixes FROM block")
        while let row = try rows.next() {
            let bytes: Data = row[5]
            var cursor = FixCursor(
                FixBlock(
                    vehicle: row[1], hour: row[2], firstPlace: JournalPlace(number: row[0]),
                    lastPlace: JournalPlace(number: row[3]), count: row[4], bytes: [UInt8](bytes)))
            var numbers: Set<UInt32> = []
            do {
                while let fix = try cursor.next() { numbers.insert(fix.assignment) }
            } catch {
                throw DatabaseError(
                    resultCode: .SQLITE_CORRUPT, message: "a block cannot be decoded")
            }
            try insert(numbers.subtracting([0]), of: row[0], into: database)
        }
    }

    /// Notes the assignments of one block.
    static func insert(_ numbers: Set<UInt32>, of place: Int64, into database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT INTO block_assignment(place, assignment) VALUES (?, ?)")
        for number in numbers { try statement.execute(arguments: [place, Int64(number)]) }
    }
}
