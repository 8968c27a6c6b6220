package import GRDB

/// The schema of a file, with the migrations from older versions.
package struct SQLiteSchema: Sendable {
    /// A migration from one version to the next.
    package struct Step: Sendable {
        /// The migration's name, unique in its schema, never changed once released.
        package let name: String
        fileprivate let apply: @Sendable (Database) throws -> Void
        fileprivate let check: (@Sendable (Database) throws -> String?)?

        /// Creates a migration that changes tables or rows.
        ///
        /// It runs in one transaction; references between tables are checked at its end. `check`
        /// examines the result and returns what is wrong with it, or nil. If something is wrong,
        /// the file stays as it was before the migration.
        package init(
            _ name: String, apply: @escaping @Sendable (Database) throws -> Void,
            check: (@Sendable (Database) throws -> String?)? = nil
        ) {
            self.name = name
            self.apply = apply
            self.check = check
        }
    }

    /// The name of the file's content, such as `history`, with which every message about it begins.
    package let name: String
    /// Identifies SQLite files of this kind; never 0, never changed once released.
    package let applicationID: Int32
    /// All migrations, oldest first; new ones are appended.
    package let steps: [Step]

    /// Describes a kind of file.
    ///
    /// - Precondition: `applicationID` is not 0, and there is a migration.
    package init(name: String, applicationID: Int32, steps: [Step]) {
        precondition(applicationID != 0 && !steps.isEmpty, "a schema needs an id and a step")
        self.name = name
        self.applicationID = applicationID
        self.steps = steps
    }

    /// Thrown when a migration's check failed.
    struct FailedCheck: Error {
        let step: String
        let finding: String
    }

    var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for step in steps {
            migrator.registerMigration(step.name) { [applicationID] database in
                try step.apply(database)
                if let finding = try step.check?(database) {
                    throw FailedCheck(step: step.name, finding: finding)
                }
                // Set together with the first migration, because a file without tables has no owner
                // yet.
                try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            }
        }
        return migrator
    }
}
