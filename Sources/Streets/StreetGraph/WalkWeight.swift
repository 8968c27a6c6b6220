/// The weights by which a search prefers ways, in centimetres or as factors of the length.
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
