/// The fields to include in an answer, from `fields[]` parameters such as
/// `connections/from/departure`.
///
/// A named field includes everything below it, unless fields below it are named too; then only
/// those are included. Lists do not count as a step of a path.
package indirect enum FieldFilter: Sendable, Equatable {
    /// This field and everything below it.
    case everything
    /// Only these of the fields below.
    case some([String: FieldFilter])

    /// The maximum number of steps read of a path; no answer is deeper.
    private static let maximumDepth = 10
    private static let maximumPaths = 200

    /// Parses paths; without any, all fields are included.
    package init(paths: [String]) {
        var root = FieldFilter.everything
        for path in paths.prefix(Self.maximumPaths) {
            let steps = path.split(separator: "/").prefix(Self.maximumDepth)
            if !steps.isEmpty { root.add(steps) }
        }
        self = root
    }

    private mutating func add(_ steps: ArraySlice<Substring>) {
        guard let first = steps.first else { return }
        var known: [String: FieldFilter] = [:]
        if case .some(let fields) = self { known = fields }
        var below = known[String(first)] ?? .everything
        below.add(steps.dropFirst())
        known[String(first)] = below
        self = .some(known)
    }

    /// Returns the filter of a field's content; nil if the field is not included.
    package subscript(name: String) -> FieldFilter? {
        switch self {
        case .everything: .everything
        case .some(let fields): fields[name]
        }
    }
}
