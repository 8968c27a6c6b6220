import Foundation
package import Persistence

/// The tables of the history.
package enum FixHistorySchema {
    /// The schema of a history in SQLite or PostgreSQL.
    package static let schema = RecordSchema(
        name: "history", applicationID: 0x5461_4801,
        steps: [
            RecordSchema.Step("fixes", sqlite: tables, postgres: postgresTables),
            RecordSchema.Step(
                "assignments of blocks", sqlite: blockAssignments,
                postgres: postgresBlockAssignments, apply: noteAssignments),
            RecordSchema.Step(
                "hours of assignments",
                sqlite: """
                    ALTER TABLE block_assignment ADD COLUMN hour INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE block_assignment ADD COLUMN vehicle INTEGER NOT NULL DEFAULT 0;
                    UPDATE block_assignment SET hour = block.hour, vehicle = block.vehicle
                    FROM block WHERE block.place = block_assignment.place;
                    """, postgres: ""),
            // What was learnt from the history, in one row; `rebuilt` is in milliseconds since
            // 1970, 0 if it never was.
            RecordSchema.Step(
                "learnt state",
                tables: """
                    CREATE TABLE learnt(
                        id INTEGER PRIMARY KEY, rebuilt INTEGER NOT NULL, state BLOB NOT NULL);
                    """),
        ],
        tables: [
            RecordSchema.Table("vehicle", ["number", "id", "used"], key: ["number"]),
            RecordSchema.Table("label", ["number", "text", "used"], key: ["number"]),
            RecordSchema.Table(
                "assignment",
                ["number", "trip_id", "trip_route_id", "start_seconds", "route_id", "used"],
                key: ["number"]),
            blocks, assignmentsOfBlocks,
            RecordSchema.Table("journal", ["row", "fixes"], key: ["row"]),
            RecordSchema.Table("state", ["name", "value"], key: ["name"]),
            RecordSchema.Table("learnt", ["id", "rebuilt", "state"], key: ["id"]),
        ])

    /// In PostgreSQL each day of blocks is a partition, which is dropped as a whole.
    private static let days = RecordSchema.Partitions(of: "hour", span: 24)

    static let blocks = RecordSchema.Table(
        "block", ["place", "vehicle", "hour", "last_place", "last_time", "count", "fixes"],
        key: ["vehicle", "hour", "place"], partitions: days)

    static let assignmentsOfBlocks = RecordSchema.Table(
        "block_assignment", ["place", "assignment", "hour", "vehicle"],
        key: ["vehicle", "hour", "place", "assignment"], partitions: days)

    /// Numbers represent texts; `used` is the last day since 1970 on which a fix needed the number.
    ///
    /// A block's `place` is the journal position of its first fix.
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

    private static let postgresTables = """
        CREATE TABLE vehicle(
            number BIGINT PRIMARY KEY, id TEXT NOT NULL UNIQUE, used BIGINT NOT NULL);
        CREATE TABLE label(
            number BIGINT PRIMARY KEY, text TEXT NOT NULL UNIQUE, used BIGINT NOT NULL);
        CREATE TABLE assignment(
            number BIGINT PRIMARY KEY, trip_id TEXT NOT NULL, trip_route_id TEXT NOT NULL,
            start_seconds BIGINT NOT NULL, route_id TEXT NOT NULL, used BIGINT NOT NULL,
            UNIQUE(trip_id, trip_route_id, start_seconds, route_id));
        CREATE INDEX assignment_route ON assignment(route_id);
        CREATE TABLE block(
            place BIGINT NOT NULL, vehicle BIGINT NOT NULL, hour BIGINT NOT NULL,
            last_place BIGINT NOT NULL, last_time BIGINT NOT NULL, count BIGINT NOT NULL,
            fixes BYTEA NOT NULL, PRIMARY KEY(vehicle, hour, place)) PARTITION BY RANGE (hour);
        CREATE INDEX block_hour ON block(hour);
        CREATE INDEX block_last_place ON block(last_place);
        CREATE TABLE journal(row BIGINT PRIMARY KEY, fixes BYTEA NOT NULL);
        CREATE TABLE state(name TEXT PRIMARY KEY, value BIGINT NOT NULL);
        """

    /// The assignments that occur in each block, so that reading a route's fixes opens no other
    /// blocks.
    ///
    /// Also an index on the end of blocks in the journal, which a restart uses.
    private static let blockAssignments = """
        CREATE TABLE block_assignment(
            place INTEGER NOT NULL REFERENCES block(place) ON DELETE CASCADE,
            assignment INTEGER NOT NULL, PRIMARY KEY(place, assignment)) WITHOUT ROWID;
        CREATE INDEX block_assignment_number ON block_assignment(assignment, place);
        CREATE INDEX assignment_route ON assignment(route_id);
        CREATE INDEX block_last_place ON block(last_place);
        """

    private static let postgresBlockAssignments = """
        CREATE TABLE block_assignment(
            place BIGINT NOT NULL, assignment BIGINT NOT NULL, hour BIGINT NOT NULL,
            vehicle BIGINT NOT NULL, PRIMARY KEY(vehicle, hour, place, assignment)
        ) PARTITION BY RANGE (hour);
        CREATE INDEX block_assignment_number ON block_assignment(assignment, hour);
        """

    /// Fills in the assignments of blocks from before this step; only SQLite files have such
    /// blocks.
    @Sendable private static func noteAssignments(in database: RecordDatabase) throws {
        _ = try database.rows(
            "SELECT place, vehicle, hour, last_place, count, fixes FROM block"
        ) { row in
            let place: Int64 = try row[0]
            let block = FixBlock(
                vehicle: try row[1], hour: try row[2], firstPlace: JournalPosition(number: place),
                lastPlace: JournalPosition(number: try row[3]), count: try row[4],
                bytes: [UInt8](try row[5] as Data))
            var cursor = FixCursor(block)
            var numbers: Set<UInt32> = []
            while let fix = try cursor.next() { numbers.insert(fix.assignment) }
            for number in numbers.subtracting([0]) {
                try database.execute(
                    "INSERT INTO block_assignment(place, assignment) VALUES (?, ?)",
                    [place, number])
            }
        }
    }
}
