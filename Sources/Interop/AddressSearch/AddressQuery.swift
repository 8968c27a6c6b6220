package import TransitModel

/// A rider's search for an address.
package struct AddressQuery: Hashable, Sendable {
    /// The text typed, with white space normalised.
    package let text: String
    /// The position near which addresses rank higher; nil if unknown.
    package let near: Coordinate?
    /// The rider's language, such as `de`; nil leaves it to the geocoder.
    package let language: String?
    /// The maximum number of addresses, clamped to `1...maximumLimit`.
    package let limit: Int

    /// The minimum number of characters of a search.
    package static let minimumLetters = 3
    /// The maximum number of characters sent to the geocoder.
    package static let maximumLetters = 200
    /// The maximum number of addresses in an answer.
    package static let maximumLimit = 10

    /// Creates a query.
    ///
    /// `near` is rounded to a hundredth of a degree, about a kilometre. That suffices for ranking,
    /// and hides the rider's position from the geocoder's server.
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

/// A named address.
package struct Address: Hashable, Sendable {
    /// The name with its town.
    package let name: String
    package let coordinate: Coordinate

    package init(name: String, coordinate: Coordinate) {
        self.name = name
        self.coordinate = coordinate
    }
}
