import TransitModel

/// The values that problems of a configuration show; logs keep them.
enum ShownValue {
    private static let maximumLength = 60

    /// Returns a value in quotes, cut if it is long, without what may be secret in an address:
    /// user, password and query.
    static func quoted(_ value: String) -> String {
        let text = withoutSecrets(ControlCharacters.leftOut(of: value))
        let start = text.prefix(maximumLength)
        return start.count < text.count ? "'\(start)…'" : "'\(text)'"
    }

    /// Returns the end of a sentence about a wrong value; empty for the file of a password, token
    /// or key, as operators write the secret itself there by mistake.
    static func contrast(_ shown: String, of key: String) -> String {
        ["password-file", "token-file", "key-file"].contains { key.hasSuffix($0) }
            ? "" : ", not \(shown)"
    }

    /// Passwords may contain any character, so everything before the last `@` counts as one.
    private static func withoutSecrets(_ text: String) -> String {
        let start = text.firstRange(of: "://")?.upperBound
        var rest = text[(start ?? text.startIndex)...]
        var user = ""
        if let sign = rest.lastIndex(of: "@"), start != nil || rest[..<sign].contains(":") {
            (user, rest) = ("…", rest[sign...])
        }
        var query = ""
        if start != nil, let mark = rest.firstIndex(of: "?") {
            (query, rest) = ("?…", rest[..<mark])
        }
        return text[..<(start ?? text.startIndex)] + user + rest + query
    }
}
