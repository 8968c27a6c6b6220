import Foundation

/// Encodes text for the header fields of a mail.
enum HeaderText {
    /// A line has 76 characters: 39 bytes become 52, and 12 around them leave room for a short
    /// field name.
    private static let bytesOfWord = 39

    /// Encodes text as ASCII (RFC 2047): plain words unchanged, the rest as encoded words on lines
    /// of their own.
    static func encoded(_ text: String) -> String {
        guard !isPlain(text) else { return text }
        var words: [[UInt8]] = [[]]
        for character in text {
            for scalar in character.unicodeScalars {
                let bytes = Array(String(scalar).utf8)
                // An encoded word has whole characters (RFC 2047, section 5).
                if words[words.count - 1].count + bytes.count > bytesOfWord { words.append([]) }
                words[words.count - 1] += bytes
            }
        }
        return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }
            .joined(separator: "\r\n ")
    }

    /// The text without characters that could end a field or a mailbox.
    static func token(_ text: String) -> String {
        String(
            text.filter { character in
                character.isASCII
                    && (character.isLetter || character.isNumber || "-_.".contains(character))
            })
    }

    /// Whether the text needs no encoding and fits on a line.
    private static func isPlain(_ text: String) -> Bool {
        (1...60).contains(text.utf8.count) && !text.hasPrefix(" ") && !text.hasSuffix(" ")
            && text.allSatisfy { character in
                character.isASCII
                    && (character.isLetter || character.isNumber || " -'/".contains(character))
            }
    }
}
