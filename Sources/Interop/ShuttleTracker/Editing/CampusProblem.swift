/// Why an entry of an operator is not taken.
package enum CampusProblem: Error, Equatable, CustomStringConvertible {
    /// A field cannot stay as it is.
    case badField(String, expected: String)
    /// There is no such entry.
    case unknown(kind: String, id: Int64)
    /// Something else needs the entry.
    case inUse(String)
    /// There are as many as there may be.
    case full(kind: String, limit: Int)

    /// One sentence for people.
    package var description: String {
        switch self {
        case .badField(let name, let expected): "'\(name)' must be \(expected)."
        case .unknown(let kind, let id): "There is no \(kind) \(id)."
        case .inUse(let sentence): sentence
        case .full(let kind, let limit): "There are \(limit) \(kind)s already, and no more fit."
        }
    }
}
