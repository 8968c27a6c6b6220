/// Who walks, which decides where they can go and how fast.
package enum WalkProfile: String, CaseIterable, Sendable {
    case foot
    case wheelchair

    /// The usual speed on level ground, in metres a second.
    package var metresPerSecond: Double {
        switch self {
        case .foot: 1.25
        case .wheelchair: 0.8
        }
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
    /// The number of lifts.
    package let lifts: Int
    /// The number of kerbs that are not lowered; counted for wheelchairs only.
    package let raisedKerbs: Int

    package init(metres: Double, stairsMetres: Double = 0, lifts: Int = 0, raisedKerbs: Int = 0) {
        self.metres = metres
        self.stairsMetres = stairsMetres
        self.lifts = lifts
        self.raisedKerbs = raisedKerbs
    }

    /// The seconds that the walk takes at a speed in metres a second.
    package func seconds(metresPerSecond speed: Double) -> Double {
        (metres + stairsMetres * (WalkProfile.stepsFactor - 1)) / speed
            + Double(lifts) * WalkProfile.liftSeconds
    }
}
