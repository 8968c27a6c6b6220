/// Which fields of an answer are wanted: the `fields[]` parameters, as in
/// `connections/from/departure`.
///
/// A field that is named is there with all below it, unless some of what is below is named too;
/// then only that is. Lists do not count as a step of a path.
package indirect enum FieldFilter: Sendable, Equatable {
    /// This field and all below it.
    case everything
    /// Only these of the fields below.
    case some([String: FieldFilter])

    /// The longest path that is read, in steps; no answer is deeper.
    private static let maximumDepth = 10
    /// The most paths that are read.
    private static let maximumPaths = 200

    /// Reads paths; without any, everything is wanted.
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

    /// What is wanted of a field's content; nil if the field is not wanted.
    package subscript(name: String) -> FieldFilter? {
        switch self {
        case .everything: .everything
        case .some(let fields): fields[name]
        }
    }
}
