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
    private(set) var cycling: [CyclingTraits] = []
    /// The index of each way's name in `names`; 0 for none.
    private(set) var nameNumbers: [UInt32] = []
    private(set) var names = [""]
    private(set) var positions = NodePositions(of: [])
    /// The traits of nodes that have any, by row of `positions`.
    private(set) var nodeTraits: [Int: VertexTraits] = [:]
    /// The levels of the ways of which they are known.
    private(set) var levels: [UInt32: LevelRange] = [:]
    /// The references of each platform that has any, separated by semicolons.
    private(set) var platformReferences: [String] = []
    /// The platforms of ways, as indices of `platformReferences`.
    private(set) var platforms: [UInt32: UInt32] = [:]
    /// The nodes that platforms above each other share.
    private(set) var storeys = Storeys()

    private var rules = WayRules()
    private var numbers: [String: UInt32] = [:]
    /// The ids of the ways read so far, if there are several extracts.
    private var seen = Set<Int64>()
    /// The outlines of platforms that are relations, by the ids of their ways.
    private var outlines: [Int64: WayDraft] = [:]

    /// What is stored of a way.
    private struct WayDraft {
        var traits: EdgeTraits
        var cycling: CyclingTraits
        var name: UInt32
        var levels: LevelRange?
        /// Nil for no platform, or one without a reference.
        var platform: UInt32?
    }

    /// Reads extracts, whose ways may overlap.
    ///
    /// - Throws: `ExtractError` if an extract is damaged or not sorted.
    package init(_ extracts: [Extract]) throws(ExtractError) {
        for extract in extracts { try readAreas(extract) }
        for extract in extracts { try readWays(extract, isAlone: extracts.count == 1) }
        positions = NodePositions(of: nodes)
        for extract in extracts { try readNodes(extract) }
        markLiftAreas()
        storeys = Storeys(self)
        numbers = [:]
        seen = []
        outlines = [:]
    }

    /// Collects the outlines of platforms that are relations, since their ways have no tags.
    ///
    /// - Throws: `ExtractError` if the extract is damaged or not sorted.
    private mutating func readAreas(_ extract: Extract) throws(ExtractError) {
        var relations = try extract.relations()
        while let relation = try relations.next({ rules.begin($0) }) {
            guard let found = rules.area(relations.tags) else { continue }
            let draft = draft(found, relation.texts)
            for member in try relation.members() where member.kind == .way {
                outlines[member.id] = draft
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
                guard let draft = draft(way.id, tags, block.texts) else { continue }
                guard isAlone || seen.insert(way.id).inserted else { continue }
                let start = nodes.count
                try way.appendNodes(to: &nodes)
                guard nodes.count - start >= 2 else {
                    nodes.removeLast(nodes.count - start)
                    continue
                }
                let row = UInt32(ends.count)
                ends.append(nodes.count)
                traits.append(draft.traits)
                cycling.append(draft.cycling)
                nameNumbers.append(draft.name)
                levels[row] = draft.levels
                platforms[row] = draft.platform
            }
        }
    }

    /// What is stored of a way; nil if it is not walkable.
    private mutating func draft(
        _ id: Int64, _ tags: [ExtractTag], _ texts: BlockTexts
    ) -> WayDraft? {
        guard let found = rules.way(tags) else {
            return outlines.isEmpty || rules.isRoad ? nil : outlines[id]
        }
        let own = draft(found, texts)
        guard rules.isPlatformEdge, var outline = outlines[id] else { return own }
        outline.platform = own.platform ?? outline.platform
        return outline
    }

    private mutating func draft(_ found: WayRules.Found, _ texts: BlockTexts) -> WayDraft {
        var platform: UInt32?
        if !found.references.isEmpty {
            platform = UInt32(platformReferences.count)
            platformReferences.append(found.references)
        }
        return WayDraft(
            traits: found.traits, cycling: found.cycling,
            name: found.name > 0 ? number(texts[found.name]) : 0, levels: found.levels,
            platform: platform)
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

    /// Marks the nodes of lifts that are areas: ways of all their levels meet there.
    private mutating func markLiftAreas() {
        for way in traits.indices where traits[way].contains(.lift) {
            let outline = nodes[range(of: way)]
            guard outline.first == outline.last else { continue }
            for row in outline.compactMap(positions.row) {
                nodeTraits[row, default: []].insert(.lift)
            }
        }
    }

    /// The positions of a way's nodes in `nodes`.
    func range(of way: Int) -> Range<Int> { (way == 0 ? 0 : ends[way - 1])..<ends[way] }

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
    func cycling(of way: Int) -> UInt8 { cycling[way].rawValue }
    func levels(of way: Int) -> LevelRange? { levels[UInt32(way)] }
    func platform(of way: Int) -> UInt32? { platforms[UInt32(way)] }
    func storey(of way: Int, at row: UInt32) -> UInt8 { storeys.number(of: way, at: row) }

    static func isOpen(_ traits: UInt16, isTurned: Bool) -> Bool {
        !EdgeTraits(rawValue: traits).contains(isTurned ? .noBackward : .noForward)
    }
}
