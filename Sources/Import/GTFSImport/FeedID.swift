/// The id of a feed, which prefixes the ids of a network of several feeds: `town` in `town:stop-7`.
package enum FeedID {
    /// The maximum length of an id in characters.
    package static let maximumLength = 40
    /// The format of an id, for people.
    package static let expected =
        "1 to \(maximumLength) letters, digits, dots, hyphens and underlines, a letter or digit first"

    /// Whether a text is a valid feed id.
    ///
    /// It has no colon, so the part of a network's id before the first colon is always the feed.
    package static func isValid(_ text: String) -> Bool {
        guard (1...maximumLength).contains(text.utf8.count), let first = text.utf8.first else {
            return false
        }
        return isLetterOrDigit(first)
            && text.utf8.allSatisfy {
                isLetterOrDigit($0)
                    || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")]
                        .contains($0)
            }
    }

    /// Words as an id, for example `verkehrsbetriebe-zug`; nil if no valid character is left.
    static func slug(_ text: String) -> String? {
        var slug = ""
        for byte in text.lowercased().utf8 {
            if isLetterOrDigit(byte) {
                slug.unicodeScalars.append(Unicode.Scalar(byte))
            } else if byte < 0x80, !slug.isEmpty, !slug.hasSuffix("-") {
                slug += "-"
            }
        }
        slug = String(slug.prefix(maximumLength))
        while slug.hasSuffix("-") { slug.removeLast() }
        return isValid(slug) ? slug : nil
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
