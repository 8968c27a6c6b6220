/// Parses coordinates written as `47.17,8.51`: latitude and longitude in degrees.
package enum CoordinateText {
    /// Returns the coordinate; nil if the text is anything else or off the globe.
    package static func coordinate(_ text: String) -> Coordinate? {
        numbers(trimmed(text)).flatMap(place)
    }

    package static func numbers(_ text: String) -> (Double, Double)? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = DecimalText.number(trimmed(parts[0])),
            let second = DecimalText.number(trimmed(parts[1]))
        else { return nil }
        return (first, second)
    }

    package static func place(_ latitude: Double, _ longitude: Double) -> Coordinate? {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    package static func trimmed(_ text: some StringProtocol) -> String {
        var rest = Substring(text).unicodeScalars
        while rest.first?.isSpace == true { rest.removeFirst() }
        while rest.last?.isSpace == true { rest.removeLast() }
        return String(rest)
    }
}
