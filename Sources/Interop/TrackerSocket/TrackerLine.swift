import JSONWriting
package import TransitModel

/// The line that a vehicle serves, with its name and colours for display.
package struct TrackerLine: Hashable, Sendable {
    /// A number that identifies the line; nil if the server gives none.
    package let id: Int64?
    /// The name that riders use.
    package let name: String
    /// The line's colour; nil if unknown.
    package let colour: RGBColour?
    /// The colour of text on the line's colour; nil if unknown.
    package let textColour: RGBColour?
}

extension TrackerLine {
    func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("id", id)
            $0.member("name", name)
            $0.member("color", colour?.hex.lowercased())
            $0.member("text_color", textColour?.hex.lowercased())
            $0.member("stroke", colour?.hex.lowercased())
            $0.member("tags", [])
        }
    }

    init?(_ node: JSONNode) {
        guard let name = node["name"].id else { return nil }
        self.init(
            id: node["id"].integer, name: ControlCharacters.leftOut(of: name, keepingLines: true),
            colour: Self.colour(node["color"]),
            textColour: Self.colour(node["text_color"]))
    }

    /// The first versions sent colours without the `#`.
    private static func colour(_ node: JSONNode) -> RGBColour? {
        node.string.flatMap { RGBColour(hex: $0) }
    }
}
