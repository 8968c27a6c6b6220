/// A tag, as indices into its block's string table.
package struct ExtractTag: Sendable {
    /// The string index of the key.
    package let key: Int
    /// The string index of the value.
    package let value: Int
}

/// An undecoded way in its block; tags and nodes are decoded on request.
package struct ExtractWay {
    package private(set) var id: Int64 = 0
    private var keys = MessageReader.empty
    private var values = MessageReader.empty
    private var references = MessageReader.empty
    private let block: ExtractBlock

    init(_ message: MessageReader, in block: ExtractBlock) throws(MessageReader.Malformed) {
        self.block = block
        var message = message
        while let field = try message.field() {
            switch field {
            case .varint(1): id = Int64(bitPattern: try message.varint())
            case .bytes(2): keys = try message.message()
            case .bytes(3): values = try message.message()
            case .bytes(8): references = try message.message()
            default: try message.skip(field)
            }
        }
    }

    /// Replaces `tags` with the way's tags.
    ///
    /// - Throws: ``ExtractError`` if they are damaged.
    package func readTags(into tags: inout [ExtractTag]) throws(ExtractError) {
        try block.readTags(keys, values, into: &tags, part: "a way")
    }

    /// Appends the ids of the way's nodes, in order.
    ///
    /// - Throws: ``ExtractError`` if they are damaged.
    package func appendNodes(to nodes: inout [Int64]) throws(ExtractError) {
        var references = references
        var id: Int64 = 0
        do {
            while !references.isAtEnd {
                id &+= try references.signed()
                nodes.append(id)
            }
        } catch {
            throw block.place.damaged("a way")
        }
    }
}

/// A member of a relation.
package struct ExtractMember: Sendable {
    package let kind: ElementKind
    /// The element's id, unique among elements of its kind.
    package let id: Int64
    /// The string index of the role.
    package let role: Int
}

/// An undecoded relation in its block; tags and members are decoded on request.
package struct ExtractRelation {
    package private(set) var id: Int64 = 0
    private var keys = MessageReader.empty
    private var values = MessageReader.empty
    private var roles = MessageReader.empty
    private var references = MessageReader.empty
    private var kinds = MessageReader.empty
    private let block: ExtractBlock

    init(_ message: MessageReader, in block: ExtractBlock) throws(MessageReader.Malformed) {
        self.block = block
        var message = message
        while let field = try message.field() {
            switch field {
            case .varint(1): id = Int64(bitPattern: try message.varint())
            case .bytes(2): keys = try message.message()
            case .bytes(3): values = try message.message()
            case .bytes(8): roles = try message.message()
            case .bytes(9): references = try message.message()
            case .bytes(10): kinds = try message.message()
            default: try message.skip(field)
            }
        }
    }

    /// The string table for the relation's tags and the roles of its members.
    package var texts: BlockTexts { block.texts }

    /// Replaces `tags` with the relation's tags.
    ///
    /// - Throws: ``ExtractError`` if they are damaged.
    func readTags(into tags: inout [ExtractTag]) throws(ExtractError) {
        try block.readTags(keys, values, into: &tags, part: "a relation")
    }

    /// The relation's members, in order.
    ///
    /// - Throws: ``ExtractError`` if they are damaged.
    package func members() throws(ExtractError) -> [ExtractMember] {
        var members: [ExtractMember] = []
        var (roles, references, kinds) = (roles, references, kinds)
        var id: Int64 = 0
        do {
            while !references.isAtEnd {
                id &+= try references.signed()
                let role = try roles.varint()
                let kind = try kinds.varint()
                guard role < UInt64(block.texts.count), kind < 3,
                    let known = ElementKind(rawValue: Int(kind) + 1)
                else { throw MessageReader.Malformed() }
                members.append(ExtractMember(kind: known, id: id, role: Int(role)))
            }
            return members
        } catch {
            throw block.place.damaged("a relation")
        }
    }
}

extension ExtractBlock {
    /// Replaces `tags` with the tags of packed keys and values.
    ///
    /// - Throws: ``ExtractError`` if they are damaged; `part` names the element.
    func readTags(
        _ keys: MessageReader, _ values: MessageReader, into tags: inout [ExtractTag], part: String
    ) throws(ExtractError) {
        tags.removeAll(keepingCapacity: true)
        var (keys, values) = (keys, values)
        do {
            while !keys.isAtEnd {
                tags.append(try tag(keys.varint(), values.varint()))
            }
        } catch {
            throw place.damaged(part)
        }
    }

    /// The tag with these string indices.
    ///
    /// - Throws: `MessageReader.Malformed` if an index exceeds the string table.
    func tag(_ key: UInt64, _ value: UInt64) throws(MessageReader.Malformed) -> ExtractTag {
        guard key < UInt64(texts.count), value < UInt64(texts.count) else {
            throw MessageReader.Malformed()
        }
        return ExtractTag(key: Int(key), value: Int(value))
    }
}

/// The messages with one field number in all groups of a block.
struct ElementMessages {
    private let block: ExtractBlock
    private let number: Int
    private var group = MessageReader.empty
    private var nextGroup = 0

    init(_ block: ExtractBlock, number: Int) {
        self.block = block
        self.number = number
    }

    /// The next message; nil after the last.
    ///
    /// - Throws: `MessageReader.Malformed` if a group is invalid.
    mutating func next() throws(MessageReader.Malformed) -> MessageReader? {
        while true {
            while let field = try group.field() {
                guard case .bytes(number) = field else {
                    try group.skip(field)
                    continue
                }
                return try group.message()
            }
            guard nextGroup < block.groupRanges.count else { return nil }
            group = block.bytes.reader(block.groupRanges[nextGroup])
            nextGroup += 1
        }
    }
}

/// Iterates over the ways of a block.
package struct WayCursor {
    private let block: ExtractBlock
    private var messages: ElementMessages

    init(_ block: ExtractBlock) {
        self.block = block
        messages = ElementMessages(block, number: 3)
    }

    /// The next way; nil after the last.
    ///
    /// - Throws: ``ExtractError`` if it is damaged.
    package mutating func next() throws(ExtractError) -> ExtractWay? {
        do {
            while let message = try messages.next() {
                let way = try ExtractWay(message, in: block)
                if block.region?.contains(way: way.id) ?? true { return way }
            }
            return nil
        } catch {
            throw block.place.damaged("a way")
        }
    }
}

/// Iterates over the relations of a block.
struct RelationCursor {
    private let block: ExtractBlock
    private var messages: ElementMessages

    init(_ block: ExtractBlock) {
        self.block = block
        messages = ElementMessages(block, number: 4)
    }

    /// The next relation; nil after the last.
    ///
    /// - Throws: ``ExtractError`` if it is damaged.
    mutating func next() throws(ExtractError) -> ExtractRelation? {
        do {
            guard let message = try messages.next() else { return nil }
            return try ExtractRelation(message, in: block)
        } catch {
            throw block.place.damaged("a relation")
        }
    }
}
