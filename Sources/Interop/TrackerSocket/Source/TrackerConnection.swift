/// A tracker socket that is open, as a client sees it.
package protocol TrackerConnection: Sendable {
    /// Sends a command.
    func send(_ text: String) async throws
    /// Hands each text that comes to `body`, the next one when that is done.
    ///
    /// It ends when the server hangs up, and throws when the connection breaks or the server does
    /// what is not allowed.
    func read(_ body: @Sendable ([UInt8]) async throws -> Void) async throws
}

/// Opens tracker sockets.
package protocol TrackerConnecting: Sendable {
    /// Opens a socket, lets `body` use it, and closes it however that ends.
    func connect(
        to address: TrackerAddress, _ body: @Sendable (any TrackerConnection) async throws -> Void
    ) async throws
}
