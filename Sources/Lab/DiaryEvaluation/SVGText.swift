import TransitModel

/// A builder of simple SVG pictures.
struct SVGText {
    private var text: String

    init(width: Double, height: Double) {
        let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
        let view = "viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\""
        text = "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) \(view) "
        text += "font-family=\"sans-serif\" font-size=\"12\">\n"
        text += "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    }

    /// The finished picture.
    var closed: String { text + "</svg>\n" }

    mutating func add(_ element: String) { text += element + "\n" }

    mutating func box(x: Double, y: Double, width: Double, height: Double, colour: String) {
        let place = "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
        let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
        add("<rect \(place) \(size) fill=\"\(colour)\"/>")
    }

    mutating func dot(x: Double, y: Double, colour: String) {
        add(
            "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"5\" fill=\"\(colour)\"/>"
        )
    }

    mutating func line(fromX: Double, fromY: Double, toX: Double, toY: Double) {
        let from = "x1=\"\(Self.number(fromX))\" y1=\"\(Self.number(fromY))\""
        let to = "x2=\"\(Self.number(toX))\" y2=\"\(Self.number(toY))\""
        add("<line \(from) \(to) stroke=\"#999999\"/>")
    }

    mutating func label(_ label: String, x: Double, y: Double, anchor: String) {
        let place = "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" text-anchor=\"\(anchor)\""
        add("<text \(place)>\(MarkupText.escaped(label))</text>")
    }

    private static func number(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return tenths == tenths.rounded() && abs(tenths) < 1e9 ? "\(Int(tenths))" : "\(tenths)"
    }
}
