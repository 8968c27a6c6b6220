import Logging

/// Logs why a refresh failed: once, until it succeeds or fails for another reason.
struct FailureLog {
    private let message: Logger.Message
    private let logger: Logger
    private var reason: String?

    init(_ message: Logger.Message, _ logger: Logger) {
        self.message = message
        self.logger = logger
    }

    /// Notes the result of a refresh, nil for success; an operator who asked for it reads the
    /// reason in any case.
    mutating func note(_ error: (any Error)?, isWanted: Bool = false) {
        let known = reason
        reason = error.map { "\($0)" }
        guard let reason, !Task.isCancelled, isWanted || reason != known else { return }
        logger.warning(message, metadata: ["reason": "\(reason)"])
    }
}
