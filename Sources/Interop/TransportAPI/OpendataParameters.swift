import TransitModel

/// Query parameters, parsed as PHP does, in which the service is written.
///
/// Lists may be `via[]=A&via[]=B`, `via[0]=A&via[1]=B` and, as some clients send them,
/// `via=A&via=B`.
package struct OpendataParameters: Sendable {
    private let pairs: [(name: String, value: String)]

    /// The maximum number of parameters read; further ones are ignored.
    private static let maximumCount = 300

    /// Parses a query string; nil has no parameters.
    package init(query: String?) {
        pairs = (query ?? "").split(separator: "&").prefix(Self.maximumCount).map { part in
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                Self.base(of: Self.decoded(halves[0])),
                halves.count == 2 ? Self.decoded(halves[1]) : ""
            )
        }
    }

    /// Returns the last value of a parameter; nil if it is absent or empty.
    package func text(_ name: String) -> String? {
        guard let value = pairs.last(where: { $0.name == name })?.value, !value.isEmpty
        else { return nil }
        return value
    }

    /// Returns all non-empty values of a parameter, in order.
    package func list(_ name: String) -> [String] {
        pairs.lazy.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
    }

    /// Returns the name without a list's brackets.
    private static func base(of name: String) -> String {
        guard name.hasSuffix("]"), let bracket = name.firstIndex(of: "["),
            bracket > name.startIndex
        else { return name }
        return String(name[..<bracket])
    }

    private static func decoded(_ text: Substring) -> String {
        String(
            decoding: PercentEncoding.bytes(text.replacing("+", with: " ")), as: UTF8.self)
    }

    /// Encodes parameters as a query string.
    package static func text(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { $0.name.percentEncoded() + "=" + $0.value.percentEncoded() }
            .joined(separator: "&")
    }
}
