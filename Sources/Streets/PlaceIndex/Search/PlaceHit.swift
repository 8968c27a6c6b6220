package import TransitModel

/// A place that was found.
package struct PlaceHit: Sendable, Equatable {
    /// Whether it is a house number or what has a name.
    package let kind: Kind
    /// The name to show: of an address the street and the number in the order of the place
    /// (`12 High Street`, `Rua Direita 12`).
    package let name: String
    /// The number and its street if it is an address.
    package let address: HouseAddress?
    /// The map's word for what it is (`cafe`, `city`); nil for streets and addresses.
    package let category: String?
    /// The name that was found if it is another one (a translation, an older name), else nil.
    package let matchedName: String?
    /// The language of ``matchedName``; nil if the map does not say.
    package let matchedLanguage: String?
    /// The town or village it lies in; nil if the map does not say.
    package let locality: String?
    /// The part of the town.
    package let district: String?
    /// Where it is; of a street some point amid it.
    package let coordinate: Coordinate
    /// Metres to the place of interest as the crow flies, nil without one.
    package let distanceMetres: Double?
    /// How well it fits.
    package let match: Match

    /// What was found.
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

    /// How well a place fits what was typed, the best first.
    package enum Match: Int, Sendable, Comparable {
        /// The whole name, and the house number if one was typed.
        case exact
        /// The name begins so.
        case nameBeginning
        /// Every word typed begins a word of the name or of the locality.
        case words
        /// The street alone: the house number that was typed is not known.
        case withoutNumber
        /// Letters are wrong, missing, too many or exchanged.
        case typos
        /// Some words fit nothing.
        case someWords
        /// Nothing was typed: the place is near.
        case near

        /// The better first.
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// A house number in its street.
    package struct HouseAddress: Sendable, Equatable {
        /// As on the door (`12a`).
        package let houseNumber: String
        /// The street, or what else houses are numbered by.
        package let street: String
        /// Nil if the map does not say.
        package let postcode: String?
        /// Whether the place was counted out between other numbers.
        package let isInterpolated: Bool
    }
}
