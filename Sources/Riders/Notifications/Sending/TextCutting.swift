/// Shortens text to what fits.
enum TextCutting {
    /// What `fitting` makes of the longest beginning of a text that fits, an ellipsis behind it.
    ///
    /// `fitting` gives nil for what is too long, and must do so for all that is longer. The empty
    /// text is tried last, without an ellipsis.
    ///
    /// - Complexity: `fitting` is called about log2(n) times for n characters.
    static func longest<Result>(of text: String, fitting: (String) -> Result?) -> Result? {
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

    /// The longest beginning of a text that is `bytes` long at most in UTF-8.
    static func beginning(of text: String, bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        return longest(of: text) { $0.utf8.count <= bytes ? $0 : nil } ?? ""
    }
}
