import Transit
package import TransitModel

extension QueryParameters {
    /// A place as in `47.17,8.51` (latitude, longitude), nil if the parameter is absent.
    package func coordinate(_ name: String) throws(Problem) -> Coordinate? {
        guard let text = text(name) else { return nil }
        if let place = CoordinateText.coordinate(text) { return place }
        throw .badParameter(
            name, expected: "latitude,longitude in degrees, as in 47.17,8.51", given: text)
    }
}
