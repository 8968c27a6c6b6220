/// Metrics in Prometheus's text format (version 0.0.4).
package struct MetricsText: Sendable {
    /// The type of a metric.
    package enum Kind: String, Sendable {
        /// A value that only rises, from 0 at the start.
        case counter
        /// A value that rises and falls.
        case gauge
        /// Counts of observations by size.
        case histogram
    }

    /// The text so far, one sample or comment a line.
    package private(set) var text = ""

    package init() {}

    /// Begins a metric with its name, help text and type; its samples follow.
    package mutating func family(_ name: String, _ help: String, _ kind: Kind) {
        let help = help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Appends a sample with its labels, in that order.
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

    /// Appends a metric with a single sample.
    package mutating func figure(
        _ name: String, _ help: String, _ kind: Kind, _ value: Double
    ) {
        family(name, help, kind)
        sample(name, value)
    }

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
