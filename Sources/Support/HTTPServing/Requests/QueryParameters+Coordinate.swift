package import TransitModel

extension QueryParameters {
    /// Returns a coordinate as in `47.17,8.51` (latitude, longitude), nil if the parameter is
    /// absent.
    ///
    /// - Throws: A problem with status 400 if the text is not a coordinate.
    package func coordinate(_ name: String) throws(Problem) -> Coordinate? {
        guard let text = text(name) else { return nil }
        if let place = CoordinateText.coordinate(text) { return place }
        throw .badParameter(
            name, expected: "latitude,longitude in degrees, as in 47.17,8.51", given: text)
    }
}
