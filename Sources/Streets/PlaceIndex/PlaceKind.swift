/// The kind of a place.
package enum PlaceKind: UInt8, Sendable, CaseIterable {
    /// A city, town or village, or a part of one.
    case locality = 0
    /// A street or a square.
    case street = 1
    /// Another named place, such as a shop, a school or a park.
    case pointOfInterest = 2
    /// The addresses of a postcode.
    case postcode = 3
}

/// The size of a locality.
package enum LocalityRank: Int, Sendable, CaseIterable {
    case city, town, village, hamlet
    case borough, suburb, quarter, neighbourhood
    /// A named spot without inhabitants, to which no other place belongs.
    case spot

    /// Whether it is a part of a settlement.
    var isDistrict: Bool { self >= .borough && self < .spot }

    /// The typical radius in metres; a place belongs to the settlement nearest in this unit.
    var reachMetres: Double {
        switch self {
        case .city: 12_000
        case .town: 5_000
        case .village: 2_000
        case .hamlet: 800
        case .borough: 3_000
        case .suburb: 2_000
        case .quarter: 1_200
        case .neighbourhood: 700
        case .spot: 0
        }
    }

    /// The importance, 0...255.
    var importance: UInt8 {
        switch self {
        case .city: 255
        case .town: 215
        case .village: 180
        case .borough, .suburb: 160
        case .hamlet, .quarter: 140
        case .neighbourhood: 120
        case .spot: 40
        }
    }
}

extension LocalityRank: Comparable {
    /// Larger ranks come first.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
