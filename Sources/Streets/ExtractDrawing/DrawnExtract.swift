import Archives
import TransitModel

/// A small OpenStreetMap extract that code draws, written as PBF: the demo's town, and tests.
package struct DrawnExtract {
    /// A node with its tags.
    package struct Node {
        package var id: Int64
        package var latitude: Double
        package var longitude: Double
        package var tags: [String: String] = [:]

        package init(
            _ id: Int64, _ latitude: Double, _ longitude: Double, _ tags: [String: String] = [:]
        ) {
            self.id = id
            self.latitude = latitude
            self.longitude = longitude
            self.tags = tags
        }
    }

    /// A way by the ids of its nodes.
    package struct Way {
        package var id: Int64
        package var nodes: [Int64]
        package var tags: [String: String]

        package init(_ id: Int64, _ nodes: [Int64], _ tags: [String: String]) {
            self.id = id
            self.nodes = nodes
            self.tags = tags
        }
    }

    /// A relation; a member's kind is 0 for nodes, 1 for ways and 2 for relations.
    package struct Relation {
        package var id: Int64
        package var members: [(kind: Int, id: Int64, role: String)]
        package var tags: [String: String]

        package init(
            _ id: Int64, _ members: [(kind: Int, id: Int64, role: String)],
            _ tags: [String: String]
        ) {
            self.id = id
            self.members = members
            self.tags = tags
        }
    }

    /// How nodes are written.
    package enum NodeForm { case dense, plain }

    package var nodes: [Node] = []
    package var ways: [Way] = []
    package var relations: [Relation] = []
    package var nodeForm = NodeForm.dense
    package var isPacked = true
    /// One block for all elements, with a group for each kind.
    package var hasMixedBlocks = false
    /// Elements of a block at most, where blocks are not mixed.
    package var elementsPerBlock = 8000
    package var requiredFeatures = ["OsmSchema-V0.6", "DenseNodes"]
    package var isDeclaredSorted = true
    /// West, south, east, north in degrees.
    package var box: (west: Double, south: Double, east: Double, north: Double)?
    /// Seconds since 1970.
    package var replicationTime: Int64?
    /// Ways before nodes.
    package var isUpsideDown = false

    package init() {}

    /// The extract as a file's bytes.
    package func bytes() -> [UInt8] {
        var result = blob("OSMHeader", header())
        for block in blocks() { result += blob("OSMData", block) }
        return result
    }

    private func blocks() -> [[UInt8]] {
        if hasMixedBlocks {
            var block = BlockWriter()
            let groups = [
                block.group(nodes, as: nodeForm), block.group(ways), block.group(relations),
            ]
            return [block.bytes(groups)]
        }
        var kinds = [
            parts(nodes).map { part in
                block { $0.group(Array(part), as: nodeForm) }
            },
            parts(ways).map { part in block { $0.group(Array(part)) } },
            parts(relations).map { part in block { $0.group(Array(part)) } },
        ]
        if isUpsideDown { kinds.swapAt(0, 1) }
        return kinds.flatMap { $0 }
    }

    private func block(_ group: (inout BlockWriter) -> [UInt8]) -> [UInt8] {
        var block = BlockWriter()
        let group = group(&block)
        return block.bytes([group])
    }

    private func parts<Element>(_ elements: [Element]) -> [ArraySlice<Element>] {
        stride(from: 0, to: elements.count, by: elementsPerBlock).map {
            elements[$0..<min($0 + elementsPerBlock, elements.count)]
        }
    }

    private func header() -> [UInt8] {
        var message = ByteWriter()
        if let box {
            var edges = ByteWriter()
            for (number, edge) in [(1, box.west), (2, box.east), (3, box.north), (4, box.south)] {
                edges.field(number, zigzag: Int64((edge * 1e9).rounded()))
            }
            message.field(1, edges.bytes)
        }
        for feature in requiredFeatures { message.field(4, feature) }
        if isDeclaredSorted { message.field(5, "Sort.Type_then_ID") }
        message.field(16, "DrawnExtract")
        if let replicationTime { message.field(32, replicationTime) }
        return message.bytes
    }

    private func blob(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        var blob = ByteWriter()
        if isPacked {
            blob.field(2, Int64(contents.count))
            blob.field(3, ZlibEncoder.compressed(contents))
        } else {
            blob.field(1, contents)
        }
        return Self.blob(type, message: blob.bytes)
    }

    /// A blob with its header around a message of one's own.
    package static func blob(_ type: String, message: [UInt8]) -> [UInt8] {
        var header = ByteWriter()
        header.field(1, type)
        header.field(3, Int64(message.count))
        let length = UInt32(header.bytes.count)
        let big = stride(from: 24, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: length >> $0)
        }
        return big + header.bytes + message
    }
}
