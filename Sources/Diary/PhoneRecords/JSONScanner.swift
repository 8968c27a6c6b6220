/// Reads a JSON text (RFC 8259) one list element after another, so that a large file is never whole
/// in memory as values.
///
/// It is not Foundation's decoder because the WebAssembly build has none, and both builds must
/// accept the same files.
struct JSONScanner {
    /// The text is cut off or is not JSON at a position.
    struct Damage: Error {
        /// Counted from 1.
        let line: Int
    }

    private let bytes: [UInt8]
    private(set) var index = 0
    /// The deepest nesting; deeper texts are treated as damaged.
    private static let maximumDepth = 64

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
    }

    // MARK: - Whole texts

    /// Whether the text begins like a list.
    var isList: Bool {
        bytes[index...].first { $0 > 0x20 } == UInt8(ascii: "[")
    }

    /// Reads the whole text.
    ///
    /// - Throws: ``Damage`` if it is not exactly one value.
    mutating func wholeValue() throws(Damage) -> JSONValue {
        let value = try value(depth: 0)
        try finish()
        return value
    }

    /// Calls `body` with each element of the lists that are the named members of the text's object,
    /// with the number of the name, in the order of the text.
    ///
    /// Returns for each name whether there is a list of it.
    ///
    /// - Throws: ``Damage`` if the text is not one object, or a named member neither a list nor
    ///   null.
    mutating func elements(
        of names: [StaticString], _ body: (_ name: Int, _ element: JSONValue) -> Void
    ) throws(Damage) -> [Bool] {
        var found = [Bool](repeating: false, count: names.count)
        try expect(UInt8(ascii: "{"))
        var isFirst = true
        while try continues(to: UInt8(ascii: "}"), &isFirst) {
            let name = try name()
            guard let number = names.firstIndex(where: { Self.names(name, $0) }) else {
                _ = try value(depth: 1)
                continue
            }
            if peek() == UInt8(ascii: "n") {
                try literal("null")
                continue
            }
            found[number] = true
            try elements(depth: 1) { body(number, $0) }
        }
        try finish()
        return found
    }

    /// Calls `body` with each element of the list that the text is.
    ///
    /// - Throws: ``Damage`` if the text is not one list.
    mutating func elements(_ body: (JSONValue) -> Void) throws(Damage) {
        try elements(depth: 0, body)
        try finish()
    }

    private mutating func elements(
        depth: Int, _ body: (JSONValue) -> Void
    ) throws(Damage) {
        try expect(UInt8(ascii: "["))
        var isFirst = true
        while try continues(to: UInt8(ascii: "]"), &isFirst) {
            body(try value(depth: depth + 1))
        }
    }

    private mutating func finish() throws(Damage) {
        guard peek() == nil else { throw damage }
    }

    // MARK: - Values

    private mutating func value(depth: Int) throws(Damage) -> JSONValue {
        guard depth < Self.maximumDepth, let first = peek() else { throw damage }
        switch first {
        case UInt8(ascii: "{"):
            return .object(try members(depth: depth))
        case UInt8(ascii: "["):
            var values: [JSONValue] = []
            index += 1
            var isFirst = true
            while try continues(to: UInt8(ascii: "]"), &isFirst) {
                values.append(try value(depth: depth + 1))
            }
            return .list(values)
        case UInt8(ascii: "\""):
            return .text(try quoted())
        case UInt8(ascii: "t"):
            try literal("true")
            return .flag(true)
        case UInt8(ascii: "f"):
            try literal("false")
            return .flag(false)
        case UInt8(ascii: "n"):
            try literal("null")
            return .null
        default:
            return .number(try number())
        }
    }

    private mutating func members(depth: Int) throws(Damage) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        index += 1
        var isFirst = true
        while try continues(to: UInt8(ascii: "}"), &isFirst) {
            let name = try name()
            members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
        }
        return members
    }

    /// Reads a member's name and the colon.
    private mutating func name() throws(Damage) -> ArraySlice<UInt8> {
        guard peek() == UInt8(ascii: "\"") else { throw damage }
        let name = try quoted()
        try expect(UInt8(ascii: ":"))
        return name
    }

    /// Whether another element follows; passes the comma before it, or the end.
    private mutating func continues(
        to end: UInt8, _ isFirst: inout Bool
    ) throws(Damage) -> Bool {
        let next = peek()
        if next == end {
            index += 1
            return false
        }
        if isFirst {
            isFirst = false
        } else {
            guard next == UInt8(ascii: ",") else { throw damage }
            index += 1
        }
        return true
    }

    private mutating func quoted() throws(Damage) -> ArraySlice<UInt8> {
        index += 1
        let start = index
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return bytes[start..<index - 1]
            case UInt8(ascii: "\\"):
                index += 2
            case 0..<0x20:
                throw damage
            default:
                index += 1
            }
        }
        throw damage
    }

    private mutating func number() throws(Damage) -> ArraySlice<UInt8> {
        let start = index
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let whole = digits()
        guard whole > 0, whole == 1 || bytes[index - whole] != UInt8(ascii: "0") else {
            throw damage
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard digits() > 0 else { throw damage }
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count,
                bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+")
            {
                index += 1
            }
            guard digits() > 0 else { throw damage }
        }
        return bytes[start..<index]
    }

    /// Passes digits and returns how many.
    private mutating func digits() -> Int {
        let start = index
        while index < bytes.count, (48...57).contains(bytes[index]) { index += 1 }
        return index - start
    }

    private mutating func literal(_ word: StaticString) throws(Damage) {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count, Self.names(bytes[index..<end], word) else { throw damage }
        index = end
    }

    private mutating func expect(_ byte: UInt8) throws(Damage) {
        guard peek() == byte else { throw damage }
        index += 1
    }

    /// Passes white space and returns the next byte; nil at the end.
    private mutating func peek() -> UInt8? {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0a, 0x0d, 0x09: index += 1
            default: return bytes[index]
            }
        }
        return nil
    }

    private var damage: Damage {
        Damage(line: bytes[..<min(index, bytes.count)].count { $0 == 0x0a } + 1)
    }

    // MARK: - Strings

    /// Whether the bytes of a string are a name without escapes.
    static func names(_ bytes: ArraySlice<UInt8>, _ name: StaticString) -> Bool {
        name.withUTF8Buffer { $0.count == bytes.count && $0.elementsEqual(bytes) }
    }

    /// Returns the text of a string's bytes; escapes that stand for nothing become U+FFFD.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var text: [UInt8] = []
        var units: [UInt16] = []
        func flush() {
            guard !units.isEmpty else { return }
            text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
            units = []
        }
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex else {
                flush()
                text.append(bytes[index])
                index += 1
                continue
            }
            let escaped = bytes[index + 1]
            if escaped == UInt8(ascii: "u") {
                let digits = bytes[min(index + 2, bytes.endIndex)..<min(index + 6, bytes.endIndex)]
                units.append(UInt16(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0xfffd)
                index = digits.endIndex
            } else {
                flush()
                text.append(plain(escaped))
                index += 2
            }
        }
        flush()
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the character of an escape of one letter; other escapes stand for themselves.
    private static func plain(_ escaped: UInt8) -> UInt8 {
        switch escaped {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0c
        case UInt8(ascii: "n"): 0x0a
        case UInt8(ascii: "r"): 0x0d
        case UInt8(ascii: "t"): 0x09
        default: escaped
        }
    }
}
