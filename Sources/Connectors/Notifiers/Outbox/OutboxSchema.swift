import GRDB
import SQLiteStore

/// What the outbox's file holds.
enum OutboxSchema {
    static let schema = SQLiteSchema(
        name: "outbox", applicationID: 0x546b_4f31,
        steps: [
            SQLiteSchema.Step("messages") { try createMessages($0) },
            SQLiteSchema.Step("notes") { database in
                try database.execute(
                    sql: """
                        CREATE TABLE note (
                            key TEXT NOT NULL PRIMARY KEY,
                            body TEXT NOT NULL,
                            expires INTEGER NOT NULL
                        ) STRICT, WITHOUT ROWID;
                        CREATE INDEX note_expires ON note (expires);
                        """)
            },
        ])

    /// One row for an address and a topic: the message that waits, is being sent (`lease_until` is
    /// set) or was sent (`address` is null) and is remembered.
    ///
    /// Times are milliseconds since 1970. `waiting` holds one number, kept by triggers: counting
    /// rows would take longer the more there are.
    private static func createMessages(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE message (
                    row INTEGER PRIMARY KEY AUTOINCREMENT,
                    address_key TEXT NOT NULL,
                    topic TEXT NOT NULL,
                    id TEXT NOT NULL,
                    origin TEXT NOT NULL,
                    kind TEXT NOT NULL,
                    address TEXT,
                    message TEXT,
                    attempts INTEGER NOT NULL DEFAULT 0,
                    due INTEGER NOT NULL,
                    expires INTEGER NOT NULL,
                    lease_until INTEGER,
                    UNIQUE (address_key, topic)
                ) STRICT;
                CREATE INDEX message_origin ON message (origin, due) WHERE address IS NOT NULL;
                CREATE INDEX message_due ON message (due) WHERE address IS NOT NULL;
                CREATE INDEX message_expires ON message (expires);
                CREATE TABLE waiting (count INTEGER NOT NULL) STRICT;
                INSERT INTO waiting VALUES (0);
                CREATE TRIGGER message_inserted AFTER INSERT ON message
                WHEN new.address IS NOT NULL
                BEGIN UPDATE waiting SET count = count + 1; END;
                CREATE TRIGGER message_deleted AFTER DELETE ON message
                WHEN old.address IS NOT NULL
                BEGIN UPDATE waiting SET count = count - 1; END;
                CREATE TRIGGER message_sent AFTER UPDATE OF address ON message
                WHEN old.address IS NOT NULL AND new.address IS NULL
                BEGIN UPDATE waiting SET count = count - 1; END;
                CREATE TRIGGER message_renewed AFTER UPDATE OF address ON message
                WHEN old.address IS NULL AND new.address IS NOT NULL
                BEGIN UPDATE waiting SET count = count + 1; END;
                """)
    }
}
