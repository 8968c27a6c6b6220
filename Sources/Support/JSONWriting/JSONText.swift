/// A JSON text under construction, with its open objects and lists.
struct JSONText {
    private(set) var bytes: [UInt8] = []
    private var open: [Level] = []
    /// Members of the open objects, the outermost object's first.
    private var members: [Member] = []
    private var scratch: [UInt8] = []

    private struct Level {
        let isObject: Bool
        /// The index of the level's first member.
        let firstMember: Int
        var count = 0
        var isInOrder = true
    }

    private struct Member {
        /// The position after the key's opening quote.
        let start: Int
        /// The position of the key's closing quote.
        let keyEnd: Int
    }

    init() {
        bytes.reserveCapacity(4096)
    }

    var count: Int { bytes.count }

    // MARK: - Structure

    /// Ends a value that began at a position of the text; a value that wrote nothing becomes an
    /// empty object.
    mutating func finish(from start: Int, at depth: Int) {
        close(to: depth)
        if bytes.count == start { add("{}") }
    }

    /// Begins an object or a list; `depth` is the number of open levels around it.
    ///
    /// A value that begins an object again continues the one that it began.
    mutating func begin(isObject: Bool, at depth: Int) {
        if open.count > depth, open[depth].isObject == isObject { return close(to: depth + 1) }
        close(to: depth)
        bytes.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        open.append(Level(isObject: isObject, firstMember: members.count))
    }

    /// Closes all levels within the outermost `depth`.
    @inline(__always)
    mutating func close(to depth: Int) {
        if open.count > depth { closeAll(to: depth) }
    }

    private mutating func closeAll(to depth: Int) {
        while open.count > depth {
            let level = open.removeLast()
            if !level.isInOrder { sort(from: level.firstMember) }
            if level.isObject {
                members.removeLast(members.count - level.firstMember)
                bytes.append(UInt8(ascii: "}"))
            } else {
                bytes.append(UInt8(ascii: "]"))
            }
        }
    }

    /// Begins the next element of the list that is open at a depth.
    mutating func element(at depth: Int) {
        goOn(at: depth)
    }

    /// Begins the next member of the object that is open at a depth.
    mutating func member(_ key: String, at depth: Int) {
        goOn(at: depth)
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        addEscaped(key)
        let member = Member(start: start, keyEnd: bytes.count)
        add("\":")
        let level = open[depth - 1]
        if level.isInOrder, members.count > level.firstMember,
            let last = members.last, !isBefore(last, member)
        {
            open[depth - 1].isInOrder = false
        }
        members.append(member)
    }

    func count(at depth: Int) -> Int { open.count >= depth ? open[depth - 1].count : 0 }

    private mutating func goOn(at depth: Int) {
        precondition(open.count >= depth, "a container that was ended is written into")
        close(to: depth)
        if open[depth - 1].count > 0 { bytes.append(UInt8(ascii: ",")) }
        open[depth - 1].count += 1
    }

    // MARK: - Order

    private func isBefore(_ left: Member, _ right: Member) -> Bool {
        let (leftCount, rightCount) = (left.keyEnd - left.start, right.keyEnd - right.start)
        for place in 0..<min(leftCount, rightCount) {
            let (own, other) = (bytes[left.start + place], bytes[right.start + place])
            if own != other { return own < other }
        }
        return leftCount < rightCount
    }

    /// Sorts the members of the object that ends here.
    private mutating func sort(from first: Int) {
        let start = members[first].start - 1
        let end = bytes.count
        let order = (first..<members.count).sorted { left, right in
            let (one, other) = (members[left], members[right])
            return isBefore(one, other) || (left < right && !isBefore(other, one))
        }
        scratch.removeAll(keepingCapacity: true)
        for (number, member) in order.enumerated() {
            // Of several members with one name, the last one is kept.
            if number + 1 < order.count, !isBefore(members[member], members[order[number + 1]]) {
                continue
            }
            if !scratch.isEmpty { scratch.append(UInt8(ascii: ",")) }
            let next = member + 1 < members.count ? members[member + 1].start - 2 : end
            scratch.append(contentsOf: bytes[members[member].start - 1..<next])
        }
        bytes.replaceSubrange(start..<end, with: scratch)
    }

    // MARK: - Values

    mutating func null() { add("null") }

    mutating func value(_ isTrue: Bool) { add(isTrue ? "true" : "false") }

    mutating func value(_ number: some BinaryInteger) {
        if let small = Int(exactly: number) {
            if small < 0 { bytes.append(UInt8(ascii: "-")) }
            add(digits: small.magnitude)
        } else {
            bytes.append(contentsOf: number.description.utf8)
        }
    }

    /// Appends a number so that reading it returns the same value.
    ///
    /// - Throws: An `EncodingError` if the number is not finite.
    mutating func value(_ number: some BinaryFloatingPoint & CustomStringConvertible) throws {
        guard number.isFinite else {
            throw EncodingError.invalidValue(
                number,
                EncodingError.Context(codingPath: [], debugDescription: "JSON has no \(number)."))
        }
        let start = bytes.count
        bytes.append(contentsOf: number.description.utf8)
        if bytes.count - start > 2, bytes[bytes.count - 1] == UInt8(ascii: "0"),
            bytes[bytes.count - 2] == UInt8(ascii: ".")
        {
            bytes.removeLast(2)
        }
    }

    // MARK: - Members with a plain value

    mutating func member(_ key: String, at depth: Int, _ text: String) {
        member(key, at: depth)
        value(text)
    }

    mutating func member(_ key: String, at depth: Int, _ number: some BinaryInteger) {
        member(key, at: depth)
        value(number)
    }

    mutating func member(_ key: String, at depth: Int, _ isTrue: Bool) {
        member(key, at: depth)
        value(isTrue)
    }

    mutating func value(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        addEscaped(text)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func add(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func add(digits number: UInt) {
        if number >= 10 { add(digits: number / 10) }
        bytes.append(48 + UInt8(truncatingIfNeeded: number % 10))
    }

    private mutating func addEscaped(_ text: String) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        guard !bytes[start...].allSatisfy(Self.isPlain) else { return }
        bytes.removeSubrange(start...)
        for byte in text.utf8 { add(escaping: byte) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func add(escaping byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): add("\\\"")
        case UInt8(ascii: "\\"): add("\\\\")
        case 0x08: add("\\b")
        case 0x0c: add("\\f")
        case UInt8(ascii: "\n"): add("\\n")
        case UInt8(ascii: "\r"): add("\\r")
        case UInt8(ascii: "\t"): add("\\t")
        case 0..<0x20:
            add("\\u00")
            bytes.append(byte >> 4 + 48)
            let low = byte & 15
            bytes.append(low < 10 ? 48 + low : 87 + low)
        default: bytes.append(byte)
        }
    }
}
