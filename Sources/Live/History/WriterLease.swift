import Persistence

/// The state of the storing node beyond what the store contains; created for each turn.
struct WriterLease {
    var names = FixNames()
    /// The block that each vehicle's next fix continues.
    var open: [UInt32: OpenBlock] = [:]
    /// Closed blocks that wait to be sealed.
    var full: [OpenBlock] = []
    /// The fixes that are in blocks but not in the journal yet.
    var pending: [PendingRow] = []
    var pendingBytes = 0
    var nextRow: Int64 = 1
    /// The hour in which the open blocks were last checked.
    var sweptHour: Int64?
    /// Whether the journal has rows whose fixes are all sealed.
    var hasOldJournal = true
    var pruning = RetentionClock()
    /// When to prune next, in seconds since 1970; nil for immediately.
    var nextPruning: Int64?
    /// The time of the last sealed fix of each recently seen vehicle.
    var latest: [UInt32: Int64] = [:]

    /// The encoded fixes of one write.
    struct PendingRow: Sendable {
        let row: Int64
        let bytes: [UInt8]
        let count: Int
    }

    /// Creates the state before the first turn.
    init() {}

    /// Continues where the last turn ended.
    init(_ start: FixArchiveStart) {
        names = start.names
        open = start.blocks.open
        full = start.blocks.full
        nextRow = start.nextRow
        latest = start.latest
        pruning = start.pruning
    }
}
