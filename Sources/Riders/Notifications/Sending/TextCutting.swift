/// Shortens text to a limit.
enum TextCutting {
    /// Returns the result of `fitting` for the longest prefix that fits, with an ellipsis appended.
    ///
    /// `fitting` returns nil for text that is too long, and for all longer text. The empty text is
    /// tried last, without an ellipsis.
    ///
    /// - Complexity: `fitting` is called about log2(n) times for n characters.
    static func longestPrefix<Result>(of text: String, fitting: (String) -> Result?) -> Result? {
        let characters = Array(text)
        var best: Result?
        var low = 1
        var high = characters.count - 1
        while low <= high {
            let middle = (low + high) / 2
            if let result = fitting(String(characters[..<middle]) + "…") {
                best = result
                low = middle + 1
            } else {
                high = middle - 1
            }
        }
        return best ?? fitting("")
    }

    /// The longest prefix of at most `bytes` bytes in UTF-8.
    static func beginning(of text: String, bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        return longestPrefix(of: text) { $0.utf8.count <= bytes ? $0 : nil } ?? ""
    }
}
