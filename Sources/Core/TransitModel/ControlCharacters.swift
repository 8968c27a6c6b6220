/// Invisible characters that terminals, logs or the text direction react to.
package enum ControlCharacters {
    /// The text without control characters and without marks that turn the text direction.
    ///
    /// Tabs and line breaks become spaces; tabs and line feeds stay with `keepingLines`.
    package static func leftOut(of text: String, keepingLines: Bool = false) -> String {
        guard mayHold(text) else { return text }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0a: clean.append(keepingLines ? scalar : " ")
            case 0x0d, 0x2028, 0x2029: clean.append(" ")
            default: if !isControl(scalar) { clean.append(scalar) }
            }
        }
        return String(clean)
    }

    /// A quick test, because almost no text holds one.
    private static func mayHold(_ text: String) -> Bool {
        text.utf8.contains { $0 < 0x20 || $0 == 0x7f || $0 == 0xc2 || $0 == 0xe2 }
    }

    /// Whether the character is in C0 or C1, separates lines, or turns the text direction.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f..<0xa0, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
