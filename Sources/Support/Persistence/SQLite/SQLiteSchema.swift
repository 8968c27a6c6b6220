package import GRDB

/// What a file holds, and how files written by earlier programs become that.
package struct SQLiteSchema: Sendable {
    /// One step from an older form to the next.
    package struct Step: Sendable {
        /// The step's name, unique in its schema, never changed once released.
        package let name: String
        fileprivate let apply: @Sendable (Database) throws -> Void
        fileprivate let check: (@Sendable (Database) throws -> String?)?

        /// A step that changes tables or rows.
        ///
        /// It runs in one transaction, with references between tables checked at its end. `check`
        /// looks at the outcome and tells what is wrong with it, nil if nothing is; then the file
        /// stays as it was before the step.
        package init(
            _ name: String, apply: @escaping @Sendable (Database) throws -> Void,
            check: (@Sendable (Database) throws -> String?)? = nil
        ) {
            self.name = name
            self.apply = apply
            self.check = check
        }
    }

    /// What people call the file's content, as in `history`; it opens every sentence about it.
    package let name: String
    /// Tells files of this kind from all other SQLite files; never 0, never changed once released.
    package let applicationID: Int32
    /// All steps, oldest first: new ones are added at the end.
    package let steps: [Step]

    /// Describes a kind of file.
    ///
    /// - Precondition: `applicationID` is not 0, and there is a step.
    package init(name: String, applicationID: Int32, steps: [Step]) {
        precondition(applicationID != 0 && !steps.isEmpty, "a schema needs an id and a step")
        self.name = name
        self.applicationID = applicationID
        self.steps = steps
    }

    /// A step whose check found fault.
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
                // With the first step: a file without tables belongs to nobody yet.
                try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            }
        }
        return migrator
    }
}
