/// The length of a walk, with its stairs, lifts and kerbs.
package struct WalkLength: Sendable, Equatable {
    /// Metres along edges, including the gaps between the places and the edges at both ends.
    package internal(set) var metres: Double
    /// The metres of stairs, included in ``metres``.
    package internal(set) var stairsMetres: Double
    package internal(set) var lifts: Int
    /// The number of raised kerbs; counted for wheelchairs only.
    package internal(set) var raisedKerbs: Int

    /// The duration in seconds at a speed in metres per second.
    package func seconds(metresPerSecond speed: Double) -> Double {
        (metres + stairsMetres * (WalkProfile.stepsFactor - 1)) / speed
            + Double(lifts) * WalkProfile.liftSeconds
    }
}

/// The weights of a search, in centimetres or as factors of the length.
///
/// They affect the choice of way, not its reported length.
enum WalkWeight {
    /// Narrow lanes between buildings.
    static let alleyFactor: UInt32 = 2
    /// Access ways to single houses.
    static let drivewayFactor: UInt32 = 5
    static let flightOfSteps: UInt32 = 4250
    static let lift: UInt32 = 2000
    /// The penalty for entering a private way from a public one.
    static let privateEntry: UInt32 = 85_000
    /// The penalty of a raised kerb for wheelchairs.
    static let raisedKerb: UInt32 = 10_000

    @inline(__always)
    static func weigh(_ centimetres: UInt32, _ traits: UInt16) -> UInt32 {
        if traits & EdgeTraits.alley.rawValue != 0 { return centimetres &* alleyFactor }
        if traits & EdgeTraits.driveway.rawValue != 0 { return centimetres &* drivewayFactor }
        return centimetres
    }
}
