/// Texts in comma-separated tables (RFC 4180).
package enum CSVText {
    /// Returns a text as a field, in quotes if necessary.
    package static func field(_ text: String) -> String {
        // Scalars, since a carriage return with a line feed is one character.
        let needsQuotes = text.unicodeScalars.contains { scalar in
            switch scalar {
            case ",", "\"", "\n", "\r": true
            default: false
            }
        }
        guard needsQuotes else { return text }
        return text.unicodeScalars.reduce(into: "\"") { field, scalar in
            if scalar == "\"" { field += "\"" }
            field.unicodeScalars.append(scalar)
        } + "\""
    }

    /// Returns a text as a field for people's spreadsheets: an apostrophe precedes what these would
    /// evaluate as a formula.
    package static func fieldForSpreadsheets(_ text: String) -> String {
        field(isFormula(text) ? "'" + text : text)
    }

    /// Whether a spreadsheet may take the text for a formula; some take full-width signs too.
    private static func isFormula(_ text: String) -> Bool {
        switch text.unicodeScalars.first {
        case "=", "+", "-", "@", "\t", "\n", "\r", "\u{ff1d}", "\u{ff0b}", "\u{ff0d}", "\u{ff20}":
            true
        default: false
        }
    }
}
