import GRDB
package import Persistence

extension SQLiteSchema {
    /// The database of operators' input: vehicles, routes, stops and the message.
    package static let campus = SQLiteSchema(
        name: "campus", applicationID: 0x54_43_4d_31,
        steps: [
            Step("campus") { database in
                // AUTOINCREMENT never assigns an id again, even after a deletion.
                for table in ["vehicles", "routes", "stops"] {
                    try database.execute(
                        sql: """
                            CREATE TABLE \(table) (
                                id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
                                body TEXT NOT NULL
                            ) STRICT
                            """)
                }
                try database.execute(
                    sql: "CREATE TABLE messages (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT"
                )
            }
        ])
}
