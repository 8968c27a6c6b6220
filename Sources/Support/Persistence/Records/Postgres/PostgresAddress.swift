/// The address of a PostgreSQL database and its credentials.
package struct PostgresAddress: Sendable, Equatable {
    /// The database as `postgresql://user@host:port/database?sslmode=verify-full`, without a
    /// password.
    package let url: String
    /// The user's password; nil if the server requires none or libpq finds it elsewhere.
    package let password: String?
    /// The maximum number of connections for each store in the database, at least 1.
    package private(set) var connections: Int
    package var timeouts = PostgresTimeouts()

    /// The reason why an address cannot be used.
    package struct Problem: Error, Equatable, CustomStringConvertible {
        /// A sentence for people, without the password.
        package let description: String
    }

    /// Checks the address without connecting.
    /// - Throws: ``Problem`` if the address cannot be used.
    package init(url: String, password: String? = nil, connections: Int = 8) throws(Problem) {
        let start = ["postgresql://", "postgres://"].first { url.hasPrefix($0) }
        guard let start else {
            throw Problem(
                description:
                    "The store's address must begin with postgresql://, as in postgresql://takt@db.example/takt."
            )
        }
        let rest = url.dropFirst(start.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let user = authority.lastIndex(of: "@").map { authority[..<$0] } ?? ""
        guard !user.contains(":"), !rest.lowercased().contains("password=") else {
            throw Problem(
                description:
                    "The store's address must not hold a password, which others could read; put that into a file."
            )
        }
        guard !url.utf8.contains(0), !(password?.utf8.contains(0) ?? false) else {
            throw Problem(description: "The store's address or password contains a NUL.")
        }
        self.url = url
        self.password = password
        self.connections = max(1, connections)
    }

    /// Returns the same database and timeouts, with another maximum number of connections.
    package func with(connections: Int) -> PostgresAddress {
        var copy = self
        copy.connections = max(1, connections)
        return copy
    }

    /// The address without options, for messages.
    package var name: String { String(url.prefix { $0 != "?" }) }
}
