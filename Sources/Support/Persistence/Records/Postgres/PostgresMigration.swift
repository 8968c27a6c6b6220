/// Migrates a store in PostgreSQL, one program at a time, unless nodes of an older version use it.
struct PostgresMigration {
    let schema: RecordSchema
    let connection: PostgresConnection

    func run() throws {
        try connection.transaction(.writing) { database in
            // Held until the end of the transaction; the number is unique to this kind of store.
            _ = try database.finds("SELECT pg_advisory_xact_lock(?)", [schema.applicationID])
            try database.executeAll(
                """
                CREATE SCHEMA IF NOT EXISTS \(schema.postgresName);
                CREATE TABLE IF NOT EXISTS migration (
                    position BIGINT PRIMARY KEY, step TEXT NOT NULL UNIQUE
                );
                """)
            let done = try database.texts("SELECT step FROM migration ORDER BY position")
            guard done == schema.steps.prefix(done.count).map(\.name) else {
                throw PostgresError(.newer, at: connection.name)
            }
            if !done.isEmpty, done.count < schema.steps.count,
                try ShardLeases.areHeld(database)
            {
                throw PostgresError(.olderNodes, at: connection.name)
            }
            for (position, step) in schema.steps.enumerated().dropFirst(done.count) {
                try database.executeAll(step.postgres)
                try step.apply?(database)
                try database.execute(
                    "INSERT INTO migration VALUES (?, ?)", [position, step.name])
            }
        }
    }
}
