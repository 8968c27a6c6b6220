package import OSMPBF

/// The roads, railways and ferries of one or more extracts, with the positions of their nodes.
///
/// It takes some 30 bytes per node of such a way; other elements are not kept.
package struct VehicleWays {
    private(set) var nodes: [Int64] = []
    private(set) var ends: [Int] = []
    private var traits: [VehicleTraits] = []
    private(set) var positions = NodePositions(of: [])
    /// The ids of ways that bus routes follow; empty once all ways are read.
    private var busRoutes = Set<Int64>()

    /// Reads extracts, whose ways may overlap.
    ///
    /// - Throws: `ExtractError` if an extract is damaged or not sorted.
    package init(_ extracts: [Extract]) throws(ExtractError) {
        var seen = Set<Int64>()
        for extract in extracts { try readRoutes(extract) }
        for extract in extracts {
            try readWays(extract) { extracts.count == 1 || seen.insert($0).inserted }
        }
        positions = NodePositions(of: nodes)
        for extract in extracts { try positions.read(extract) }
        busRoutes = []
    }

    /// The number of ways.
    package var count: Int { ends.count }

    /// Collects the ways of bus routes, which are relations.
    ///
    /// - Throws: `ExtractError` if the extract is damaged or not sorted.
    private mutating func readRoutes(_ extract: Extract) throws(ExtractError) {
        var rules = VehicleRules()
        var relations = try extract.relations()
        while let relation = try relations.next({ rules.begin($0) }) {
            guard rules.isBusRoute(relations.tags) else { continue }
            let texts = relation.texts
            // Ways with a role such as "platform" are beside the road.
            for member in try relation.members()
            where member.kind == .way && Self.isDriven(texts[member.role]) {
                busRoutes.insert(member.id)
            }
        }
    }

    private static func isDriven(_ role: String) -> Bool {
        ["", "forward", "backward", "main", "route"].contains(role)
    }

    /// Reads the ways whose ids are new.
    ///
    /// - Throws: `ExtractError` if the extract is damaged or not sorted.
    private mutating func readWays(
        _ extract: Extract, isNew: (Int64) -> Bool
    ) throws(ExtractError) {
        var rules = VehicleRules()
        var tags: [ExtractTag] = []
        var blocks = try extract.blocks(of: .way)
        while let block = try blocks.nextBlock() {
            rules.begin(block)
            var ways = block.ways()
            while let way = try ways.next() {
                try way.readTags(into: &tags)
                guard let found = rules.way(tags), isNew(way.id) else { continue }
                let start = nodes.count
                try way.appendNodes(to: &nodes)
                guard nodes.count - start >= 2 else {
                    nodes.removeLast(nodes.count - start)
                    continue
                }
                ends.append(nodes.count)
                traits.append(busRoutes.contains(way.id) ? found.onBusRoute : found)
            }
        }
    }
}

extension VehicleWays: GraphWays {
    var nodeTraits: [Int: VertexTraits] { [:] }
    var names: [String] { [""] }

    func traits(of way: Int) -> UInt16 { traits[way].rawValue }
    func nameNumber(of way: Int) -> UInt32 { 0 }

    /// Every edge has both arcs: a bus against a one-way street is unlikely, not impossible.
    static func isOpen(_ traits: UInt16, isTurned: Bool) -> Bool { true }
}
