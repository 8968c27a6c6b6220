package import Persistence

extension RecordSchema {
    /// The schema of the diary store: studies, participants, personal diaries and pending uploads.
    package static let diary = RecordSchema(
        name: "diary", applicationID: 0x54_44_59_31,
        steps: [
            Step(
                "diary", sqlite: studies + diaries + UploadLedger.inSQLite,
                // Ids of studies are sorted by their bytes, as in SQLite.
                postgres: inPostgres(studies).replacing("id TEXT", with: "id TEXT COLLATE \"C\"")
                    + inPostgres(diaries) + UploadLedger.inPostgres),
            Step("timeline", tables: timelines),
            Step("pieces", tables: sealedPieces),
            // Nodes release the pieces of one that was killed, by their age.
            Step(
                "ages of pieces",
                tables: "ALTER TABLE sealedPieces ADD COLUMN made INTEGER NOT NULL DEFAULT 0;"),
        ],
        tables: [
            Table(
                "studies", ["number", "id", "body", "codeHash", "researcherHash"],
                key: ["number"], counted: "number"),
            Table(
                "participants",
                [
                    "number", "id", "study", "tokenHash", "secret", "state", "consentVersion",
                    "joined", "seen", "fixCount",
                ], key: ["number"], counted: "number"),
            Table(
                "devices",
                [
                    "number", "participant", "name", "told", "sensor", "settled", "late", "method",
                ], key: ["number"], counted: "number"),
            Table(
                "fixes",
                [
                    "device", "time", "latitude", "longitude", "accuracy", "speed",
                    "speedAccuracy", "altitude", "course",
                ], key: ["device", "time"]),
            Table(
                "motions", ["device", "time", "activity", "confidence"], key: ["device", "time"]),
            Table("taken", ["device", "time"], key: ["device", "time"]),
            Table(
                "pieces", ["device", "start", "\"end\"", "body", "ways"],
                key: ["device", "start", "\"end\"", "body"]),
            Table("restarts", ["device", "time", "start"], key: ["device", "time"]),
            Table(
                "corrections",
                ["number", "participant", "start", "\"end\"", "everywhere", "made", "body"],
                key: ["number"], counted: "number"),
            Table(
                "deletions", ["participant", "start", "\"end\""],
                key: ["participant", "start", "\"end\""]),
            Table(
                "sealedPieces", ["id", "device", "owner", "key", "body", "made"], key: ["id"],
                counted: "id"),
            UploadLedger.table,
        ])
}

// MARK: - Definitions

extension RecordSchema {
    // Times are milliseconds since 1970.
    private static let studies = """
        CREATE TABLE studies (
            number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            body TEXT NOT NULL,
            codeHash BLOB NOT NULL UNIQUE,
            researcherHash BLOB NOT NULL UNIQUE
        ) STRICT;

        """

    private static let diaries = """
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
        CREATE INDEX participantsStudy ON participants (study, number);
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
        """

    private static let timelines = """
        -- What is inferred of a personal diary is certain before this moment; NULL: nothing is.
        ALTER TABLE devices ADD COLUMN settled INTEGER;
        -- The earliest change before that moment that was not taken into account yet.
        ALTER TABLE devices ADD COLUMN late INTEGER;
        -- Which way of inferring that was.
        ALTER TABLE devices ADD COLUMN method INTEGER;
        CREATE TABLE pieces (
            device INTEGER NOT NULL REFERENCES devices (number) ON DELETE CASCADE,
            start INTEGER NOT NULL,
            "end" INTEGER NOT NULL,
            body BLOB NOT NULL,
            ways BLOB NOT NULL
        ) STRICT;
        CREATE INDEX piecesSpan ON pieces (device, start, "end");
        -- Where inference may begin anew: the first fix, and the first piece that comes of it.
        CREATE TABLE restarts (
            device INTEGER NOT NULL REFERENCES devices (number) ON DELETE CASCADE,
            time INTEGER NOT NULL,
            start INTEGER NOT NULL,
            PRIMARY KEY (device, time)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE corrections (
            number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
            participant INTEGER NOT NULL
                REFERENCES participants (number) ON DELETE CASCADE,
            start INTEGER NOT NULL,
            "end" INTEGER NOT NULL,
            everywhere INTEGER NOT NULL,
            made INTEGER NOT NULL,
            body BLOB NOT NULL
        ) STRICT;
        CREATE INDEX correctionsOwner ON corrections (participant, start);
        CREATE TABLE deletions (
            participant INTEGER NOT NULL
                REFERENCES participants (number) ON DELETE CASCADE,
            start INTEGER NOT NULL,
            "end" INTEGER NOT NULL,
            PRIMARY KEY (participant, start, "end")
        ) STRICT, WITHOUT ROWID;
        """

    private static let sealedPieces = """
        -- Sealed and acknowledged, to go up with others as one object, or as they are after a crash.
        CREATE TABLE sealedPieces (
            id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
            device INTEGER NOT NULL REFERENCES devices (number) ON DELETE CASCADE,
            owner INTEGER NOT NULL,
            key TEXT NOT NULL,
            body BLOB NOT NULL
        ) STRICT;
        CREATE INDEX sealedPiecesDevice ON sealedPieces (device);
        """
}
