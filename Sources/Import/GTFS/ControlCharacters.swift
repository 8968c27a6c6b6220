/// Invisible characters that terminals or the text direction react to.
enum ControlCharacters {
    /// Whether the bytes may include one; a quick test, because almost no text does.
    static func mayHold(_ bytes: ByteText) -> Bool {
        for byte in bytes where byte < 0x20 || byte == 0x7f || byte == 0xc2 || byte == 0xe2 {
            return true
        }
        return false
    }

    /// The text without control characters; tabs and line breaks become spaces.
    static func leftOut(of text: String) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0a, 0x0d: clean.append(" ")
            // C0, C1, and the characters that change the text direction.
            case 0..<0x20, 0x7f..<0xa0, 0x202a...0x202e, 0x2066...0x2069: continue
            default: clean.append(scalar)
            }
        }
        return String(clean)
    }
}
