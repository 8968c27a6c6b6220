/// A streaming XML scanner for the subset of XML that track files use.
///
/// Foundation's parser crashes on some damaged files (Swift 6.3, Linux: an attribute that is not
/// UTF-8), and uploaded files may be damaged. Not supported: document types, which are refused so
/// that nothing can be defined, fetched or expanded; entities other than XML's five and character
/// references, which stay as written; namespace checks.
struct MarkupScanner {
    /// The next token of the file.
    enum Token: Equatable {
        case start(name: String, attributes: [String: String], isEmpty: Bool)
        case end(name: String)
        case text(String)
        /// The file ended between elements.
        case finished
        /// The file is cut off or is not valid markup here.
        case broken
    }

    private let bytes: [UInt8]
    private var index = 0
    private var open: [String] = []
    /// The deepest nesting; deeper files are treated as damaged.
    private static let maximumDepth = 100

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
    }

    /// The current line, counted from 1.
    var line: Int { bytes[..<min(index, bytes.count)].count { $0 == 0x0a } + 1 }

    mutating func next() -> Token {
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<") else { return text() }
            if skip(from: "<!--", to: "-->") || skip(from: "<?", to: "?>") { continue }
            if starts(with: "<![CDATA[") { return characterData() }
            if starts(with: "<!") { return .broken }
            return starts(with: "</") ? endTag() : startTag()
        }
        return index == bytes.count && open.isEmpty ? .finished : .broken
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }

    private func find(_ text: StaticString, from start: Int) -> Int? {
        text.withUTF8Buffer { wanted in
            guard start <= bytes.count, bytes.count - start >= wanted.count else { return nil }
            return (start...(bytes.count - wanted.count)).first {
                bytes[$0] == wanted[0] && bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
            }
        }
    }

    /// Skips a comment or an instruction; one without an end extends to the end of the file.
    private mutating func skip(from start: StaticString, to end: StaticString) -> Bool {
        guard starts(with: start) else { return false }
        index = find(end, from: index).map { $0 + end.utf8CodeUnitCount } ?? bytes.count + 1
        return true
    }

    private mutating func characterData() -> Token {
        guard let end = find("]]>", from: index) else { return .broken }
        let text = String(decoding: bytes[(index + 9)..<max(end, index + 9)], as: UTF8.self)
        index = end + 3
        return .text(text)
    }

    private mutating func text() -> Token {
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        defer { index = end }
        return .text(Self.resolved(bytes[index..<end]))
    }

    private mutating func endTag() -> Token {
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else { return .broken }
        let inside = bytes[(index + 2)..<end].drop { $0 <= 0x20 }
        let name = String(decoding: inside.prefix { $0 > 0x20 }, as: UTF8.self)
        guard open.popLast() == name else { return .broken }
        index = end + 1
        return .end(name: name)
    }

    private mutating func startTag() -> Token {
        index += 1
        let name = word()
        var attributes: [String: String] = [:]
        guard !name.isEmpty, open.count < Self.maximumDepth else { return .broken }
        while true {
            skipSpace()
            guard index < bytes.count else { return .broken }
            if bytes[index] == UInt8(ascii: ">") {
                index += 1
                open.append(name)
                return .start(name: name, attributes: attributes, isEmpty: false)
            }
            if starts(with: "/>") {
                index += 2
                return .start(name: name, attributes: attributes, isEmpty: true)
            }
            guard let (key, value) = attribute() else { return .broken }
            attributes[key] = value
        }
    }

    private mutating func attribute() -> (String, String)? {
        let key = word()
        skipSpace()
        guard !key.isEmpty, index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
            return nil
        }
        index += 1
        skipSpace()
        guard index < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[index]),
            let end = bytes[(index + 1)...].firstIndex(of: bytes[index])
        else { return nil }
        let value = bytes[(index + 1)..<end]
        index = end + 1
        return (key, Self.resolved(value))
    }

    private mutating func skipSpace() {
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    /// Reads a name, up to a space or a delimiter.
    private mutating func word() -> String {
        let signs = Set("=<>/\"'".utf8)
        let start = index
        while index < bytes.count, bytes[index] > 0x20, !signs.contains(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Returns the text of bytes in which XML's five entities stand for their characters.
    private static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var plain: [UInt8] = []
        var rest = bytes
        while let byte = rest.first {
            let entity = entities.first { entity in
                entity.name.withUTF8Buffer { rest.starts(with: $0) }
            }
            plain.append(entity?.character ?? byte)
            rest.removeFirst(entity?.name.utf8CodeUnitCount ?? 1)
        }
        return String(decoding: plain, as: UTF8.self)
    }

    private static let entities: [(name: StaticString, character: UInt8)] = [
        ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&quot;", UInt8(ascii: "\"")),
        ("&apos;", UInt8(ascii: "'")), ("&amp;", UInt8(ascii: "&")),
    ]
}
