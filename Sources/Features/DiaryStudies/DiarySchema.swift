import GRDB
import ObjectStorage
package import SQLiteStore

extension SQLiteSchema {
    /// The file of diaries: studies, participants, what personal diaries hold, what is still to be uploaded.
    package static let diary = SQLiteSchema(
        name: "diary", applicationID: 0x54_44_59_31,
        steps: [
            Step("diary") { database in
                // Times are milliseconds since 1970.
                try database.execute(
                    sql: """
                        CREATE TABLE studies (
                            number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
                            id TEXT NOT NULL UNIQUE,
                            body TEXT NOT NULL,
                            codeHash BLOB NOT NULL UNIQUE,
                            researcherHash BLOB NOT NULL UNIQUE
                        ) STRICT;
                        CREATE TABLE participants (
                            number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
                            id TEXT NOT NULL UNIQUE,
                            study INTEGER NOT NULL REFERENCES studies (number) ON DELETE CASCADE,
                            tokenHash BLOB NOT NULL UNIQUE,
                            secret TEXT NOT NULL,
                            state TEXT NOT NULL,
                            consentVersion INTEGER NOT NULL,
                            joined INTEGER NOT NULL,
                            seen INTEGER,
                            fixCount INTEGER NOT NULL DEFAULT 0
                        ) STRICT;
                        CREATE INDEX participantsStudy ON participants (study);
                        CREATE TABLE devices (
                            number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
                            participant INTEGER NOT NULL
                                REFERENCES participants (number) ON DELETE CASCADE,
                            name TEXT NOT NULL,
                            told TEXT,
                            sensor BLOB,
                            UNIQUE (participant, name)
                        ) STRICT;
                        CREATE TABLE fixes (
                            device INTEGER NOT NULL REFERENCES devices (number) ON DELETE CASCADE,
                            time INTEGER NOT NULL,
                            latitude REAL NOT NULL,
                            longitude REAL NOT NULL,
                            accuracy REAL,
                            speed REAL,
                            speedAccuracy REAL,
                            altitude REAL,
                            course REAL,
                            PRIMARY KEY (device, time)
                        ) STRICT, WITHOUT ROWID;
                        CREATE TABLE motions (
                            device INTEGER NOT NULL REFERENCES devices (number) ON DELETE CASCADE,
                            time INTEGER NOT NULL,
                            activity TEXT NOT NULL,
                            confidence TEXT NOT NULL,
                            PRIMARY KEY (device, time)
                        ) STRICT, WITHOUT ROWID;
                        -- Of sealed diaries: what has come already, by its moment alone.
                        CREATE TABLE taken (
                            device INTEGER NOT NULL REFERENCES devices (number) ON DELETE CASCADE,
                            time INTEGER NOT NULL,
                            PRIMARY KEY (device, time)
                        ) STRICT, WITHOUT ROWID;
                        """)
                try UploadLedger.createTable(database)
            }
        ])
}
