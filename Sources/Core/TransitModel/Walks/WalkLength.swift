/// Who walks or rides, which decides where they can go and how fast.
package enum WalkProfile: String, CaseIterable, Sendable {
    case foot
    case wheelchair
    /// Riding where that is allowed, and pushing the bicycle elsewhere.
    case bicycle

    /// The usual speed on level ground, in metres a second; that of a bicycle while it is pushed.
    package var metresPerSecond: Double {
        switch self {
        case .foot, .bicycle: 1.25
        case .wheelchair: 0.8
        }
    }

    /// The speed of a ridden bicycle in metres a second, with the halts at crossings: 15 km/h.
    package static let ridingMetresPerSecond = 15 / 3.6

    /// The speed in metres a second where nothing slows down who walks at `speed`.
    package func topSpeed(onFoot speed: Double) -> Double {
        self == .bicycle ? max(speed, Self.ridingMetresPerSecond) : speed
    }

    /// The seconds that a lift takes, waiting included.
    package static let liftSeconds = 60.0
    /// Steps take this many times as long as level ground.
    package static let stepsFactor = 2.0
}

/// The length of a walk, with its stairs, lifts and kerbs.
package struct WalkLength: Hashable, Sendable {
    /// Metres along ways, with the gaps from the places at both ends to their ways.
    package let metres: Double
    /// Metres of stairs among them.
    package let stairsMetres: Double
    /// Metres ridden on a bicycle among them; 0 for those who walk.
    package let riddenMetres: Double
    package let lifts: Int
    /// The number of kerbs that are not lowered; counted for wheelchairs only.
    package var raisedKerbs = 0

    package init(
        metres: Double, stairsMetres: Double = 0, riddenMetres: Double = 0, lifts: Int = 0
    ) {
        self.metres = metres
        self.stairsMetres = stairsMetres
        self.riddenMetres = riddenMetres
        self.lifts = lifts
    }

    /// The seconds that the walk takes at a speed on foot in metres a second.
    package func seconds(metresPerSecond speed: Double) -> Double {
        (metres - riddenMetres + stairsMetres * (WalkProfile.stepsFactor - 1)) / speed
            + riddenMetres / WalkProfile.ridingMetresPerSecond
            + Double(lifts) * WalkProfile.liftSeconds
    }
}
