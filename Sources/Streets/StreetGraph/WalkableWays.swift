package import OSMPBF

/// The walkable ways of one or more extracts, with the positions of their nodes.
///
/// It takes some 40 bytes per node of a walkable way; other elements are not kept.
package struct WalkableWays {
    /// The concatenated nodes of all ways.
    private(set) var nodes: [Int64] = []
    /// The end of each way's nodes.
    private(set) var ends: [Int] = []
    private(set) var traits: [EdgeTraits] = []
    /// The index of each way's name in `names`; 0 for none.
    private(set) var nameNumbers: [UInt32] = []
    private(set) var names = [""]
    private(set) var positions = NodePositions(of: [])
    /// The traits of nodes that have any, by row of `positions`.
    private(set) var nodeTraits: [Int: VertexTraits] = [:]

    private var rules = WayRules()
    private var numbers: [String: UInt32] = [:]
    /// The ids of the ways read so far, if there are several extracts.
    private var seen = Set<Int64>()
    /// The outlines of platforms that are relations, by the ids of their ways.
    private var outlines: [Int64: (traits: EdgeTraits, name: UInt32)] = [:]

    /// Reads extracts, whose ways may overlap.
    ///
    /// - Throws: ``ExtractError`` if an extract is damaged or not sorted.
    package init(_ extracts: [Extract]) throws(ExtractError) {
        for extract in extracts { try readAreas(extract) }
        for extract in extracts { try readWays(extract, isAlone: extracts.count == 1) }
        positions = NodePositions(of: nodes)
        for extract in extracts { try readNodes(extract) }
        numbers = [:]
        seen = []
        outlines = [:]
    }

    /// Collects the outlines of platforms that are relations, since their ways have no tags.
    ///
    /// - Throws: ``ExtractError`` if the extract is damaged or not sorted.
    private mutating func readAreas(_ extract: Extract) throws(ExtractError) {
        var tags: [ExtractTag] = []
        var members: [ExtractMember] = []
        var blocks = try extract.blocks(of: .relation)
        while let block = try blocks.nextBlock() {
            rules.begin(block)
            var relations = block.relations()
            while let relation = try relations.next() {
                try relation.readTags(into: &tags)
                guard let found = rules.area(tags) else { continue }
                let name = found.name > 0 ? number(block.texts[found.name]) : 0
                members.removeAll(keepingCapacity: true)
                try relation.appendMembers(to: &members)
                for member in members where member.kind == .way {
                    outlines[member.id] = (found.traits, name)
                }
            }
        }
    }

    private mutating func readWays(_ extract: Extract, isAlone: Bool) throws(ExtractError) {
        var tags: [ExtractTag] = []
        var blocks = try extract.blocks(of: .way)
        while let block = try blocks.nextBlock() {
            rules.begin(block)
            var ways = block.ways()
            while let way = try ways.next() {
                try way.readTags(into: &tags)
                guard let found = found(way.id, tags, block) else { continue }
                guard isAlone || seen.insert(way.id).inserted else { continue }
                let start = nodes.count
                try way.appendNodes(to: &nodes)
                guard nodes.count - start >= 2 else {
                    nodes.removeLast(nodes.count - start)
                    continue
                }
                ends.append(nodes.count)
                traits.append(found.traits)
                nameNumbers.append(found.name)
            }
        }
    }

    /// The traits and name of a way; nil if it is not walkable.
    private mutating func found(
        _ id: Int64, _ tags: [ExtractTag], _ block: ExtractBlock
    ) -> (traits: EdgeTraits, name: UInt32)? {
        if let found = rules.way(tags) {
            return (found.traits, found.name > 0 ? number(block.texts[found.name]) : 0)
        }
        return outlines.isEmpty || rules.isRoad ? nil : outlines[id]
    }

    private mutating func number(_ name: String) -> UInt32 {
        if let known = numbers[name] { return known }
        let number = UInt32(names.count)
        numbers[name] = number
        names.append(name)
        return number
    }

    private mutating func readNodes(_ extract: Extract) throws(ExtractError) {
        var positions = positions
        self.positions = NodePositions(of: [])
        var tagged: [(id: Int64, traits: VertexTraits)] = []
        var rules = rules
        try positions.read(extract) { block throws(ExtractError) in
            rules.begin(block)
            var nodes = block.taggedNodes()
            while let node = try nodes.next() {
                let traits = rules.node(node.tags)
                if !traits.isEmpty { tagged.append((node.id, traits)) }
            }
        }
        for (id, traits) in tagged {
            if let row = positions.row(of: id) { nodeTraits[row] = traits }
        }
        self.positions = positions
    }

    /// The number of walkable ways.
    package var count: Int { ends.count }

    /// The number of nodes that no extract has; their ways end there.
    package var missingNodes: Int {
        positions.ids.indices.count { !positions.isKnown($0) }
    }
}

extension WalkableWays: GraphWays {
    func traits(of way: Int) -> UInt16 { traits[way].rawValue }
    func nameNumber(of way: Int) -> UInt32 { nameNumbers[way] }

    static func isOpen(_ traits: UInt16, isTurned: Bool) -> Bool {
        !EdgeTraits(rawValue: traits).contains(isTurned ? .noBackward : .noForward)
    }
}
