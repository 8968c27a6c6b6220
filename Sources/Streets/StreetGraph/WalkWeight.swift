import TransitModel

/// The weights by which a search prefers ways, in centimetres or as factors of the length.
///
/// They affect the choice of way, not its reported length.
enum WalkWeight {
    /// Narrow lanes between buildings.
    static let alleyFactor: UInt32 = 2
    /// Access ways to single houses.
    static let drivewayFactor: UInt32 = 5
    static let flightOfSteps: UInt32 = 4250
    /// The penalty for entering a private way from a public one.
    static let privateEntry: UInt32 = 85_000
    /// The penalty of a raised kerb for wheelchairs.
    static let raisedKerb: UInt32 = 10_000

    /// Ways that a bicycle rides along weigh at least their length, in tenths of it.
    private static let calmRide: UInt32 = 10
    private static let usualRide: UInt32 = 11
    private static let busyRide: UInt32 = 16
    private static let roughRide: UInt32 = 15
    /// A pushed metre takes as long as this many ridden ones, in tenths.
    private static let push: UInt32 = 33
    /// No length times a factor exceeds 32 bits below this many centimetres, 800 km.
    private static let maximumLength: UInt32 = 80_000_000

    /// A lift weighs as much as the ground that the profile covers meanwhile: 75 m on foot, 48 m in
    /// a wheelchair and 250 m by bicycle.
    static func lift(_ profile: WalkProfile) -> UInt32 {
        let speed = profile.topSpeed(onFoot: profile.metresPerSecond)
        return UInt32(WalkProfile.liftSeconds * speed * 100)
    }

    @inline(__always)
    static func weigh(_ centimetres: UInt32, _ traits: UInt16) -> UInt32 {
        if traits & EdgeTraits.alley.rawValue != 0 { return centimetres &* alleyFactor }
        if traits & EdgeTraits.driveway.rawValue != 0 { return centimetres &* drivewayFactor }
        return centimetres
    }

    static func weigh(
        _ centimetres: UInt32, _ pace: CyclingTraits.Pace, _ traits: CyclingTraits
    ) -> UInt32 {
        let factor =
            switch pace {
            case .push: push
            case .ride where traits.contains(.isRough): roughRide
            case .ride where traits.contains(.isBusy): busyRide
            case .ride where traits.contains(.isCalm): calmRide
            case .ride: usualRide
            }
        return min(centimetres, maximumLength) * factor / 10
    }
}
