package import DiarySensing

/// Infers from a phone's record where somebody stayed, when they travelled and how.
///
/// Fixes become stays (``StayFinder``, ``StayEdges``), and what is between them becomes trips
/// (``TripFinder``). Each trip becomes a sequence of movements (``MotionGrid``, ``MotionPath``),
/// which becomes legs (``LegFinder``, ``VehicleNamer``, with a network ``LineMatcher``). It works
/// with phones that sleep and without motion data.
package enum DiaryInference {
    /// Returns the diary of a record, in order of time.
    ///
    /// Unusable fixes are ignored.
    package static func diary(
        of fixes: [LocationFix], motions: [MotionReport] = [], lines: LineMatcher? = nil,
        model: ModeModel = .standard
    ) -> InferredDiary {
        InferredRecord(
            Track(fixes), MotionTimeline(motions), lines, isContinued: false, model
        ).diary
    }

    /// Returns the speeds from which modes are inferred, in metres per second, at every ten-second
    /// step of a span of Unix seconds during which the phone was seen.
    ///
    /// This is used to fit ``ModeModel``. Times within long silences are left out.
    package static func speeds(
        of fixes: [LocationFix], from start: Double, to end: Double
    ) -> [Double] {
        let track = Track(fixes)
        guard !track.isEmpty else { return [] }
        let grid = MotionGrid(track, MotionTimeline([]), from: start, to: end, .standard)
        return (0..<grid.count).filter { grid.isSeen[$0] }.map { grid.speeds[$0] }
    }
}

/// The inference from a set of fixes.
struct InferredRecord {
    /// A shorter stay that is followed at once by a ride was a wait for it, in seconds.
    static let maximumTransfer = 1500.0
    /// Somebody who walks longer than this after a stay did not wait there, in seconds.
    private static let maximumBoarding = 120.0

    let diary: InferredDiary
    /// The last stay but one, if everything after it can be inferred from its first fix on: the
    /// index of that fix, and the stay's row.
    ///
    /// Nil if not.
    let restart: (fix: Int, stay: Int)?

    /// Runs the inference.
    ///
    /// `isContinued` states that a stay is known to begin with the first fix.
    init(
        _ track: Track, _ motions: MotionTimeline, _ lines: LineMatcher?, isContinued: Bool,
        _ model: ModeModel = .standard
    ) {
        let spans = StayFinder(track: track).stays()
        let edges = StayEdges(track: track)
        var diary = InferredDiary()
        diary.stays = spans.map(edges.stay)
        var restart: (fix: Int, stay: DiaryStay)?
        if spans.count > 1 {
            let span = spans[spans.count - 2]
            let stay = diary.stays[spans.count - 2]
            if span.beginsCluster, stay.end - stay.start >= Self.maximumTransfer {
                restart = (span.firstFix, stay)
            }
        }
        var trips: [TripRecord] = []
        let finder = TripFinder(track: track, isContinued: isContinued)
        for span in finder.trips(between: diary.stays) {
            let trip = TripRecord(track, motions, lines, from: span.start, to: span.end, model)
            if let last = trips.last, span.start - last.end < Self.maximumTransfer,
                Self.waited(between: last, and: trip)
            {
                trips[trips.count - 1] = TripRecord(
                    track, motions, lines, from: last.start, to: span.end, model)
                diary.stays.removeAll { $0.start >= last.end && $0.end <= span.start }
            } else {
                trips.append(trip)
            }
        }
        diary.trips = trips.map { $0.inferred }
        self.restart = restart.flatMap { found in
            diary.stays.firstIndex(of: found.stay).map { (found.fix, $0) }
        }
        self.diary = diary
    }

    /// Returns whether the stay between two trips was a wait: the second trip begins with a
    /// motorised ride, and the first one did not end with one.
    private static func waited(between first: TripRecord, and second: TripRecord) -> Bool {
        guard let last = first.stretches.last, let next = second.stretches.first else {
            return false
        }
        if last.kind == .ride, first.namer.engineEvidence(last) > 0 { return false }
        let walks = next.kind != .ride
        guard !walks || next.seconds < maximumBoarding,
            let ride = second.stretches.dropFirst(walks ? 1 : 0).first, ride.kind == .ride
        else { return false }
        return second.namer.engineEvidence(ride) > 0
    }
}
