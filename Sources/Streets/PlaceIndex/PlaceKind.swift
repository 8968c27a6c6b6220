/// What kind of thing a place is.
package enum PlaceKind: UInt8, Sendable, CaseIterable {
    /// A city, a town, a village, a part of one.
    case locality = 0
    /// A street or a square.
    case street = 1
    /// A named place other than these: a shop, a school, a park.
    case pointOfInterest = 2
    /// All addresses of a postcode.
    case postcode = 3
}

/// How large a locality is.
package enum LocalityRank: Int, Sendable, CaseIterable {
    case city, town, village, hamlet
    case borough, suburb, quarter, neighbourhood
    /// A named spot where nobody needs to live: nothing lies in it.
    case spot

    /// Whether it is a part of a settlement.
    var isDistrict: Bool { self >= .borough && self < .spot }

    /// How far it usually reaches, in metres: the nearer of two in such units has a place.
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

    /// 0...255.
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
    /// The larger first.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A name, and the language it is in where that is tagged (`cy`).
package struct PlaceName: Hashable, Sendable {
    /// As it is shown.
    package let text: String
    /// As in OpenStreetMap's `name:cy`; nil for a name as used on the spot.
    package let language: String?

    /// A name in a language.
    package init(_ text: String, language: String? = nil) {
        self.text = text
        self.language = language
    }
}
