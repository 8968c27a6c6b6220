package import DiarySensing
private import Foundation

/// Infers a diary while the record comes in: the same as from the whole record, without keeping it.
///
/// Only the fixes since the beginning of the last long stay but one are kept: what lies before can no
/// longer change. A year of a phone that looks every ten seconds needs a few megabytes.
package struct DiaryStream {
    private var track = Track([])
    private var motions: [MotionReport] = []
    private var isContinued = false
    /// What is certain: everything before the first stay of the kept fixes.
    private var certain = InferredDiary()
    private var nextCheck: Int

    /// Fewer fixes are not worth a look: what is kept is looked at again each time.
    private let fewest: Int
    /// Motions are heeded for so long after they were told, in seconds.
    static let heeded = 600.0

    private let lines: LineMatcher?

    /// Begins an empty record; with a network's lines rides are named after them.
    ///
    /// The usual `fewest` are two days of fixes every ten seconds, half a megabyte.
    package init(lines: LineMatcher? = nil, fewest: Int = 16_384) {
        self.lines = lines
        self.fewest = fewest
        nextCheck = fewest
    }

    /// Takes the next fix; one that is earlier than the last one, or of no use, is passed over.
    package mutating func add(_ fix: LocationFix) {
        track.append(fix)
        if track.count >= nextCheck { settle() }
    }

    /// Takes what the phone recognised; to be added no later than the fixes of its time.
    package mutating func add(_ motion: MotionReport) {
        motions.append(motion)
    }

    /// How many fixes are kept.
    var keptFixes: Int { track.count }

    /// The diary so far.
    package var diary: InferredDiary {
        var diary = certain
        let rest = infer().diary
        diary.stays += rest.stays
        diary.trips += rest.trips
        return diary
    }

    private func infer() -> InferredRecord {
        InferredRecord(track, MotionTimeline(motions), lines, isContinued: isContinued)
    }

    /// Makes certain what can no longer change, and forgets its fixes.
    private mutating func settle() {
        let found = infer()
        defer { nextCheck = max(fewest, 2 * track.count) }
        guard let restart = found.restart, restart.fix > 0 else { return }
        let stay = found.diary.stays[restart.stay]
        certain.stays += found.diary.stays[..<restart.stay]
        certain.trips += found.diary.trips.prefix { $0.end <= stay.start }
        track.removeFirst(restart.fix)
        let oldest = track.first - Self.heeded
        motions.removeAll { $0.start.timeIntervalSince1970 < oldest }
        isContinued = true
    }
}
