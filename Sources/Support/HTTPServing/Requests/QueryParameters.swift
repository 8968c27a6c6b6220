import Foundation
package import Hummingbird
package import TransitModel

/// Parses query parameters; an invalid one becomes a problem that says what is expected.
package struct QueryParameters {
    private let request: Request

    private enum Flag: String, CaseIterable {
        case yes = "true"
        case no = "false"
    }

    package init(_ request: Request) {
        self.request = request
    }

    /// Returns the text of a parameter, nil if it is absent or empty.
    package func text(_ name: String) -> String? {
        guard let value = request.uri.queryParameters[name[...]] else { return nil }
        return value.isEmpty ? nil : String(value)
    }

    /// Returns an integer, nil if the parameter is absent.
    ///
    /// - Throws: A problem with status 400 if the text is not an integer in the range.
    package func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = text(name) else { return nil }
        guard let value = Int(text), range.contains(value) else {
            throw .badParameter(
                name, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
                given: text)
        }
        return value
    }

    /// Returns one of a fixed set of words, nil if the parameter is absent.
    ///
    /// - Throws: A problem with status 400 if the text is none of them.
    package func choice<Choice>(_ name: String) throws(Problem) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let text = text(name) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        throw .badParameter(name, expected: words.joined(separator: " or "), given: text)
    }

    /// Returns a boolean from `true` or `false`; false if the parameter is absent.
    ///
    /// - Throws: A problem with status 400 if the text is neither.
    package func flag(_ name: String) throws(Problem) -> Bool {
        let flag: Flag? = try choice(name)
        return flag == .yes
    }

    /// Returns a box as in `8.1,47.1,8.3,47.3` (west, south, east, north), nil if the parameter is
    /// absent.
    ///
    /// - Throws: A problem with status 400 if the text is not a box.
    package func box(_ name: String) throws(Problem) -> BoundingBox? {
        guard let text = text(name) else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0)
        }
        if numbers.count == 4, let west = numbers[0], let south = numbers[1],
            let east = numbers[2], let north = numbers[3],
            [west, south, east, north].allSatisfy(\.isFinite),
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
}

extension Parameters {
    /// Returns a segment of the path, percent-decoded if possible.
    ///
    /// - Throws: An error if the route has no such segment.
    package func segment(_ name: String) throws -> String {
        let text = try require(name)
        return text.removingPercentEncoding ?? text
    }
}
