/// The reason why an operator's input is refused.
package enum CampusProblem: Error, Equatable, CustomStringConvertible {
    /// A field is missing or invalid.
    case badField(String, expected: String)
    /// The entry does not exist.
    case unknown(kind: String, id: Int64)
    /// Another entry refers to this one.
    case inUse(String)
    /// The maximum number of entries is reached.
    case full(kind: String, limit: Int)

    /// A sentence for operators.
    package var description: String {
        switch self {
        case .badField(let name, let expected): "'\(name)' must be \(expected)."
        case .unknown(let kind, let id): "There is no \(kind) \(id)."
        case .inUse(let sentence): sentence
        case .full(let kind, let limit): "There are \(limit) \(kind)s already, and no more fit."
        }
    }
}
