/// The numbers by which ways of moving are told apart, all in one place so that they can be fitted anew.
///
/// ``standard`` says where each comes from. Those that are fitted are fitted by `Benchmarks/diary-modes fit`, on the
/// recorded traces; how well numbers do that were fitted on other traces is in docs/diary-inference.md.
package struct ModeModel: Codable, Hashable, Sendable {
    /// How fast one moves in some way.
    package struct Pace: Codable, Hashable, Sendable {
        /// The typical speed, metres a second.
        package var typical: Double
        /// The spread of the speed's logarithm.
        package var spread: Double
    }

    /// Standing still.
    package var still: Pace
    /// On foot.
    package var walk: Pace
    /// On a bicycle.
    package var bike: Pace
    /// By whatever has an engine.
    package var motor: Pace
    /// Between two fixes further apart than this a speed says nothing, in seconds.
    package var blind: Double
    /// What the phone's word for an activity counts against speed's evidence.
    package var wordWeight: Double

    /// The price of a change between two ways of moving, in units of log evidence.
    package var price: Double
    /// Its share between standing and walking: walkers stop and go.
    package var stopShare: Double
    /// Its share between a bicycle and an engine: nobody changes without a step on foot.
    package var rideShare: Double

    /// Halts shorter than this belong to what is about them, in seconds.
    package var shortestHalt: Double
    /// A halt or a walk between two rides of a kind that is shorter than this is part of the ride, in seconds.
    package var shortestBreak: Double
    /// Walks shorter than this belong to what is about them, in seconds.
    package var shortestWalk: Double
    /// Rides shorter than this belong to what is about them, in seconds.
    package var shortestRide: Double
    /// Two rides in a row that each last so long are told apart if one is pedalled and the other is not, in seconds.
    package var surelyRide: Double
    /// Where a ride's beginning was not seen, people walk to their vehicle about so long, in seconds.
    package var access: Double

    /// Half of the bicycles' swiftest tenth is slower, half of the engines' faster, in metres a second.
    package var engineSpeed: Double
    /// The spread of that speed's logarithm.
    package var engineSpread: Double
    /// What the phone's words for a whole ride count.
    package var engineWords: Double

    /// Waiting longer than this speaks for public transport, a unit of evidence a minute; in seconds.
    package var usualWait: Double
    /// Within how far of boarding somebody waits, in metres.
    package var waitingRadius: Double
    /// The evidence of an earlier ride on the trip for public transport.
    package var earlierRide: Double
    /// The halts a kilometre of a swift car.
    package var carHalts: Double
    /// The evidence of one more halt a kilometre.
    package var haltWeight: Double

    /// How often walks are right that the model states a probability for.
    package var walkTrust: Calibration
    /// The same of bicycle rides.
    package var bikeTrust: Calibration
    /// The same of rides with an engine.
    package var engineTrust: Calibration

    /// The numbers in force.
    ///
    /// Fitted on the 47 recorded traces: the paces of bicycles and engines, `access`, `carHalts`, `waitingRadius`, `usualWait` and
    /// the three kinds of trust. The others are from the method's description or the literature, unchanged: the traces have
    /// too few walkers to tell how fast others walk.
    package static let standard = ModeModel(
        still: Pace(typical: 0.25, spread: 0.55), walk: Pace(typical: 1.25, spread: 0.3),
        bike: Pace(typical: 3.4, spread: 0.6), motor: Pace(typical: 6.9, spread: 0.8),
        blind: 1800, wordWeight: 1.6, price: 9, stopShare: 0.5, rideShare: 4, shortestHalt: 240,
        shortestBreak: 240, shortestWalk: 90, shortestRide: 90, surelyRide: 300, access: 90,
        engineSpeed: 7, engineSpread: 0.15, engineWords: 3, usualWait: 150, waitingRadius: 120,
        earlierRide: 1.5, carHalts: 0.4, haltWeight: 3,
        walkTrust: Calibration(constant: -0.05, slope: 0.21, length: 0.25),
        bikeTrust: Calibration(constant: -0.07, slope: 0.84, length: 0.46),
        engineTrust: Calibration(constant: 0.4, slope: 0.91, length: 0.15))

    /// How fast one moves in a way.
    func pace(_ movement: MotionClass) -> Pace {
        switch movement {
        case .still: still
        case .walk: walk
        case .bike: bike
        case .motor: motor
        }
    }
}
