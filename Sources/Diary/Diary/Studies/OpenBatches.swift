import TransitModel

/// What phones of sealed diaries told lately, until it goes up as one object.
///
/// Before a phone is answered, what it told lies on the disk sealed, as a piece. Here it is once
/// more, readable and in memory alone, for the collecting time at most: when a batch is closed it
/// is sealed as a whole and takes the place of its pieces. What a killed server forgets here goes
/// up in pieces.
struct OpenBatches {
    /// What a device told.
    struct Batch: Sendable {
        let participant: Participant
        let device: String
        let began: UnixTime
        var trace: PhoneTrace
        /// The rows of its pieces.
        var pieces: [Int64]

        var weight: Int { trace.fixes.count + trace.motions.count }
    }

    /// A batch with so many fixes and motions is closed.
    static let fullWeight = 400
    /// More fixes and motions than this are not held: then the oldest batches are closed early.
    static let maximumWeight = 1_000_000

    /// By device.
    private var open: [Int64: Batch] = [:]
    private var closed: [Batch] = []
    private var weight = 0

    /// Takes in what a piece holds.
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
        for fix in trace.fixes { whole.trace.take(fix) }
        for motion in trace.motions { whole.trace.take(motion) }
        whole.pieces.append(piece)
        weight += trace.fixes.count + trace.motions.count
        open[device] = whole
        if whole.weight >= Self.fullWeight { close(device) }
    }

    /// Takes out what is to be sealed now: what is full, what is older than some seconds, or
    /// everything.
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

    /// Takes back what could not be written.
    mutating func putBack(_ batches: [Batch]) {
        closed = batches + closed
        weight += batches.reduce(0) { $0 + $1.weight }
    }

    private mutating func close(_ device: Int64) {
        if let batch = open.removeValue(forKey: device) { closed.append(batch) }
    }
}
