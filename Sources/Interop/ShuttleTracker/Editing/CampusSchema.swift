import GRDB
package import Persistence

extension SQLiteSchema {
    /// The file of what operators entered: vehicles, routes, stops and their message.
    package static let campus = SQLiteSchema(
        name: "campus", applicationID: 0x54_43_4d_31,
        steps: [
            Step("campus") { database in
                // A number that was given away once is never given to something else.
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
