import TransitModel

/// The string table of a block; elements refer to its strings by index.
package struct BlockTexts: Sendable {
    private let bytes: UnpackedBytes
    private var starts: [UInt32] = []
    private var counts: [UInt32] = []

    init(_ bytes: UnpackedBytes) {
        self.bytes = bytes
    }

    /// Reads the string table of the block.
    ///
    /// - Throws: `MessageReader.Malformed` if the message is invalid.
    mutating func read(_ table: MessageReader) throws(MessageReader.Malformed) {
        var table = table
        starts.reserveCapacity(2048)
        counts.reserveCapacity(2048)
        while let field = try table.field() {
            guard case .bytes(1) = field else {
                try table.skip(field)
                continue
            }
            let range = bytes.range(of: try table.message())
            starts.append(UInt32(range.lowerBound))
            counts.append(UInt32(range.count))
        }
    }

    /// The number of strings; the first is empty by convention.
    package var count: Int { starts.count }

    /// The string at an index in `0..<count`, without control characters; bytes that are not UTF-8
    /// are replaced.
    package subscript(number: Int) -> String {
        withUTF8(number) { ControlCharacters.leftOut(of: String(decoding: $0, as: UTF8.self)) }
    }

    /// Calls `body` with the bytes of a string, which are valid during the call.
    package func withUTF8<Result>(
        _ number: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        let start = Int(starts[number])
        return body(
            UnsafeRawBufferPointer(rebasing: bytes.raw[start..<start + Int(counts[number])]))
    }
}

/// Numbers for known words, so that tags can be compared as numbers.
///
/// Each block's strings are looked up once; then `numbers[tag.key]` is the key's number, or 0.
package struct TagWords: Sendable {
    private let slots: [UInt16]
    private let words: [[UInt8]]

    /// Numbers at most 65,534 words, from 1 in their order.
    package init(_ texts: [String]) {
        words = texts.map { Array($0.utf8) }
        var size = 64
        while size < texts.count * 4 { size *= 2 }
        var slots = [UInt16](repeating: 0, count: size)
        for (number, word) in words.enumerated() {
            var slot = word.withUnsafeBytes { Self.hash($0) } & (size - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = UInt16(number + 1)
        }
        self.slots = slots
    }

    /// The FNV-1a hash.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
        var hash: UInt32 = 2_166_136_261
        for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return Int(hash ^ (hash >> 15))
    }

    /// Sets `numbers[index]` to the number of each of the block's strings; 0 if it is unknown.
    package func number(_ texts: BlockTexts, into numbers: inout [UInt16]) {
        numbers.removeAll(keepingCapacity: true)
        for text in 0..<texts.count {
            numbers.append(texts.withUTF8(text) { number($0) })
        }
    }

    private func number(_ text: UnsafeRawBufferPointer) -> UInt16 {
        var slot = Self.hash(text) & (slots.count - 1)
        while slots[slot] != 0 {
            let word = words[Int(slots[slot]) - 1]
            if word.count == text.count, word.elementsEqual(text) { return slots[slot] }
            slot = (slot + 1) & (slots.count - 1)
        }
        return 0
    }
}
