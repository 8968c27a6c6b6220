package import DiarySensing

/// Infers from a phone's record where somebody stayed, when they travelled and how.
///
/// Fixes become stays (``StayFinder``, ``StayEdges``), what lies between them trips (``TripFinder``), each
/// trip a course of movements (``MotionGrid``, ``MotionPath``) and that legs (``LegFinder``,
/// ``VehicleNamer``). Works with phones that sleep and without motion data. Left out: the network's lines,
/// which name a vehicle better than its movement does.
package enum DiaryInference {
    /// A shorter stay from which a ride leaves at once was a wait for it, in seconds.
    private static let longestTransfer = 1500.0
    /// Whoever walks longer than this after a stay did not wait there, in seconds.
    private static let longestBoarding = 120.0

    /// The diary of a record, in order of time; fixes that cannot be used are passed over.
    package static func diary(
        of fixes: [LocationFix], motions: [MotionReport] = []
    ) -> InferredDiary {
        let track = Track(fixes)
        let motions = MotionTimeline(motions)
        let edges = StayEdges(track: track)
        var diary = InferredDiary()
        diary.stays = StayFinder(track: track).stays().map(edges.stay)
        var trips: [Trip] = []
        for span in TripFinder(track: track).trips(between: diary.stays) {
            let trip = Trip(track, motions, from: span.start, to: span.end)
            if let last = trips.last, span.start - last.end < longestTransfer,
                waited(between: last, and: trip)
            {
                trips[trips.count - 1] = Trip(track, motions, from: last.start, to: span.end)
                diary.stays.removeAll { $0.start >= last.end && $0.end <= span.start }
            } else {
                trips.append(trip)
            }
        }
        diary.trips = trips.map(\.inferred)
        return diary
    }

    /// Whether what lies between two trips was a wait: the second one begins with an engine's ride, and
    /// the first one did not end with one.
    private static func waited(between first: Trip, and second: Trip) -> Bool {
        guard let last = first.stretches.last, let next = second.stretches.first else {
            return false
        }
        if last.kind == .ride, first.namer.engineEvidence(last) > 0 { return false }
        let walks = next.kind != .ride
        guard !walks || next.seconds < longestBoarding,
            let ride = second.stretches.dropFirst(walks ? 1 : 0).first, ride.kind == .ride
        else { return false }
        return second.namer.engineEvidence(ride) > 0
    }
}

/// A span of travel, cut into stretches.
private struct Trip {
    let start: Double
    let end: Double
    let stretches: [LegFinder.Stretch]
    let namer: VehicleNamer

    init(_ track: Track, _ motions: MotionTimeline, from start: Double, to end: Double) {
        self.start = start
        self.end = end
        let grid = MotionGrid(track, motions, from: start, to: end)
        stretches = LegFinder(track: track).stretches(grid, MotionPath(grid))
        namer = VehicleNamer(track: track, motions: motions, grid: grid)
    }

    var inferred: DiaryTrip {
        let legs = stretches.enumerated().compactMap { index, stretch -> DiaryLeg? in
            switch stretch.kind {
            case .still: return nil
            case .walk:
                return DiaryLeg(
                    start: stretch.start, end: stretch.end, mode: onFoot(stretch),
                    probability: stretch.probability)
            case .ride:
                let named = namer.mode(of: stretch, after: Array(stretches[..<index]))
                return DiaryLeg(
                    start: stretch.start, end: stretch.end, mode: named.mode,
                    probability: named.probability)
            }
        }
        return DiaryTrip(start: start, end: end, legs: legs)
    }

    /// Running is what the phone says that it is.
    private func onFoot(_ stretch: LegFinder.Stretch) -> TravelMode {
        let words = namer.motions.weights(from: stretch.start, through: stretch.end)
        return (words[.running] ?? 0) > (words[.walking] ?? 0) ? .run : .walk
    }
}
