import Realtime
import Timetables
import TransitModel

/// Follows a vehicle round a loop: Viterbi's method, forwards only, over the places that fit each fix.
///
/// A loop may use a street in both directions or pass a stop twice, so one fix alone does not tell where
/// the vehicle is; where it was does. At most ``mostPlaces`` places are kept from fix to fix.
struct LoopTracker {
    /// How many places are kept.
    static let maximumPlaces = 6
    /// Places further from the line than this do not fit, in metres.
    private static let offMetres = 60.0
    /// After so many seconds without a fix the vehicle is looked for anew.
    private static let maximumGapSeconds = 600.0
    /// How fast shuttles get ahead with their stops, in metres a second; only roughly known.
    private static let usualSpeed = 5.0
    /// No shuttle gets ahead faster, in metres a second.
    private static let topSpeed = 25.0
    /// Noise throws a standing vehicle back by this much at most, in metres.
    private static let backMetres = 60.0

    /// The places that fit a fix, the likeliest first; none if it is off the line.
    func places(
        _ fix: VehicleFix, on path: RunPath, lap: Double, after known: [LoopPlace], elapsed: Double
    ) -> [LoopPlace] {
        var found: [LoopPlace] = []
        for candidate in path.nearPlaces(
            of: fix.coordinate, within: Self.offMetres, before: lap)
        {
            var cost = candidate.off * candidate.off / (2 * 20 * 20)
            if let heading = fix.headingDegrees,
                let way = path.position(at: candidate.along + 1).heading
            {
                let turn = abs((heading - way + 540).truncatingRemainder(dividingBy: 360) - 180)
                cost += 2 * turn / 180
            }
            var along = candidate.along
            if !known.isEmpty, elapsed <= Self.maximumGapSeconds {
                var best = (cost: Double.infinity, along: along)
                for place in known {
                    var step = candidate.along - place.along
                    if step < 0 { step += lap }
                    let isBack = step > lap - Self.backMetres
                    if isBack { step = 0 }
                    let sum = place.cost + passage(step, elapsed)
                    if sum < best.cost { best = (sum, isBack ? place.along : candidate.along) }
                }
                cost += best.cost
                along = best.along
            }
            found.append(LoopPlace(along: along, off: candidate.off, cost: cost))
        }
        found.sort { $0.cost < $1.cost }
        guard let least = found.first?.cost else { return [] }
        return found.prefix(Self.maximumPlaces).map {
            LoopPlace(along: $0.along, off: $0.off, cost: $0.cost - least)
        }
    }

    private func passage(_ metres: Double, _ seconds: Double) -> Double {
        if metres > seconds * Self.topSpeed + 100 { return 50 }
        let usual = seconds * Self.usualSpeed
        let surprise = (metres - usual) / (0.6 * usual + 150)
        return 0.5 * surprise * surprise
    }
}
