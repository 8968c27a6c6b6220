import Transit
package import TransitModel

/// The parameters of a URL's query; an invalid one becomes a problem that says what is expected.
package struct RequestParameters: Sendable {
    private let values: [(name: Substring, value: String)]

    private enum Flag: String, CaseIterable {
        case yes = "true"
        case no = "false"
    }

    /// Splits a query, the part of a URL behind the question mark; nil for none.
    package init(query: String?) {
        let parts = (query ?? "").split(separator: "&")
        values = parts.map { part in
            guard let end = part.firstIndex(of: "=") else { return (part, "") }
            return (part[..<end], PercentEncoding.decoded(part[part.index(after: end)...]))
        }
    }

    /// Whether the query has no parameter at all.
    package var isEmpty: Bool { values.isEmpty }

    /// Returns the text of a parameter, nil if it is absent or empty.
    package func text(_ name: String) -> String? {
        guard let value = values.first(where: { $0.name == name })?.value else { return nil }
        return value.isEmpty ? nil : value
    }

    /// Returns the texts of a parameter that may be given at most `maximum` times, in order.
    package func texts(_ name: String, maximum: Int) throws(NetworkProblem) -> [String] {
        let texts = values.filter { $0.name == name }.map { $0.value }
        guard texts.count <= maximum else {
            throw .badParameter(
                name, expected: "given at most \(maximum) times", given: "\(texts.count)")
        }
        return texts
    }

    /// Returns an integer, nil if the parameter is absent.
    ///
    /// - Throws: A problem with status 400 if the text is not an integer in the range.
    package func integer(
        _ name: String, in range: ClosedRange<Int>
    ) throws(NetworkProblem) -> Int? {
        guard let text = text(name) else { return nil }
        guard let value = Int(text), range.contains(value) else {
            throw .badParameter(
                name, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
                given: text)
        }
        return value
    }

    /// Returns the walking speed in metres a second, nil if it is absent.
    ///
    /// - Throws: A problem with status 400 unless it is 0.3 to 3.
    package func walkingSpeed() throws(NetworkProblem) -> Double? {
        guard let text = text("walkingSpeed") else { return nil }
        guard let speed = DecimalText.number(text), (0.3...3).contains(speed) else {
            throw .badParameter(
                "walkingSpeed", expected: "0.3 to 3 metres a second", given: text)
        }
        return speed
    }

    /// Returns one of a fixed set of words, nil if the parameter is absent.
    ///
    /// - Throws: A problem with status 400 if the text is none of them.
    package func choice<Choice>(_ name: String) throws(NetworkProblem) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let text = text(name) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map { $0.rawValue }
        throw .badParameter(name, expected: words.joined(separator: " or "), given: text)
    }

    /// Returns a boolean from `true` or `false`; false if the parameter is absent.
    ///
    /// - Throws: A problem with status 400 if the text is neither.
    package func flag(_ name: String) throws(NetworkProblem) -> Bool {
        let flag: Flag? = try choice(name)
        return flag == .yes
    }

    /// Returns a box as in `8.1,47.1,8.3,47.3` (west, south, east, north), nil if the parameter is
    /// absent.
    ///
    /// - Throws: A problem with status 400 if the text is not a box.
    package func box(_ name: String) throws(NetworkProblem) -> BoundingBox? {
        guard let text = text(name) else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
            DecimalText.number($0)
        }
        if numbers.count == 4, let west = numbers[0], let south = numbers[1],
            let east = numbers[2], let north = numbers[3],
            // Maps can be scrolled beyond the edges of the world.
            let box = BoundingBox(
                west: max(-180, west), south: max(-90, south), east: min(180, east),
                north: min(90, north))
        {
            return box
        }
        throw .badParameter(
            name, expected: "west,south,east,north in degrees, as in 8.1,47.1,8.3,47.3",
            given: text)
    }

    /// Returns a coordinate as in `47.17,8.51` (latitude, longitude), nil if the parameter is
    /// absent.
    ///
    /// - Throws: A problem with status 400 if the text is not a coordinate.
    package func coordinate(_ name: String) throws(NetworkProblem) -> Coordinate? {
        guard let text = text(name) else { return nil }
        if let place = CoordinateText.coordinate(text) { return place }
        throw .badParameter(
            name, expected: "latitude,longitude in degrees, as in 47.17,8.51", given: text)
    }

    /// Returns an instant, in the zone's local time unless it has an offset; nil if the parameter
    /// is absent.
    ///
    /// - Throws: A problem with status 400 if the text is not a time.
    package func instant(
        _ name: String, in zone: TransitTimeZone
    ) throws(NetworkProblem) -> UnixTime? {
        guard let text = text(name) else { return nil }
        if let time = TimestampText.instant(text, in: zone) { return time }
        throw .badParameter(
            name, expected: "a time as in 2026-05-04T08:00 or 2026-05-04T08:00:00+02:00",
            given: text)
    }

    /// Returns a day, nil if the parameter is absent.
    ///
    /// - Throws: A problem with status 400 if the text is not a day.
    package func day(_ name: String) throws(NetworkProblem) -> ServiceDay? {
        guard let text = text(name) else { return nil }
        if let day = ServiceDay(text) { return day }
        throw .badParameter(name, expected: "a day as in 2026-05-04", given: text)
    }
}
