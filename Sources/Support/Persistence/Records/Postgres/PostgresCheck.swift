/// Looks whether a database can hold stores, without making anything in it.
package enum PostgresCheck {
    /// Connects, and asks whether the database takes changes and its user may make schemas in it,
    /// which each start needs.
    ///
    /// - Throws: ``PostgresError`` with the reason if it cannot be used.
    package static func run(_ address: PostgresAddress) throws {
        let connection = try PostgresConnection(address, searchPath: "public")
        func holds(_ condition: String) throws -> Bool {
            try connection.run("SELECT 1 WHERE \(condition)").count > 0
        }
        if try holds("pg_is_in_recovery()") {
            throw PostgresError(.unreachable, at: address.name, detail: "it is a standby")
        }
        guard try holds("has_database_privilege(current_database(), 'CREATE')") else {
            throw PostgresError(
                .forbidden, at: address.name,
                detail: "its user may not make schemas; GRANT CREATE ON DATABASE allows that")
        }
    }
}
