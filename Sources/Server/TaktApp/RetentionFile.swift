import Persistence
import TransitModel

/// Decides whether expired data may be deleted, by a clock whose state survives restarts.
///
/// Without it, a server that is restarted more than once an hour would never delete anything.
struct RetentionFile: Sendable {
    private let file: LedgerFile<RetentionClock>

    private static let maximumBytes = 4096

    init(path: String) {
        file = LedgerFile(path: path, limit: Self.maximumBytes)
    }

    /// Returns whether what has expired at `now` may be deleted, and stores the clock's new state.
    ///
    /// Without a readable file the clock is trusted after an hour.
    ///
    /// - Throws: A `FeedRefresh.Failure` if the file cannot be written.
    func trusts(_ now: UnixTime) throws -> Bool {
        var clock = file.read() ?? .unproven
        let isTrusted = clock.trusts(now)
        try file.write(clock)
        return isTrusted
    }
}
