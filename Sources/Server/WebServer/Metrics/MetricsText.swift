/// Figures about the server in the text form that Prometheus reads (version 0.0.4).
package struct MetricsText: Sendable {
    /// How a figure behaves.
    package enum Kind: String, Sendable {
        /// It only rises, from 0 at the start.
        case counter
        /// It rises and falls.
        case gauge
        /// Counts by size.
        case histogram
    }

    /// What has been written so far, a line each.
    package private(set) var text = ""

    /// Nothing is written yet.
    package init() {}

    /// Begins a figure: its name, what it is for people, and how it behaves; its values follow.
    package mutating func family(_ name: String, _ help: String, _ kind: Kind) {
        let help = help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// A value with what tells it from the others of its figure, in that order.
    package mutating func sample(
        _ name: String, _ value: Double, _ labels: KeyValuePairs<String, String> = [:]
    ) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { name, value in
                let value = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                    .replacing("\n", with: "\\n")
                return "\(name)=\"\(value)\""
            }
            text += "{" + pairs.joined(separator: ",") + "}"
        }
        text += " \(Self.number(value))\n"
    }

    /// A figure of one value.
    package mutating func figure(
        _ name: String, _ help: String, _ kind: Kind, _ value: Double
    ) {
        family(name, help, kind)
        sample(name, value)
    }

    /// Appends what was written elsewhere.
    package mutating func append(_ other: MetricsText) {
        text += other.text
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return value.magnitude < 1e15 && value == value.rounded()
            ? String(Int64(value)) : String(value)
    }
}
