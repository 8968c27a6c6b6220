package import TransitModel

/// The line that a vehicle serves, as screens name and paint it.
package struct TrackerLine: Hashable, Sendable {
    /// A number that stands for the line; nil where the server gives none.
    package let id: Int64?
    /// As riders call it.
    package let name: String
    /// Its colour; nil if unknown.
    package let colour: RGBColour?
    /// The colour of text on it; nil if unknown.
    package let textColour: RGBColour?

    /// Describes a line.
    package init(id: Int64?, name: String, colour: RGBColour?, textColour: RGBColour?) {
        self.id = id
        self.name = name
        self.colour = colour
        self.textColour = textColour
    }

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
            id: node["id"].integer, name: name, colour: Self.colour(node["color"]),
            textColour: Self.colour(node["text_color"]))
    }

    /// Colours came without the `#` in the first years.
    private static func colour(_ node: JSONNode) -> RGBColour? {
        guard let text = node.string else { return nil }
        let digits = text.drop { $0 == "#" }
        return digits.count == 6 ? UInt32(digits, radix: 16).map { RGBColour($0) } : nil
    }
}
