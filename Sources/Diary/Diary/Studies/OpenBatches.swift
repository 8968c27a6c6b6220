import PhoneRecords
import TransitModel

/// The recent records of phones with sealed diaries, until they are uploaded as one object.
///
/// Before a phone gets its reply, its records are stored sealed, as a piece. This keeps them
/// readable in memory, for the collecting time at most. When a batch is closed, it is sealed as a
/// whole and replaces its pieces. After a crash the pieces are uploaded instead.
struct OpenBatches {
    /// The records of a device.
    struct Batch: Sendable {
        let participant: Participant
        let device: String
        let began: UnixTime
        var trace: PhoneTrace
        /// The row ids of its pieces.
        var pieces: [Int64]

        var weight: Int { trace.fixes.count + trace.motions.count }
    }

    /// A batch with this many fixes and motions is closed.
    static let fullWeight = 400
    /// The largest number of fixes and motions in memory; beyond it the oldest batches are closed
    /// early.
    static let maximumWeight = 1_000_000

    /// Open batches by device.
    private var open: [Int64: Batch] = [:]
    private var closed: [Batch] = []
    private var weight = 0

    /// Adds the content of a piece.
    mutating func add(
        _ trace: PhoneTrace, piece: Int64, of batch: IntakeBatch, on device: Int64, now: UnixTime
    ) {
        if let known = open[device],
            known.participant.consentVersion != batch.participant.consentVersion
        {
            close(device)
        }
        var whole =
            open.removeValue(forKey: device)
            ?? Batch(
                participant: batch.participant, device: batch.device, began: now,
                trace: PhoneTrace(), pieces: [])
        for fix in trace.fixes { whole.trace.append(fix) }
        for motion in trace.motions { whole.trace.append(motion) }
        whole.pieces.append(piece)
        weight += trace.fixes.count + trace.motions.count
        open[device] = whole
        if whole.weight >= Self.fullWeight { close(device) }
    }

    /// Removes and returns the batches to seal now: full ones, those older than some seconds, or
    /// all.
    mutating func takeDue(now: UnixTime, after seconds: Double, all: Bool, limit: Int) -> [Batch] {
        if closed.count < limit {
            for (device, batch) in open
            where all || weight > Self.maximumWeight || now.seconds(since: batch.began) >= seconds
                || now < batch.began
            {
                close(device)
            }
        }
        let taken = Array(closed.prefix(limit))
        closed.removeFirst(taken.count)
        weight -= taken.reduce(0) { $0 + $1.weight }
        return taken
    }

    /// Drops the batches of participants who withdrew.
    mutating func forget(_ owners: Set<Int64>) {
        open = open.filter { !owners.contains($0.value.participant.number) }
        closed.removeAll { owners.contains($0.participant.number) }
        weight = open.values.reduce(0) { $0 + $1.weight } + closed.reduce(0) { $0 + $1.weight }
    }

    /// Restores batches after a failed write.
    mutating func putBack(_ batches: [Batch]) {
        closed = batches + closed
        weight += batches.reduce(0) { $0 + $1.weight }
    }

    private mutating func close(_ device: Int64) {
        if let batch = open.removeValue(forKey: device) { closed.append(batch) }
    }
}
