/// Writes one protobuf message.
package struct MessageWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func number(_ value: UInt64) {
        var value = value
        while value >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        bytes.append(UInt8(value))
    }

    package mutating func varint(_ field: Int, _ value: UInt64) {
        number(UInt64(field << 3))
        number(value)
    }

    package mutating func signed(_ field: Int, _ value: Int64) { varint(field, Self.zigzag(value)) }

    package mutating func bytes(_ field: Int, _ contents: [UInt8]) {
        number(UInt64(field << 3 | 2))
        number(UInt64(contents.count))
        bytes += contents
    }

    package mutating func text(_ field: Int, _ text: String) { bytes(field, Array(text.utf8)) }

    package mutating func packed(_ field: Int, _ values: [UInt64]) {
        var inner = MessageWriter()
        for value in values { inner.number(value) }
        bytes(field, inner.bytes)
    }

    /// Differences from value to value.
    package mutating func deltas(_ field: Int, _ values: [Int64]) {
        packed(field, zip(values, [0] + values).map { Self.zigzag($0 - $1) })
    }

    static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }
}

/// Writes one block: groups of elements and the table of their texts.
struct BlockWriter {
    private var texts = [""]
    private var numbers: [String: UInt64] = [:]

    private mutating func number(_ text: String) -> UInt64 {
        if let known = numbers[text] { return known }
        numbers[text] = UInt64(texts.count)
        texts.append(text)
        return UInt64(texts.count - 1)
    }

    private mutating func tags(_ tags: [String: String], to message: inout MessageWriter) {
        guard !tags.isEmpty else { return }
        let sorted = tags.sorted { $0.key < $1.key }
        message.packed(2, sorted.map { number($0.key) })
        message.packed(3, sorted.map { number($0.value) })
    }

    private func stored(_ degrees: Double) -> Int64 { Int64((degrees * 1e7).rounded()) }

    mutating func group(_ nodes: [DrawnExtract.Node], as form: DrawnExtract.NodeForm) -> [UInt8] {
        var group = MessageWriter()
        if form == .plain {
            for node in nodes {
                var message = MessageWriter()
                message.signed(1, node.id)
                tags(node.tags, to: &message)
                message.signed(8, stored(node.latitude))
                message.signed(9, stored(node.longitude))
                group.bytes(1, message.bytes)
            }
            return group.bytes
        }
        var dense = MessageWriter()
        dense.deltas(1, nodes.map(\.id))
        dense.deltas(8, nodes.map { stored($0.latitude) })
        dense.deltas(9, nodes.map { stored($0.longitude) })
        if nodes.contains(where: { !$0.tags.isEmpty }) {
            var pairs: [UInt64] = []
            for node in nodes {
                for (key, value) in node.tags.sorted(by: { $0.key < $1.key }) {
                    pairs += [number(key), number(value)]
                }
                pairs.append(0)
            }
            dense.packed(10, pairs)
        }
        group.bytes(2, dense.bytes)
        return group.bytes
    }

    mutating func group(_ ways: [DrawnExtract.Way]) -> [UInt8] {
        var group = MessageWriter()
        for way in ways {
            var message = MessageWriter()
            message.varint(1, UInt64(bitPattern: way.id))
            tags(way.tags, to: &message)
            message.deltas(8, way.nodes)
            group.bytes(3, message.bytes)
        }
        return group.bytes
    }

    mutating func group(_ relations: [DrawnExtract.Relation]) -> [UInt8] {
        var group = MessageWriter()
        for relation in relations {
            var message = MessageWriter()
            message.varint(1, UInt64(bitPattern: relation.id))
            tags(relation.tags, to: &message)
            message.packed(8, relation.members.map { number($0.role) })
            message.deltas(9, relation.members.map(\.id))
            message.packed(10, relation.members.map { UInt64($0.kind) })
            group.bytes(4, message.bytes)
        }
        return group.bytes
    }

    func bytes(_ groups: [[UInt8]]) -> [UInt8] {
        var block = MessageWriter()
        var table = MessageWriter()
        for text in texts { table.text(1, text) }
        block.bytes(1, table.bytes)
        for group in groups where !group.isEmpty { block.bytes(2, group) }
        return block.bytes
    }
}
