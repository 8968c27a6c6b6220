package import TransitModel

/// The part of an extract around a box: nodes inside of it, ways with such a node, and the other
/// ways of areas that these ways outline.
///
/// It takes 8 bytes for each way inside; finding them takes 8 bytes more for each node inside.
struct ExtractRegion: Sendable {
    /// The box in degrees times ten million.
    private let south: Int32
    private let west: Int32
    private let north: Int32
    private let east: Int32
    /// The ids of the ways, ascending.
    private var ways: [Int64] = []

    private init(_ box: BoundingBox) {
        func fixed(_ degrees: Double) -> Int32 { Int32((degrees * 1e7).rounded()) }
        (south, west) = (fixed(box.south), fixed(box.west))
        (north, east) = (fixed(box.north), fixed(box.east))
    }

    /// Finds the region; nil if no node is in the box.
    ///
    /// - Throws: ``ExtractError`` if the extract is damaged or not sorted.
    init?(of extract: Extract, in box: BoundingBox) throws(ExtractError) {
        self.init(box)
        let nodes = try nodes(of: extract)
        guard !nodes.isEmpty else { return nil }
        try readWays(of: extract, with: nodes)
        try addOutlines(of: extract)
    }

    /// Whether a place is in the box, by degrees times ten million.
    func contains(latitude: Int32, longitude: Int32) -> Bool {
        latitude >= south && latitude <= north && longitude >= west && longitude <= east
    }

    /// Whether a way belongs to the region.
    func contains(way: Int64) -> Bool { Self.contains(way, in: ways) }

    private static func contains(_ id: Int64, in ids: [Int64]) -> Bool {
        let row = ids.partitioningIndex { $0 >= id }
        return row < ids.count && ids[row] == id
    }

    /// The ids of the nodes in the box, ascending.
    private func nodes(of extract: Extract) throws(ExtractError) -> [Int64] {
        var ids: [Int64] = []
        var columns = NodeColumns()
        var blocks = try extract.blocks(of: .node)
        while let block = try blocks.nextBlock() {
            try block.readNodes(into: &columns)
            for row in columns.ids.indices
            where contains(latitude: columns.latitudes[row], longitude: columns.longitudes[row]) {
                guard ids.last.map({ $0 < columns.ids[row] }) ?? true else {
                    throw ExtractError(.unsorted, path: extract.path, offset: block.offset)
                }
                ids.append(columns.ids[row])
            }
        }
        return ids
    }

    private mutating func readWays(
        of extract: Extract, with nodes: [Int64]
    ) throws(ExtractError) {
        var references: [Int64] = []
        var blocks = try extract.blocks(of: .way)
        while let block = try blocks.nextBlock() {
            var cursor = block.ways()
            while let way = try cursor.next() {
                references.removeAll(keepingCapacity: true)
                try way.appendNodes(to: &references)
                if references.contains(where: { Self.contains($0, in: nodes) }) {
                    ways.append(way.id)
                }
            }
        }
        // Ways of a sorted file ascend already.
        ways.sort()
    }

    /// Adds the ways that outline an area together with one of the region, so that it stays closed.
    private mutating func addOutlines(of extract: Extract) throws(ExtractError) {
        var added: [Int64] = []
        var relations = try extract.relations()
        while let relation = try relations.next() {
            let texts = relation.texts
            guard relations.tags.contains(where: { texts[$0.value] == "multipolygon" }) else {
                continue
            }
            let outlines = try relation.members().filter { $0.kind == .way }.map(\.id)
            if outlines.contains(where: contains(way:)) {
                added += outlines.filter { !contains(way: $0) }
            }
        }
        ways = Array(Set(ways + added)).sorted()
    }
}

extension Extract {
    /// Returns the extract without what is outside of a box; nil if nothing is in the box.
    ///
    /// Ways with a node in the box are kept whole, and so are areas that begin in it.
    ///
    /// - Throws: ``ExtractError`` if the extract is damaged or not sorted.
    /// - Complexity: Three passes over the file; none if its header has the answer.
    package func cut(to box: BoundingBox) throws(ExtractError) -> Extract? {
        if let own = header.box {
            guard own.intersects(box) else { return nil }
            let isInside =
                own.west >= box.west && own.east <= box.east && own.south >= box.south
                && own.north <= box.north
            if isInside { return self }
        }
        guard let region = try ExtractRegion(of: self, in: box) else { return nil }
        var cut = self
        cut.region = region
        return cut
    }
}
