package import Hummingbird
import NetworkAPI
package import TransitModel

/// Parses query parameters as `RequestParameters`; an invalid one becomes a problem that says
/// what is expected.
package struct QueryParameters {
    private let values: RequestParameters

    package init(_ request: Request) {
        values = RequestParameters(query: request.uri.query)
    }

    /// Returns what `read` reads.
    ///
    /// - Throws: The problem of a parameter as one of HTTP.
    private func value<Value>(
        _ read: (RequestParameters) throws(NetworkProblem) -> Value
    ) throws(Problem) -> Value {
        do throws(NetworkProblem) {
            return try read(values)
        } catch {
            throw Problem(error)
        }
    }

    /// Returns the text of a parameter, nil if it is absent or empty.
    package func text(_ name: String) -> String? { values.text(name) }

    /// Returns an integer, nil if the parameter is absent.
    ///
    /// - Throws: A problem with status 400 if the text is not an integer in the range.
    package func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        try value { values throws(NetworkProblem) in try values.integer(name, in: range) }
    }

    /// Returns the walking speed in metres a second, nil if it is absent.
    ///
    /// - Throws: A problem with status 400 unless it is 0.3 to 3.
    package func walkingSpeed() throws(Problem) -> Double? {
        try value { values throws(NetworkProblem) in try values.walkingSpeed() }
    }

    /// Returns one of a fixed set of words, nil if the parameter is absent.
    ///
    /// - Throws: A problem with status 400 if the text is none of them.
    package func choice<Choice>(_ name: String) throws(Problem) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        try value { values throws(NetworkProblem) -> Choice? in try values.choice(name) }
    }

    /// Returns a boolean from `true` or `false`; false if the parameter is absent.
    ///
    /// - Throws: A problem with status 400 if the text is neither.
    package func flag(_ name: String) throws(Problem) -> Bool {
        try value { values throws(NetworkProblem) in try values.flag(name) }
    }

    /// Returns a box as in `8.1,47.1,8.3,47.3` (west, south, east, north), nil if the parameter is
    /// absent.
    ///
    /// - Throws: A problem with status 400 if the text is not a box.
    package func box(_ name: String) throws(Problem) -> BoundingBox? {
        try value { values throws(NetworkProblem) in try values.box(name) }
    }

    /// Returns a coordinate as in `47.17,8.51` (latitude, longitude), nil if the parameter is
    /// absent.
    ///
    /// - Throws: A problem with status 400 if the text is not a coordinate.
    package func coordinate(_ name: String) throws(Problem) -> Coordinate? {
        try value { values throws(NetworkProblem) in try values.coordinate(name) }
    }

    /// Returns an instant, in the zone's local time unless it has an offset; nil if the parameter
    /// is absent.
    ///
    /// - Throws: A problem with status 400 if the text is not a time.
    package func instant(
        _ name: String, in zone: TransitTimeZone
    ) throws(Problem) -> UnixTime? {
        try value { values throws(NetworkProblem) in try values.instant(name, in: zone) }
    }

    /// Returns a day, nil if the parameter is absent.
    ///
    /// - Throws: A problem with status 400 if the text is not a day.
    package func day(_ name: String) throws(Problem) -> ServiceDay? {
        try value { values throws(NetworkProblem) in try values.day(name) }
    }
}

extension Parameters {
    /// Returns a segment of the path, percent-decoded if possible.
    ///
    /// - Throws: An error if the route has no such segment.
    package func segment(_ name: String) throws -> String {
        let text = try require(name)
        return PercentEncoding.decoded(text)
    }
}
