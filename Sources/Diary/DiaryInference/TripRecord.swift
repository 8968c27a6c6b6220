internal import DiarySensing

/// A trip, cut into stretches.
struct TripRecord {
    let start: Double
    let end: Double
    let stretches: [LegFinder.Stretch]
    let namer: VehicleNamer

    init(
        _ track: Track, _ motions: MotionTimeline, _ lines: LineMatcher?, from start: Double,
        to end: Double, _ model: ModeModel
    ) {
        self.start = start
        self.end = end
        let grid = MotionGrid(track, motions, from: start, to: end, model)
        let namer = VehicleNamer(
            track: track, motions: motions, grid: grid, model: model, lines: lines)
        self.namer = namer
        let finder = LegFinder(track: track, model: model) { namer.engineEvidence($0) }
        stretches = finder.stretches(grid, MotionPath(grid, model))
    }

    var inferred: DiaryTrip {
        let legs = stretches.enumerated().compactMap { index, stretch -> DiaryLeg? in
            switch stretch.kind {
            case .still: return nil
            case .walk:
                return DiaryLeg(
                    start: stretch.start, end: stretch.end, mode: onFoot(stretch),
                    probability: namer.model.walkTrust.probability(
                        stretch.probability, seconds: stretch.seconds))
            case .ride:
                return namer.leg(stretch, after: Array(stretches[..<index]))
            }
        }
        return DiaryTrip(start: start, end: end, legs: legs)
    }

    /// Returns running only where the phone reports it more than walking.
    private func onFoot(_ stretch: LegFinder.Stretch) -> TravelMode {
        let words = namer.motions.weights(from: stretch.start, through: stretch.end)
        return (words[.running] ?? 0) > (words[.walking] ?? 0) ? .run : .walk
    }
}
