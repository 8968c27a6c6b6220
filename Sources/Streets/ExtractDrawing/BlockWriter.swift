import TransitModel

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

    private mutating func tags(_ tags: [String: String], to message: inout ByteWriter) {
        guard !tags.isEmpty else { return }
        let sorted = tags.sorted { $0.key < $1.key }
        message.field(2, packed: sorted.map { number($0.key) })
        message.field(3, packed: sorted.map { number($0.value) })
    }

    private func stored(_ degrees: Double) -> Int64 { Int64((degrees * 1e7).rounded()) }

    mutating func group(_ nodes: [DrawnExtract.Node], as form: DrawnExtract.NodeForm) -> [UInt8] {
        var group = ByteWriter()
        if form == .plain {
            for node in nodes {
                var message = ByteWriter()
                message.field(1, zigzag: node.id)
                tags(node.tags, to: &message)
                message.field(8, zigzag: stored(node.latitude))
                message.field(9, zigzag: stored(node.longitude))
                group.field(1, message.bytes)
            }
            return group.bytes
        }
        var dense = ByteWriter()
        dense.field(1, deltas: nodes.map(\.id))
        dense.field(8, deltas: nodes.map { stored($0.latitude) })
        dense.field(9, deltas: nodes.map { stored($0.longitude) })
        if nodes.contains(where: { !$0.tags.isEmpty }) {
            var pairs: [UInt64] = []
            for node in nodes {
                for (key, value) in node.tags.sorted(by: { $0.key < $1.key }) {
                    pairs += [number(key), number(value)]
                }
                pairs.append(0)
            }
            dense.field(10, packed: pairs)
        }
        group.field(2, dense.bytes)
        return group.bytes
    }

    mutating func group(_ ways: [DrawnExtract.Way]) -> [UInt8] {
        var group = ByteWriter()
        for way in ways {
            var message = ByteWriter()
            message.field(1, way.id)
            tags(way.tags, to: &message)
            message.field(8, deltas: way.nodes)
            group.field(3, message.bytes)
        }
        return group.bytes
    }

    mutating func group(_ relations: [DrawnExtract.Relation]) -> [UInt8] {
        var group = ByteWriter()
        for relation in relations {
            var message = ByteWriter()
            message.field(1, relation.id)
            tags(relation.tags, to: &message)
            message.field(8, packed: relation.members.map { number($0.role) })
            message.field(9, deltas: relation.members.map(\.id))
            message.field(10, packed: relation.members.map { UInt64($0.kind) })
            group.field(4, message.bytes)
        }
        return group.bytes
    }

    func bytes(_ groups: [[UInt8]]) -> [UInt8] {
        var block = ByteWriter()
        var table = ByteWriter()
        for text in texts { table.field(1, text) }
        block.field(1, table.bytes)
        for group in groups where !group.isEmpty { block.field(2, group) }
        return block.bytes
    }
}

extension ByteWriter {
    /// Writes each number as its difference from the one before.
    fileprivate mutating func field(_ field: Int, deltas numbers: [Int64]) {
        self.field(field, packed: zip(numbers, [0] + numbers).map { zigzag($0 - $1) })
    }
}
