import TransitModel

extension WalkStep {
    /// The way and its length for terminals, as in `lift to level -2` or `High Street 120 m`.
    var text: String {
        let goal =
            level.map { " to level \($0 == $0.rounded() ? String(Int($0)) : String($0))" } ?? ""
        let way =
            switch kind {
            case .lift, .stairs, .escalator: kind.rawValue + goal
            case .street, .footway, .crossing, .platform: name ?? kind.rawValue
            }
        let push = isPushed ? "push " : ""
        return kind == .lift ? way : "\(push)\(way) \(Int(metres.rounded())) m"
    }

    /// Whether the step leads to another level.
    var changesLevel: Bool {
        switch kind {
        case .lift, .stairs, .escalator: true
        case .street, .footway, .crossing, .platform: false
        }
    }
}
