/// Texts in XML and HTML.
package enum MarkupText {
    /// Escapes a text for elements and quoted attributes; control characters become spaces.
    package static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case _ where scalar.value < 32: escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
