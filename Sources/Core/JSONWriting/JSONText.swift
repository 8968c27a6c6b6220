/// A JSON text under construction, with its open objects and lists.
package struct JSONText {
    private var writer = JSONWriter(capacity: 4096, controls: .byLetter)
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

    package init() {}

    package var bytes: [UInt8] { writer.bytes }

    var count: Int { writer.bytes.count }

    /// The number of open objects and lists.
    var depth: Int { open.count }

    // MARK: - Structure

    /// Ends a value that began at a position of the text; a value that wrote nothing becomes an
    /// empty object.
    mutating func finish(from start: Int, at depth: Int) {
        close(to: depth)
        if count == start { writer.object { _ in } }
    }

    /// Begins an object or a list; `depth` is the number of open levels around it.
    ///
    /// A value that begins an object again continues the one that it began.
    mutating func begin(isObject: Bool, at depth: Int) {
        if open.count > depth, open[depth].isObject == isObject { return close(to: depth + 1) }
        close(to: depth)
        writer.open(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
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
                writer.close(UInt8(ascii: "}"))
            } else {
                writer.close(UInt8(ascii: "]"))
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
        let start = count
        writer.key(key)
        let comma = writer.bytes[start] == UInt8(ascii: ",") ? 1 : 0
        let member = Member(start: start + comma + 1, keyEnd: count - 2)
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
        open[depth - 1].count += 1
    }

    // MARK: - Order

    private func isBefore(_ left: Member, _ right: Member) -> Bool {
        let (leftCount, rightCount) = (left.keyEnd - left.start, right.keyEnd - right.start)
        for offset in 0..<min(leftCount, rightCount) {
            let (own, other) = (
                writer.bytes[left.start + offset], writer.bytes[right.start + offset]
            )
            if own != other { return own < other }
        }
        return leftCount < rightCount
    }

    /// Sorts the members of the object that ends here.
    private mutating func sort(from first: Int) {
        let start = members[first].start - 1
        let end = count
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
            scratch.append(contentsOf: writer.bytes[members[member].start - 1..<next])
        }
        writer.bytes.replaceSubrange(start..<end, with: scratch)
    }

    // MARK: - Values

    mutating func null() { writer.null() }

    mutating func value(_ isTrue: Bool) { writer.value(isTrue) }

    mutating func value(_ text: String) { writer.value(text) }

    mutating func value(_ number: some BinaryInteger) {
        if let small = Int(exactly: number) {
            writer.value(small)
        } else {
            writer.value(encoded: Array(number.description.utf8))
        }
    }

    #if !hasFeature(Embedded)
    /// Appends a number so that reading it returns the same value.
    ///
    /// - Throws: An `EncodingError` if the number is not finite.
    mutating func value(_ number: some BinaryFloatingPoint & CustomStringConvertible) throws {
        guard number.isFinite else {
            throw EncodingError.invalidValue(
                number,
                EncodingError.Context(codingPath: [], debugDescription: "JSON has no \(number)."))
        }
        writer.value(finite: number)
    }
    #endif

    mutating func value(finite number: some BinaryFloatingPoint & CustomStringConvertible) {
        writer.value(finite: number)
    }

    mutating func value(finite number: Double) { writer.value(finite: number) }

    mutating func value(_ rows: JSONRows) {
        writer.array { writer in
            for start in stride(from: 0, to: rows.numbers.count, by: rows.width) {
                writer.array { writer in
                    for number in rows.numbers[start...].prefix(rows.width) {
                        number.isFinite ? writer.value(finite: number) : writer.null()
                    }
                }
            }
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
}
