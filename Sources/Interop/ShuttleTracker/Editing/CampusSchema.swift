package import Persistence

extension RecordSchema {
    /// The schema of operators' input: vehicles and their positions, routes, stops and the message.
    package static let campus = RecordSchema(
        name: "campus", applicationID: 0x54_43_4d_31,
        steps: [
            Step(
                "campus",
                // AUTOINCREMENT never assigns an id again, even after a deletion.
                tables: CampusStore.Kind.allCases.map { kind in
                    """
                    CREATE TABLE \(kind.table) (
                        id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
                        body TEXT NOT NULL
                    ) STRICT;
                    """
                }.joined()
                    + "CREATE TABLE messages (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;"),
            // The number of writes so far, by which nodes notice those of others.
            Step(
                "editions",
                tables: """
                    CREATE TABLE editions (number INTEGER NOT NULL) STRICT;
                    INSERT INTO editions VALUES (0);
                    """),
            // The newest position of each vehicle; `time` is in milliseconds since 1970.
            Step(
                "positions",
                tables: """
                    CREATE TABLE positions (
                        vehicle TEXT NOT NULL PRIMARY KEY, time INTEGER NOT NULL,
                        body TEXT NOT NULL
                    ) STRICT;
                    """),
        ],
        tables: CampusStore.Kind.allCases.map {
            Table($0.table, ["id", "body"], key: ["id"], counted: "id")
        } + [
            Table("messages", ["id", "body"], key: ["id"]),
            Table("positions", ["vehicle", "time", "body"], key: ["vehicle"]),
        ])
}
