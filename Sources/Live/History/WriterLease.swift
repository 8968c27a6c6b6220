/// What whoever stores fixes knows of the store beyond what is written in it; begun anew with each turn.
struct WriterLease {
    var names = FixNames()
    /// The block that each vehicle's next fix continues.
    var open: [UInt32: OpenBlock] = [:]
    /// Blocks that take no more fixes and wait to be sealed.
    var full: [OpenBlock] = []
    /// What the blocks hold and the journal does not yet.
    var pending: [PendingRow] = []
    var pendingBytes = 0
    var nextRow: Int64 = 1
    /// The hour in which the open blocks were last looked over.
    var sweptHour: Int64?
    /// Whether the journal has rows whose fixes are all sealed.
    var hasOldJournal = true
    var pruning = PruningClock()
    /// When to prune again, in seconds since 1970; nil for at once.
    var nextPruning: Int64?
    /// The time of each vehicle's last sealed fix, for those that were about lately.
    var latest: [UInt32: Int64] = [:]

    /// One write's fixes, encoded.
    struct PendingRow: Sendable {
        let row: Int64
        let bytes: [UInt8]
        let count: Int
    }

    /// Before the first turn: nothing is known.
    init() {}

    /// Goes on where the last turn ended.
    init(_ start: FixArchiveStart) {
        names = start.names
        open = start.blocks.open
        full = start.blocks.full
        nextRow = start.nextRow
        latest = start.latest
        pruning = start.pruning
    }
}
