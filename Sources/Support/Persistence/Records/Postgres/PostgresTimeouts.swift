/// The timeouts of a store in PostgreSQL, in seconds.
package struct PostgresTimeouts: Sendable, Equatable {
    /// For a new connection to an address, in whole seconds as libpq counts them, at least 2.
    package var connect = 3
    /// For a free thread, an unreachable server, and the next bytes of an answer for which a
    /// request waits: a server that hangs must not hold it for long.
    package var request = 5.0
    /// For the next bytes of an answer at the start of the program and in commands.
    package var command = 15.0
    /// For a statement, by the server's clock.
    package var statement = 10.0
    /// For rows locked by others, by the server's clock.
    package var lock = 4.0

    /// The timeouts of the program.
    package init() {}

    /// For a whole answer, longer than the server's own for a statement.
    var answer: Double { statement + 5 }

    /// The least duration of an attempt that ended by the timeout of a connection: libpq counts
    /// whole seconds, of which the first may be a part.
    var hang: Duration { .seconds(connect - 1) }

    /// The server's settings for these timeouts.
    var settings: [(name: String, value: String)] {
        let statement = "\(Int(statement * 1000))"
        return [
            ("statement_timeout", statement), ("lock_timeout", "\(Int(lock * 1000))"),
            ("idle_in_transaction_session_timeout", statement),
        ]
    }
}
