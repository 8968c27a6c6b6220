package import DiarySensing
private import TransitModel
#if !hasFeature(Embedded)
private import Foundation
#endif

/// Infers a diary while the record comes in: the same as from the whole record, without keeping it.
///
/// Only the fixes since the beginning of the last long stay but one are kept, because what is
/// before can no longer change. A year of a phone that records every ten seconds needs a few
/// megabytes.
package struct DiaryStream {
    private var track = Track([])
    private var motions: [MotionReport] = []
    private var isContinued = false
    /// The part that can no longer change: everything before the first stay of the kept fixes.
    private var certain = InferredDiary()
    private var nextCheck: Int

    /// The minimum number of fixes before stays are settled; each attempt processes all kept fixes.
    private let minimumFixes: Int
    /// Motion reports are used for this many seconds after their time.
    static let motionSeconds = 600.0

    private let lines: LineMatcher?

    /// Begins an empty record.
    ///
    /// With a network's lines, rides are named after them.
    ///
    /// The default of `minimumFixes` corresponds to two days of fixes every ten seconds, half a
    /// megabyte.
    package init(lines: LineMatcher? = nil, minimumFixes: Int = 16_384) {
        self.lines = lines
        self.minimumFixes = minimumFixes
        nextCheck = minimumFixes
    }

    /// Adds the next fix.
    ///
    /// It is ignored if it is earlier than the last one or unusable.
    package mutating func add(_ fix: LocationFix) {
        track.append(fix)
        if track.count >= nextCheck { settle() }
    }

    /// Adds what the phone recognised; must be added no later than the fixes of the same time.
    package mutating func add(_ motion: MotionReport) {
        motions.append(motion)
    }

    /// The number of fixes kept.
    var keptFixes: Int { track.count }

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

    /// Settles what can no longer change, and removes its fixes.
    private mutating func settle() {
        let found = infer()
        defer { nextCheck = max(minimumFixes, 2 * track.count) }
        guard let restart = found.restart, restart.fix > 0 else { return }
        let stay = found.diary.stays[restart.stay]
        certain.stays += found.diary.stays[..<restart.stay]
        certain.trips += found.diary.trips.prefix { $0.end <= stay.start }
        track.removeFirst(restart.fix)
        let oldest = track.first - Self.motionSeconds
        motions.removeAll { $0.start.timeIntervalSince1970 < oldest }
        isContinued = true
    }
}
