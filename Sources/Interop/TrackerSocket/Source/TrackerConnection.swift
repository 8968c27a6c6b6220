/// An open tracker socket, as a client sees it.
package protocol TrackerConnection: Sendable {
    /// Sends a command.
    ///
    /// - Throws: The connection's errors.
    func send(_ text: String) async throws
    /// Passes each text to `body`, one after the other, until the server closes the connection.
    ///
    /// - Throws: Errors of `body` and of the connection, including violations of the protocol.
    func read(_ body: @Sendable ([UInt8]) async throws -> Void) async throws
}

/// Opens tracker sockets.
package protocol TrackerConnecting: Sendable {
    /// Opens a socket for the duration of `body`, and always closes it.
    ///
    /// - Throws: Errors of `body` and of the connection.
    func connect(
        to address: TrackerAddress, _ body: @Sendable (any TrackerConnection) async throws -> Void
    ) async throws
}
