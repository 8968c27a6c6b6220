/// The parameters that distinguish modes of movement, in one place so that they can be fitted
/// again.
///
/// ``standard`` states where each comes from. The fitted ones are fitted by `Benchmarks/diary-modes
/// fit` on the recorded traces. docs/diary-inference.md shows the accuracy of parameters fitted on
/// other traces.
package struct ModeModel: Hashable, Sendable {
    /// The speed of a kind of movement.
    package struct Pace: Hashable, Sendable {
        /// The typical speed, in metres per second.
        package var typical: Double
        /// The standard deviation of the logarithm of the speed.
        package var spread: Double
    }

    package var still: Pace
    package var walk: Pace
    package var bike: Pace
    /// In any motorised vehicle.
    package var motor: Pace
    /// A speed between two fixes further apart than this carries no information, in seconds.
    package var blind: Double
    /// The weight of the phone's reported activity relative to the evidence of speed.
    package var wordWeight: Double

    /// The cost of a transition between two kinds of movement, in units of log evidence.
    package var price: Double
    /// The factor of the cost between standing and walking: walkers stop and go.
    package var stopShare: Double
    /// The factor of the cost between cycling and motorised: nobody changes without a step on foot.
    package var rideShare: Double

    /// Shorter halts are merged into their surroundings, in seconds.
    package var shortestHalt: Double
    /// A shorter halt or walk between two rides of one kind is part of the ride, in seconds.
    package var shortestBreak: Double
    /// Shorter walks are merged into their surroundings, in seconds.
    package var shortestWalk: Double
    /// Shorter rides are merged into their surroundings, in seconds.
    package var shortestRide: Double
    /// Two consecutive rides of at least this duration are separated if one is cycled and the other
    /// is motorised, in seconds.
    package var surelyRide: Double
    /// The assumed walk to the vehicle where the beginning of a ride was not seen, in seconds.
    package var access: Double

    /// The 90th percentile of a ride's speed at which cycling and a motor are equally likely, in
    /// metres per second.
    package var engineSpeed: Double
    /// The spread of the logarithm of that speed.
    package var engineSpread: Double
    /// The weight of the phone's reported activities during a whole ride.
    package var engineWords: Double

    /// A wait longer than this is evidence for public transport, one unit per additional minute, in
    /// seconds.
    package var usualWait: Double
    /// The distance from boarding within which somebody waits, in metres.
    package var waitingRadius: Double
    /// The evidence of an earlier ride on the trip for public transport.
    package var earlierRide: Double
    /// The halts per kilometre of a fast car.
    package var carHalts: Double
    /// The evidence of one more halt per kilometre.
    package var haltWeight: Double

    /// The calibration of the probabilities of walks.
    package var walkTrust: Calibration
    /// The calibration of the probabilities of bicycle rides.
    package var bikeTrust: Calibration
    /// The calibration of the probabilities of motorised rides.
    package var engineTrust: Calibration

    /// The parameters in use.
    ///
    /// Fitted on the 47 recorded traces: the paces of cycling and motorised rides, `access`,
    /// `carHalts`, `waitingRadius`, `usualWait` and the three calibrations. The others come
    /// unchanged from the description of the method or the literature, because the traces contain
    /// too few walkers to estimate how fast others walk.
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

    func pace(_ movement: MotionClass) -> Pace {
        switch movement {
        case .still: still
        case .walk: walk
        case .bike: bike
        case .motor: motor
        }
    }
}

#if !hasFeature(Embedded)
extension ModeModel: Codable {}
extension ModeModel.Pace: Codable {}
#endif
