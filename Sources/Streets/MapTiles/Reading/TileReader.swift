import OSMPBF
import TransitModel

/// Reads what the map shows from extracts: relations first, whose outlines are ways, then ways,
/// then nodes.
///
/// Memory is bounded by the features that are shown: sixteen bytes for each of their points.
struct TileReader {
    private var tags = TileTags()
    private var areas: [Area] = []
    /// The areas by the ids of the ways that are their outlines.
    private var areasOfWay: [Int64: [Int]] = [:]
    /// The ways in batches, each of which is freed once its features are made.
    private var ways: [[Way]] = []
    /// The number of the extract that is read.
    private var extract = 0
    private var nodeIDs: [Int64] = []
    private var points: [TileFeature] = []
    private var seenWays = Set<Int64>()
    private var seenRelations = Set<Int64>()
    private var seenPoints = Set<Int64>()

    /// An area that is a relation.
    private struct Area {
        let type: FeatureClass?
        /// The name in the middle; nil if the map does not name it.
        let label: FeatureClass?
        let names: FeatureNames
        /// Numbers of nodes in `nodeIDs`, for each outline.
        var outlines: [Range<Int>] = []
    }

    private struct Way {
        /// The number of its extract.
        let extract: Int32
        let type: FeatureClass?
        let label: FeatureClass?
        let isCoastline: Bool
        let names: FeatureNames
        let nodes: Range<Int>
    }

    /// What was read.
    struct Contents {
        var features: [TileFeature] = []
        /// The coastlines, with the land on their left.
        var coastlines: [[WorldPoint]] = []
        /// What each extract covers: the box that it states, or that of its roads.
        var covered: [WorldBox] = []
    }

    /// The ways of a batch, some six megabytes.
    private static let batch = 65_536
    /// The most outlines of one area; larger relations are left out.
    private static let maximumOutlines = 20_000

    /// - Throws: `ExtractError` if an extract is damaged or not sorted.
    static func read(_ extracts: [Extract]) throws(ExtractError) -> Contents {
        var reader = TileReader()
        for extract in extracts { try reader.readRelations(extract) }
        for (number, extract) in extracts.enumerated() {
            reader.extract = number
            try reader.readWays(extract)
        }
        var positions = NodePositions(of: reader.nodeIDs)
        for extract in extracts {
            try positions.read(extract) { (block) throws(ExtractError) in
                try reader.readPoints(block)
            }
        }
        reader.forgetSeenElements()
        return reader.contents(positions, stated: extracts.map(\.header.box))
    }

    // MARK: - Elements

    private mutating func readRelations(_ extract: Extract) throws(ExtractError) {
        var relations = try extract.relations()
        while let relation = try relations.next({ tags.begin($0) }) {
            tags.read(relations.tags)
            guard tags.isMultipolygon else { continue }
            let (type, label) = (tags.area, tags.point)
            guard type != nil, seenRelations.insert(relation.id).inserted else { continue }
            let outlines = try relation.members().filter { $0.kind == .way }
            guard outlines.count <= Self.maximumOutlines else { continue }
            for member in outlines {
                areasOfWay[member.id, default: []].append(areas.count)
            }
            areas.append(Area(type: type, label: label, names: tags.names))
        }
    }

    private mutating func readWays(_ extract: Extract) throws(ExtractError) {
        var blocks = try extract.blocks(of: .way)
        var found: [ExtractTag] = []
        while let block = try blocks.nextBlock() {
            tags.begin(block)
            var cursor = block.ways()
            while let way = try cursor.next() {
                try way.readTags(into: &found)
                tags.read(found)
                try add(way)
            }
        }
    }

    private mutating func add(_ way: ExtractWay) throws(ExtractError) {
        let outlined = areasOfWay.isEmpty ? nil : areasOfWay[way.id]
        let isCoastline = tags.isCoastline
        let line = tags.line
        let area = line == nil ? tags.area : nil
        guard outlined != nil || isCoastline || line != nil || area != nil,
            seenWays.insert(way.id).inserted
        else { return }
        let start = nodeIDs.count
        try way.appendNodes(to: &nodeIDs)
        let nodes = start..<nodeIDs.count
        guard nodes.count > 1 else { return }
        for number in outlined ?? [] { areas[number].outlines.append(nodes) }
        let isClosed = nodes.count > 3 && nodeIDs[start] == nodeIDs[nodes.upperBound - 1]
        let type = line ?? (isClosed ? area : nil)
        if type != nil || isCoastline {
            if ways.last.map({ $0.count == Self.batch }) ?? true {
                ways.append([])
                ways[ways.count - 1].reserveCapacity(Self.batch)
            }
            ways[ways.count - 1].append(
                Way(
                    extract: Int32(extract), type: type,
                    label: isClosed && area != nil ? tags.point : nil,
                    isCoastline: isCoastline, names: tags.names, nodes: nodes))
        }
    }

    private mutating func readPoints(_ block: ExtractBlock) throws(ExtractError) {
        tags.begin(block)
        var cursor = block.taggedNodes()
        while let node = try cursor.next() {
            tags.read(node.tags)
            guard let type = tags.point, seenPoints.insert(node.id).inserted else { continue }
            let point = WorldPoint(latitude: node.latitude, longitude: node.longitude)
            points.append(TileFeature(type, tags.names, [[point]]))
        }
    }

    /// Frees what only reading needs, before memory is needed for features.
    private mutating func forgetSeenElements() {
        (seenWays, seenRelations, seenPoints, areasOfWay) = ([], [], [], [:])
    }

    // MARK: - Positions

    /// The known points of a way.
    private func line(_ nodes: Range<Int>, _ positions: NodePositions) -> [WorldPoint] {
        nodeIDs[nodes].compactMap { id in
            guard let row = positions.row(of: id), positions.isKnown(row) else { return nil }
            return WorldPoint(
                latitude: positions.latitudes[row], longitude: positions.longitudes[row])
        }
    }

    /// Makes the features; `stated` are the boxes that the extracts state.
    private mutating func contents(
        _ positions: NodePositions, stated: [BoundingBox?]
    ) -> Contents {
        var contents = Contents(features: points)
        contents.covered = stated.map { box in box.map { WorldBox($0) } ?? WorldBox() }
        let most = points.count + ways.count * Self.batch + areas.count
        contents.features.reserveCapacity(most)
        func line(_ nodes: Range<Int>) -> [WorldPoint] { self.line(nodes, positions) }
        func addFeature(of way: Way) {
            let points = line(way.nodes)
            guard points.count > 1 else { return }
            if way.isCoastline { contents.coastlines.append(points) }
            guard let type = way.type else { return }
            if type.layer == .roads, stated[Int(way.extract)] == nil {
                for point in points { contents.covered[Int(way.extract)].include(point) }
            }
            if !type.isArea {
                contents.features.append(TileFeature(type, way.names, [points]))
            } else if points.count > 3, points.first == points.last {
                add(type, way.label, way.names, [points], to: &contents)
            }
        }
        for number in ways.indices {
            let batch = ways[number]
            ways[number] = []
            for way in batch { addFeature(of: way) }
        }
        for area in areas {
            guard let type = area.type else { continue }
            let rings = Rings.joined(area.outlines.map(line)).closed
            add(type, area.label, area.names, rings, to: &contents)
        }
        return contents
    }

    private func add(
        _ type: FeatureClass, _ label: FeatureClass?, _ names: FeatureNames,
        _ rings: [[WorldPoint]], to contents: inout Contents
    ) {
        let parts = AreaAssembly.parts(of: rings)
        guard let first = parts.first else { return }
        let ownNames = type.layer.hasNames ? names : .none
        let feature = TileFeature(type, ownNames, parts)
        contents.features.append(feature)
        let label = type.layer == .water ? Self.waterLabel(feature.box) : label
        if let label, !names.local.isEmpty {
            contents.features.append(
                TileFeature(label, names, [[AreaAssembly.middle(of: first)]]))
        }
    }

    /// The sides of a water area that is named, in pixels at least.
    private static let namedWaterPixels: Int32 = 40

    /// Returns the name in the middle of a lake, from the zoom on at which there is room for it.
    ///
    /// A name of the area itself would be drawn once in each tile.
    private static func waterLabel(_ box: WorldBox) -> FeatureClass {
        let zoom = (4...TileBuilder.maximumZoom).first {
            box.size >= namedWaterPixels << Int32(WorldPoint.bits - $0 - 8)
        }
        return FeatureClass(.waterNames, from: zoom ?? TileBuilder.maximumZoom, named: 4)
    }
}
