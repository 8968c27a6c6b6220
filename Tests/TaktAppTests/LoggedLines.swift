import Logging
import Synchronization

/// A log that keeps its lines.
final class LoggedLines: LogHandler, Sendable {
    private let lines = Mutex<[(message: String, reason: String)]>([])
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        lines.withLock {
            $0.append(("\(event.message)", "\(event.metadata?["reason"] ?? "")"))
        }
    }

    var messages: [String] { lines.withLock { $0.map(\.message) } }
    var reasons: [String] { lines.withLock { $0.map(\.reason) } }
}
