import Foundation

/// Text within the fields at the head of a mail.
enum HeaderText {
    /// A line takes 76 characters: 39 bytes become 52, 12 around them, and a short field name.
    private static let bytesOfWord = 39

    /// Any text as ASCII (RFC 2047): plain words as they are, all else as encoded words on lines of
    /// their own.
    static func encoded(_ text: String) -> String {
        guard !isPlain(text) else { return text }
        var words: [[UInt8]] = [[]]
        for character in text {
            for scalar in character.unicodeScalars {
                let bytes = Array(String(scalar).utf8)
                // A word holds whole characters (RFC 2047, section 5).
                if words[words.count - 1].count + bytes.count > bytesOfWord { words.append([]) }
                words[words.count - 1] += bytes
            }
        }
        return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }
            .joined(separator: "\r\n ")
    }

    /// The text without anything that could end a field or a mailbox.
    static func token(_ text: String) -> String {
        String(
            text.filter { character in
                character.isASCII
                    && (character.isLetter || character.isNumber || "-_.".contains(character))
            })
    }

    /// Words that need no quotes and fit on a line.
    private static func isPlain(_ text: String) -> Bool {
        (1...60).contains(text.utf8.count) && !text.hasPrefix(" ") && !text.hasSuffix(" ")
            && text.allSatisfy { character in
                character.isASCII
                    && (character.isLetter || character.isNumber || " -'/".contains(character))
            }
    }
}
