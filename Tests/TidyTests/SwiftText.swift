/// Separates Swift code from comments and strings, with sufficient accuracy for the tidy rules.
///
/// Limits: regular-expression literals are taken for code, and code inside an interpolation is
/// blanked together with its string.
enum SwiftText {
    /// Returns the text with comments and string contents replaced by blanks; lines keep their
    /// numbers.
    static func codeOnly(_ text: String) -> String {
        var scanner = Scanner(bytes: Array(text.utf8))
        scanner.run()
        return String(decoding: scanner.bytes, as: UTF8.self)
    }

    /// Returns the words of a line of code: runs of letters, digits and underscores.
    static func words(_ line: String) -> [String] {
        line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }

    private struct Scanner {
        var bytes: [UInt8]
        private var position = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func run() {
            while position < bytes.count {
                if starts(with: "//") {
                    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { blank() }
                } else if starts(with: "/*") {
                    skipBlockComment()
                } else if !skipString() {
                    position += 1
                }
            }
        }

        private func starts(with text: StaticString, at offset: Int = 0) -> Bool {
            let length = text.utf8CodeUnitCount
            guard position + offset + length <= bytes.count else { return false }
            return (0..<length).allSatisfy { bytes[position + offset + $0] == text.utf8Start[$0] }
        }

        private mutating func blank(_ count: Int = 1) {
            for _ in 0..<count where position < bytes.count {
                if bytes[position] != UInt8(ascii: "\n") { bytes[position] = UInt8(ascii: " ") }
                position += 1
            }
        }

        private mutating func skipBlockComment() {
            var depth = 0
            repeat {
                if starts(with: "/*") {
                    depth += 1
                    blank(2)
                } else if starts(with: "*/") {
                    depth -= 1
                    blank(2)
                } else {
                    blank()
                }
            } while depth > 0 && position < bytes.count
        }

        /// Blanks the string that begins here; returns false if there is none.
        private mutating func skipString() -> Bool {
            var hashes = 0
            while position + hashes < bytes.count, bytes[position + hashes] == UInt8(ascii: "#") {
                hashes += 1
            }
            guard starts(with: "\"", at: hashes) else { return false }
            let isMultiline = starts(with: "\"\"\"", at: hashes)
            let quotes = isMultiline ? 3 : 1
            position += hashes + quotes
            while position < bytes.count {
                if closes(quotes: quotes, hashes: hashes) {
                    position += quotes + hashes
                    return true
                }
                if bytes[position] == UInt8(ascii: "\\"), hashesFollow(hashes, at: position + 1) {
                    blank(1 + hashes)
                    if starts(with: "(") { skipInterpolation() } else { blank() }
                } else if bytes[position] == UInt8(ascii: "\n"), !isMultiline {
                    return true
                } else {
                    blank()
                }
            }
            return true
        }

        private func closes(quotes: Int, hashes: Int) -> Bool {
            guard position + quotes + hashes <= bytes.count else { return false }
            return (0..<quotes).allSatisfy { bytes[position + $0] == UInt8(ascii: "\"") }
                && hashesFollow(hashes, at: position + quotes)
        }

        private func hashesFollow(_ count: Int, at index: Int) -> Bool {
            guard index + count <= bytes.count else { return false }
            return bytes[index..<index + count].allSatisfy { $0 == UInt8(ascii: "#") }
        }

        private mutating func skipInterpolation() {
            var depth = 0
            repeat {
                let start = position
                if skipString() {
                    let end = position
                    position = start
                    blank(end - start)
                    continue
                }
                if starts(with: "(") { depth += 1 }
                if starts(with: ")") { depth -= 1 }
                blank()
            } while depth > 0 && position < bytes.count
        }
    }
}
