import Realtime
import Timetables
import TransitModel

/// Tracks a vehicle on a loop: the Viterbi algorithm, forwards only, over the positions that fit
/// each fix.
///
/// A loop may use a street in both directions or pass a stop twice, so a single fix does not
/// determine where the vehicle is, but its earlier positions do. At most ``maximumPlaces``
/// positions are kept from fix to fix.
struct LoopTracker {
    /// The maximum number of positions kept.
    static let maximumPlaces = 6
    /// The maximum distance of a position from the path, in metres.
    private static let offMetres = 60.0
    /// After this many seconds without a fix, tracking starts over.
    private static let maximumGapSeconds = 600.0
    /// The usual speed of shuttles including stops, in metres per second; only a rough value.
    private static let usualSpeed = 5.0
    /// The maximum speed of shuttles, in metres per second.
    private static let topSpeed = 25.0
    /// The maximum apparent backward movement of a standing vehicle due to noise, in metres.
    private static let backMetres = 60.0

    /// Returns the positions that fit a fix, the likeliest first; empty if it is off the path.
    func places(
        _ fix: VehicleFix, on path: RunPath, lap: Double, after known: [LoopPosition],
        elapsed: Double
    ) -> [LoopPosition] {
        var found: [LoopPosition] = []
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
            found.append(LoopPosition(along: along, off: candidate.off, cost: cost))
        }
        found.sort { $0.cost < $1.cost }
        guard let least = found.first?.cost else { return [] }
        return found.prefix(Self.maximumPlaces).map {
            LoopPosition(along: $0.along, off: $0.off, cost: $0.cost - least)
        }
    }

    private func passage(_ metres: Double, _ seconds: Double) -> Double {
        if metres > seconds * Self.topSpeed + 100 { return 50 }
        let usual = seconds * Self.usualSpeed
        let surprise = (metres - usual) / (0.6 * usual + 150)
        return 0.5 * surprise * surprise
    }
}
