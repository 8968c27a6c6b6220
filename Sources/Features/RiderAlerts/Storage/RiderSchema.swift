import GRDB
package import SQLiteStore

extension SQLiteSchema {
    /// The file of riders: who they are to us (nobody), and what they saved.
    package static let riders = SQLiteSchema(
        name: "riders", applicationID: 0x54_52_44_31,
        steps: [
            Step("riders") { database in
                // Days and times are whole numbers: days since 1970, milliseconds since 1970.
                try database.execute(
                    sql: """
                        CREATE TABLE riders (
                            id TEXT NOT NULL PRIMARY KEY,
                            settings TEXT NOT NULL,
                            created INTEGER NOT NULL,
                            seenDay INTEGER NOT NULL
                        ) STRICT, WITHOUT ROWID;
                        CREATE INDEX ridersSeen ON riders (seenDay);
                        CREATE TABLE devices (
                            hash BLOB NOT NULL PRIMARY KEY,
                            rider TEXT NOT NULL REFERENCES riders (id) ON DELETE CASCADE,
                            created INTEGER NOT NULL
                        ) STRICT, WITHOUT ROWID;
                        CREATE INDEX devicesRider ON devices (rider);
                        CREATE TABLE pairings (
                            hash BLOB NOT NULL PRIMARY KEY,
                            rider TEXT NOT NULL UNIQUE REFERENCES riders (id) ON DELETE CASCADE,
                            until INTEGER NOT NULL
                        ) STRICT, WITHOUT ROWID;
                        CREATE TABLE connections (
                            rider TEXT NOT NULL REFERENCES riders (id) ON DELETE CASCADE,
                            id TEXT NOT NULL,
                            position INTEGER NOT NULL,
                            body TEXT NOT NULL,
                            PRIMARY KEY (rider, id)
                        ) STRICT, WITHOUT ROWID;
                        CREATE TABLE trips (
                            rider TEXT NOT NULL REFERENCES riders (id) ON DELETE CASCADE,
                            id TEXT NOT NULL,
                            body TEXT NOT NULL,
                            PRIMARY KEY (rider, id)
                        ) STRICT, WITHOUT ROWID;
                        """)
            },
            Step("channels") { database in
                // A mailbox with a code waits to be confirmed.
                try database.execute(
                    sql: """
                        CREATE TABLE channels (
                            rider TEXT NOT NULL REFERENCES riders (id) ON DELETE CASCADE,
                            id TEXT NOT NULL,
                            addressKey TEXT NOT NULL,
                            address TEXT NOT NULL,
                            created INTEGER NOT NULL,
                            codeHash BLOB,
                            codeUntil INTEGER,
                            codeTries INTEGER NOT NULL,
                            PRIMARY KEY (rider, id),
                            UNIQUE (rider, addressKey)
                        ) STRICT, WITHOUT ROWID;
                        CREATE INDEX channelsAddress ON channels (addressKey);
                        """)
            },
            Step("rides") { database in
                try database.execute(
                    sql: """
                        CREATE TABLE rides (
                            rider TEXT NOT NULL REFERENCES riders (id) ON DELETE CASCADE,
                            id TEXT NOT NULL,
                            body TEXT NOT NULL,
                            PRIMARY KEY (rider, id)
                        ) STRICT, WITHOUT ROWID;
                        """)
            },
            Step("calls") { database in
                try database.execute(
                    sql: """
                        CREATE TABLE calls (
                            kind INTEGER NOT NULL,
                            begins INTEGER NOT NULL,
                            rider TEXT NOT NULL REFERENCES riders (id) ON DELETE CASCADE,
                            PRIMARY KEY (kind, begins, rider)
                        ) STRICT, WITHOUT ROWID;
                        CREATE INDEX callsRider ON calls (rider);
                        """)
                for rider in try String.fetchAll(database, sql: "SELECT id FROM riders") {
                    try RiderStore.schedule(RiderID(rawValue: rider), database)
                }
            },
            Step("loggers") { database in
                try database.execute(
                    sql: """
                        CREATE TABLE loggers (
                            rider TEXT NOT NULL PRIMARY KEY
                                REFERENCES riders (id) ON DELETE CASCADE,
                            hash BLOB NOT NULL UNIQUE,
                            isDiary INTEGER NOT NULL,
                            created INTEGER NOT NULL
                        ) STRICT, WITHOUT ROWID;
                        """)
            },
        ])
}
