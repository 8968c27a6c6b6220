package import TransitModel

/// A search result.
package struct PlaceHit: Sendable, Equatable {
    /// The kind of the result.
    package let kind: Kind
    /// The name for display; for an address the street and number in local order.
    ///
    /// For example `12 High Street` or `Rua Direita 12`. A place without a name has its category
    /// (`toilets`).
    package let name: String
    /// The street near a place without a name; nil for others.
    package var nearStreet: String?
    /// The house number and its street; nil if it is not an address.
    package let address: HouseAddress?
    /// The OpenStreetMap value (`cafe`, `city`); nil for streets and addresses.
    package let category: String?
    /// The matched name if it differs from the displayed one (a translation, an older name).
    package let matchedName: String?
    /// The language of ``matchedName``; nil if it is not tagged.
    package let matchedLanguage: String?
    /// The town or village; nil if it is unknown.
    package let locality: String?
    /// The part of the town; nil if it is unknown.
    package let district: String?
    /// The position; for a street, a point in its middle.
    package let coordinate: Coordinate
    /// The straight-line distance in metres from the query's position; nil without one.
    package let distanceMetres: Double?
    /// The quality of the match.
    package let match: Match

    /// The kinds of results.
    package enum Kind: String, Sendable {
        case address
        case street
        case pointOfInterest = "poi"
        case locality
        case postcode

        init(_ kind: PlaceKind) {
            switch kind {
            case .locality: self = .locality
            case .street: self = .street
            case .pointOfInterest: self = .pointOfInterest
            case .postcode: self = .postcode
            }
        }
    }

    /// The quality of a match, from best to worst.
    package enum Match: Int, Sendable, Comparable {
        /// The whole name, and the house number if there is one in the query.
        case exact
        case nameBeginning
        /// Each query word begins a word of the name or the locality.
        case words
        /// The street only: the house number is unknown.
        case withoutNumber
        /// Letters are wrong, missing, added or swapped.
        case typos
        /// Some words match nothing.
        case someWords
        /// No text was given; the place is near.
        case near

        /// Better matches come first.
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// A house number in its street.
    package struct HouseAddress: Sendable, Equatable {
        /// The number on the door (`12a`).
        package let houseNumber: String
        /// The street, or the place by which houses are numbered.
        package let street: String
        /// Nil if it is unknown.
        package let postcode: String?
        /// Whether the position is interpolated between other numbers.
        package let isInterpolated: Bool
    }
}
