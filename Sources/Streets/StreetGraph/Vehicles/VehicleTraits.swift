/// The kind of a way that vehicles use, and restrictions on it, in 16 bits.
struct VehicleTraits: Equatable {
    /// The kinds of ways, stored by their numbers.
    enum Kind: UInt16, CaseIterable {
        case motorway, trunk, primary, secondary, tertiary, unclassified, residential
        case livingStreet
        /// A road for buses only.
        case busway
        case service
        /// A driveway or an aisle of a car park.
        case minorService
        case track
        case rail, lightRail, subway, tram, narrowGauge, monorail, funicular
        case ferry
        case aerialway
    }

    /// The stored bits: the kind in bits 0-4.
    let rawValue: UInt16

    static let noForwardFlag: UInt16 = 32
    static let noBackwardFlag: UInt16 = 64
    static let restrictedFlag: UInt16 = 128
    private static let kindMask: UInt16 = 31

    init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    init(_ kind: Kind, flags: UInt16 = 0) {
        rawValue = kind.rawValue | flags
    }

    /// The number of the kind, 0..<32.
    var kindNumber: Int { Int(rawValue & Self.kindMask) }

    /// Whether the way is private, or a siding or yard of a railway.
    var isRestricted: Bool { rawValue & Self.restrictedFlag != 0 }

    /// Whether vehicles may go in the direction of the points, or against it if `isTurned`.
    func isAllowed(isTurned: Bool) -> Bool {
        rawValue & (isTurned ? Self.noBackwardFlag : Self.noForwardFlag) == 0
    }
}
