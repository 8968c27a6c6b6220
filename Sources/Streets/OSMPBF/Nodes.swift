/// The ids and positions of a block's nodes, as parallel columns.
package struct NodeColumns: Sendable {
    package internal(set) var ids: [Int64] = []
    /// Degrees north times ten million; `Int32.min` if the position is invalid.
    package internal(set) var latitudes: [Int32] = []
    /// Degrees east times ten million; `Int32.min` if the position is invalid.
    package internal(set) var longitudes: [Int32] = []

    package init() {}

    mutating func removeAll() {
        ids.removeAll(keepingCapacity: true)
        latitudes.removeAll(keepingCapacity: true)
        longitudes.removeAll(keepingCapacity: true)
    }
}

/// A node with its tags.
package struct ExtractNode {
    package let id: Int64
    /// Degrees north times ten million.
    package let latitude: Int32
    /// Degrees east times ten million.
    package let longitude: Int32
    /// The tags; at least one.
    package let tags: [ExtractTag]
}

/// A node in its own message instead of packed columns.
private struct PlainNode {
    var id: Int64 = 0
    var latitude: Int64 = 0
    var longitude: Int64 = 0
    var keys = MessageReader.empty
    var values = MessageReader.empty

    init(_ message: MessageReader) throws(MessageReader.Malformed) {
        var message = message
        while let field = try message.field() {
            switch field {
            case .varint(1): id = try message.signed()
            case .bytes(2): keys = try message.message()
            case .bytes(3): values = try message.message()
            case .varint(8): latitude = try message.signed()
            case .varint(9): longitude = try message.signed()
            default: try message.skip(field)
            }
        }
    }
}

/// The packed columns of many nodes, as differences between consecutive nodes.
private struct DenseNodes {
    private var ids = MessageReader.empty
    private var latitudes = MessageReader.empty
    private var longitudes = MessageReader.empty
    /// Pairs of key and value, then 0, for each node; empty if no node has tags.
    var tags = MessageReader.empty
    private(set) var id: Int64 = 0
    private(set) var latitude: Int64 = 0
    private(set) var longitude: Int64 = 0

    init() {}

    init(_ message: MessageReader) throws(MessageReader.Malformed) {
        var message = message
        while let field = try message.field() {
            switch field {
            case .bytes(1): ids = try message.message()
            case .bytes(8): latitudes = try message.message()
            case .bytes(9): longitudes = try message.message()
            case .bytes(10): tags = try message.message()
            default: try message.skip(field)
            }
        }
    }

    /// Advances to the next node; false after the last.
    ///
    /// - Throws: `MessageReader.Malformed` if the columns differ in length or are invalid.
    @inline(__always)
    mutating func advance() throws(MessageReader.Malformed) -> Bool {
        guard !ids.isAtEnd else { return false }
        id &+= try ids.signed()
        latitude &+= try latitudes.signed()
        longitude &+= try longitudes.signed()
        return true
    }
}

extension ExtractBlock {
    /// Replaces `columns` with the ids and positions of all nodes of this block, in order.
    ///
    /// - Throws: ``ExtractError`` if a node is damaged.
    package func readNodes(into columns: inout NodeColumns) throws(ExtractError) {
        columns.removeAll()
        do {
            for range in groupRanges {
                var group = bytes.reader(range)
                while let field = try group.field() {
                    switch field {
                    case .bytes(1):
                        let node = try PlainNode(group.message())
                        append(node.id, node.latitude, node.longitude, to: &columns)
                    case .bytes(2):
                        var dense = try DenseNodes(group.message())
                        while try dense.advance() {
                            append(dense.id, dense.latitude, dense.longitude, to: &columns)
                        }
                    default: try group.skip(field)
                    }
                }
            }
        } catch {
            throw place.damaged("a node")
        }
    }

    @inline(__always)
    private func append(
        _ id: Int64, _ latitude: Int64, _ longitude: Int64, to columns: inout NodeColumns
    ) {
        let north = fixedPoint(latitude, from: latitudeOffset, limit: 90)
        let east = fixedPoint(longitude, from: longitudeOffset, limit: 180)
        let isOnEarth = north != nil && east != nil
        columns.ids.append(id)
        columns.latitudes.append(isOnEarth ? north ?? .min : .min)
        columns.longitudes.append(isOnEarth ? east ?? .min : .min)
    }
}

/// Iterates over the nodes of a block that have tags and a valid position.
package struct TaggedNodeCursor {
    private let block: ExtractBlock
    private var plain: ElementMessages
    private var denseGroups: ElementMessages
    private var dense = DenseNodes()
    private var tags: [ExtractTag] = []

    init(_ block: ExtractBlock) {
        self.block = block
        plain = ElementMessages(block, number: 1)
        denseGroups = ElementMessages(block, number: 2)
    }

    /// The next node; nil after the last.
    ///
    /// - Throws: ``ExtractError`` if it is damaged.
    package mutating func next() throws(ExtractError) -> ExtractNode? {
        do {
            while let message = try plain.next() {
                let node = try PlainNode(message)
                guard !node.keys.isAtEnd else { continue }
                try block.readTags(node.keys, node.values, into: &tags, part: "a node")
                if let found = found(node.id, node.latitude, node.longitude) { return found }
            }
            while true {
                while try dense.advance() {
                    guard !dense.tags.isAtEnd else { continue }
                    try readDenseTags()
                    guard !tags.isEmpty else { continue }
                    if let found = found(dense.id, dense.latitude, dense.longitude) {
                        return found
                    }
                }
                guard let message = try denseGroups.next() else { return nil }
                dense = try DenseNodes(message)
            }
        } catch {
            throw error as? ExtractError ?? block.place.damaged("a node")
        }
    }

    private mutating func readDenseTags() throws(MessageReader.Malformed) {
        tags.removeAll(keepingCapacity: true)
        while !dense.tags.isAtEnd {
            let key = try dense.tags.varint()
            if key == 0 { return }
            tags.append(try block.tag(key, dense.tags.varint()))
        }
    }

    private func found(_ id: Int64, _ latitude: Int64, _ longitude: Int64) -> ExtractNode? {
        guard
            let north = block.fixedPoint(latitude, from: block.latitudeOffset, limit: 90),
            let east = block.fixedPoint(longitude, from: block.longitudeOffset, limit: 180),
            block.region?.contains(latitude: north, longitude: east) ?? true
        else { return nil }
        return ExtractNode(id: id, latitude: north, longitude: east, tags: tags)
    }
}
