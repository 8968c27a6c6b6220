/// The schema of a store, with the migrations from older versions.
package struct RecordSchema: Sendable {
    /// A migration from one version to the next.
    package struct Step: Sendable {
        /// The migration's name, unique in its schema, never changed once released.
        package let name: String
        let sqlite: String
        let postgres: String
        let apply: (@Sendable (RecordDatabase) throws -> Void)?

        /// Creates a migration that runs statements for each database, then those that both share,
        /// in one transaction.
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

    /// A table and its properties for moving a store to another database.
    package struct Table: Sendable {
        package let name: String
        package let columns: [String]
        /// The columns that together identify a row.
        package let key: [String]
        /// The column that the database increments by itself; nil if there is none.
        package let counted: String?
        /// The partitioning in PostgreSQL; nil if the table has no partitions.
        package let partitions: Partitions?

        /// Creates a table.
        ///
        /// If `partitions` is given, the PostgreSQL migration must declare the table as `PARTITION
        /// BY RANGE` of that column.
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

    /// Partitions of a table that are created and dropped as a whole, such as the days of a
    /// history.
    package struct Partitions: Sendable {
        /// The integer column, 0 or more, that determines a row's partition.
        package let column: String
        /// The number of values per partition, at least 1.
        package let span: Int64

        /// Creates partitions of `span` values each.
        package init(of column: String, span: Int64) {
            self.column = column
            self.span = max(1, span)
        }
    }

    /// The name of the content, such as `riders`, which PostgreSQL stores in the schema
    /// `takt_riders`.
    ///
    /// Only ASCII letters, because it becomes part of statements.
    package let name: String
    /// Identifies SQLite files of this kind; never 0, never changed once released.
    package let applicationID: Int32
    /// All migrations, oldest first; new ones are appended.
    package let steps: [Step]
    /// The tables; referenced tables come before those that refer to them.
    package let tables: [Table]

    /// Describes a kind of store.
    ///
    /// - Precondition: The name has only lower-case letters, `applicationID` is not 0, and there is
    ///   a migration.
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

    var postgresName: String { "takt_" + name }
}
