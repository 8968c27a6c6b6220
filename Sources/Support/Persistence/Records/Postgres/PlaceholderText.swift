/// Converts SQLite's placeholders to PostgreSQL's.
enum PlaceholderText {
    /// Returns the statement with `$1` for the first `?`, and `$2` for `?2`.
    ///
    /// String literals, names and comments are unchanged.
    static func numbered(_ sql: String) -> String {
        var text: [UInt8] = []
        var quote: UInt8?
        var isRemark = false
        var count = 0
        var bytes = Array(sql.utf8)[...]
        while let byte = bytes.popFirst() {
            if isRemark {
                isRemark = byte != UInt8(ascii: "\n")
                text.append(byte)
            } else if let open = quote {
                if byte == open { quote = nil }
                text.append(byte)
            } else if byte == UInt8(ascii: "?") {
                let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                bytes = bytes.dropFirst(digits.count)
                text.append(UInt8(ascii: "$"))
                if digits.isEmpty {
                    count += 1
                    text += Array(String(count).utf8)
                } else {
                    text += digits
                }
            } else {
                if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { quote = byte }
                isRemark = byte == UInt8(ascii: "-") && bytes.first == byte
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
