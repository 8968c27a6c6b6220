/// What a store holds, and how stores written by earlier programs become that.
package struct RecordSchema: Sendable {
    /// One step from an older form to the next.
    package struct Step: Sendable {
        /// The step's name, unique in its schema, never changed once released.
        package let name: String
        let sqlite: String
        let postgres: String
        let apply: (@Sendable (RecordDatabase) throws -> Void)?

        /// A step that runs statements in the words of each database, then what both share.
        ///
        /// All of it is one transaction.
        package init(
            _ name: String, sqlite: String, postgres: String,
            apply: (@Sendable (RecordDatabase) throws -> Void)? = nil
        ) {
            self.name = name
            self.sqlite = sqlite
            self.postgres = postgres
            self.apply = apply
        }
    }

    /// A table with what is copied when a store moves to another database.
    package struct Table: Sendable {
        /// Its name.
        package let name: String
        /// All its columns.
        package let columns: [String]
        /// Columns that together tell its rows apart.
        package let key: [String]
        /// The column that the database counts up by itself; nil if there is none.
        package let counted: String?
        /// How PostgreSQL divides its rows; nil if it keeps them together.
        package let partitions: Partitions?

        /// A table; in PostgreSQL its step makes it `PARTITION BY RANGE` of the column where
        /// `partitions` says so.
        package init(
            _ name: String, _ columns: [String], key: [String], counted: String? = nil,
            partitions: Partitions? = nil
        ) {
            self.name = name
            self.columns = columns
            self.key = key
            self.counted = counted
            self.partitions = partitions
        }
    }

    /// Parts of a table that come and go whole, as the days of a history do.
    package struct Partitions: Sendable {
        /// The column of whole numbers, 0 or more, that tells a row's part.
        package let column: String
        /// So many numbers share a part, at least 1.
        package let span: Int64

        /// Parts of `span` numbers each.
        package init(of column: String, span: Int64) {
            self.column = column
            self.span = max(1, span)
        }
    }

    /// What people call the content, as in `riders`; in PostgreSQL the schema `takt_riders` holds
    /// it.
    ///
    /// Letters of ASCII only, for it becomes part of statements.
    package let name: String
    /// Tells SQLite files of this kind from all others; never 0, never changed once released.
    package let applicationID: Int32
    /// All steps, oldest first: new ones are added at the end.
    package let steps: [Step]
    /// The tables, those that others refer to first.
    package let tables: [Table]

    /// Describes a kind of store.
    ///
    /// - Precondition: The name is of small letters; `applicationID` is not 0, and there is a step.
    package init(name: String, applicationID: Int32, steps: [Step], tables: [Table]) {
        precondition(
            name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) },
            "a store's name is of small letters")
        self.name = name
        self.applicationID = applicationID
        self.steps = steps
        self.tables = tables
    }

    var forSQLite: SQLiteSchema {
        SQLiteSchema(
            name: name, applicationID: applicationID,
            steps: steps.map { step in
                SQLiteSchema.Step(step.name) { database in
                    let database = RecordDatabase(handle: .sqlite(database))
                    try database.executeAll(step.sqlite)
                    try step.apply?(database)
                }
            })
    }

    /// The schema's name in PostgreSQL.
    var postgresName: String { "takt_" + name }
}
