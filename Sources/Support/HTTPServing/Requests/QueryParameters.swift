package import Hummingbird
import NetworkAPI
package import TransitModel

/// The parameters of a request's query, read by the methods of `RequestParameters`.
///
/// - Throws: Each method a problem with status 400 that says what is expected.
package struct QueryParameters {
    private let values: RequestParameters

    package init(_ request: Request) {
        values = RequestParameters(query: request.uri.query)
    }

    private func value<Value>(
        _ read: (RequestParameters) throws(NetworkProblem) -> Value
    ) throws(Problem) -> Value {
        do throws(NetworkProblem) {
            return try read(values)
        } catch {
            throw Problem(error)
        }
    }

    package func text(_ name: String) -> String? { values.text(name) }

    package func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        try value { values throws(NetworkProblem) in try values.integer(name, in: range) }
    }

    package func walkingSpeed() throws(Problem) -> Double? {
        try value { values throws(NetworkProblem) in try values.walkingSpeed() }
    }

    package func choice<Choice>(_ name: String) throws(Problem) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        try value { values throws(NetworkProblem) -> Choice? in try values.choice(name) }
    }

    package func flag(_ name: String) throws(Problem) -> Bool {
        try value { values throws(NetworkProblem) in try values.flag(name) }
    }

    package func box(_ name: String) throws(Problem) -> BoundingBox? {
        try value { values throws(NetworkProblem) in try values.box(name) }
    }

    package func coordinate(_ name: String) throws(Problem) -> Coordinate? {
        try value { values throws(NetworkProblem) in try values.coordinate(name) }
    }

    package func instant(
        _ name: String, in zone: TransitTimeZone
    ) throws(Problem) -> UnixTime? {
        try value { values throws(NetworkProblem) in try values.instant(name, in: zone) }
    }

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
