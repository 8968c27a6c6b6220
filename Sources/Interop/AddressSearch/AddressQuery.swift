package import TransitModel

/// What a rider types when looking for an address.
package struct AddressQuery: Hashable, Sendable {
    /// What was typed.
    package let text: String
    /// Near which place addresses are more likely; nil if that is not known.
    package let near: Coordinate?
    /// The rider's language, as in `de`; nil leaves it to the geocoder.
    package let language: String?
    /// The most addresses wanted, clamped to `1...maximumLimit`.
    package let limit: Int

    /// The fewest letters worth asking for.
    package static let minimumLetters = 3
    /// The most letters that are sent on.
    package static let maximumLetters = 200
    /// The most addresses of an answer.
    package static let maximumLimit = 10

    /// Asks for addresses.
    ///
    /// Places nearby are rounded to a hundredth of a degree, about a kilometre: that suffices to
    /// rank addresses, and does not tell a stranger's server where the rider stands.
    package init(
        _ text: String, near: Coordinate? = nil, language: String? = nil, limit: Int = 5
    ) {
        self.text = String(
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                .prefix(Self.maximumLetters))
        self.near = near.map {
            Coordinate(
                latitude: ($0.latitude * 100).rounded() / 100,
                longitude: ($0.longitude * 100).rounded() / 100)
        }
        self.language = language
        self.limit = min(Self.maximumLimit, max(1, limit))
    }
}

/// A place that has an address.
package struct Address: Hashable, Sendable {
    /// What people call it, with its town.
    package let name: String
    /// Where it is.
    package let coordinate: Coordinate

    package init(name: String, coordinate: Coordinate) {
        self.name = name
        self.coordinate = coordinate
    }
}
