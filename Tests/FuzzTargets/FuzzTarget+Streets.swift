import FileMapping
import FolderTesting
import MapTiles
import OSMPBF
import StreetGraph
import StreetsFile
import ExtractDrawing
import TransitModel

/// Parsers of map data.
extension FuzzTarget {
    static func extract(_ bytes: [UInt8]) throws -> Bool {
        do {
            let extract = try Extract(bytes: MappedBytes(copying: bytes), name: "input")
            let nodes = try nodes(extract)
            var positions = NodePositions(of: nodes)
            try positions.read(extract)
            if let box = BoundingBox(west: 8, south: 47, east: 8.004, north: 47.02) {
                _ = try extract.cut(to: box)
            }
            for row in positions.ids.indices where positions.isKnown(row) {
                try promise(
                    abs(positions.latitudes[row]) <= 900_000_000
                        && abs(positions.longitudes[row]) <= 1_800_000_000,
                    "nodes are on the earth")
            }
            return true
        } catch let error as ExtractError {
            try promise(!error.description.isEmpty, "a refusal says why")
            return false
        }
    }

    /// Reads everything and returns the nodes of ways.
    private static func nodes(_ extract: Extract) throws -> [Int64] {
        var nodes: [Int64] = []
        var tags: [ExtractTag] = []
        var nodeBlocks = try extract.blocks(of: .node)
        while let block = try nodeBlocks.nextBlock() {
            var tagged = block.taggedNodes()
            while let node = try tagged.next() {
                for tag in node.tags { _ = block.texts[tag.key] + block.texts[tag.value] }
            }
        }
        var wayBlocks = try extract.blocks(of: .way)
        while let block = try wayBlocks.nextBlock() {
            var ways = block.ways()
            while let way = try ways.next() {
                try way.readTags(into: &tags)
                try way.appendNodes(to: &nodes)
            }
        }
        var relations = try extract.relations()
        while let relation = try relations.next() {
            for member in try relation.members() { _ = relation.texts[member.role] }
        }
        return nodes
    }

    static func graph(_ bytes: [UInt8]) throws -> Bool {
        let section = MappedSlice(MappedBytes(copying: bytes))
        guard let graph = try? StreetGraph(section: section) else { return false }
        let (south, north) = (
            Coordinate(latitude: 47, longitude: 8), Coordinate(latitude: 47.03, longitude: 8.003)
        )
        for profile in WalkProfile.allCases {
            var search = WalkSearch(graph, profile: profile)
            guard let walk = search.walk(from: WalkEnd(south), to: WalkEnd(north)) else { continue }
            try promise(
                walk.line.first == south && walk.line.last == north && !walk.steps.isEmpty,
                "a walk leads from one place to the other")
        }
        return true
    }

    static func vehicleGraph(_ bytes: [UInt8]) throws -> Bool {
        let section = MappedSlice(MappedBytes(copying: bytes))
        guard let graph = try? VehicleGraph(section: section) else { return false }
        let stops = [(47, 8), (47.01, 8.003), (47.03, 8.003)].map {
            Coordinate(latitude: $0.0, longitude: $0.1)
        }
        let hops = graph.router().hops(.bus, through: stops)
        try promise(hops.count == 2, "there is one hop between two stops")
        for case let line? in hops { try promise(line.count >= 2, "a line has two ends") }
        return true
    }

    static func tiles(_ bytes: [UInt8]) throws -> Bool {
        guard let archive = try? TileArchive(MappedSlice(MappedBytes(copying: bytes))) else {
            return false
        }
        _ = archive.layers()
        for zoom in 0...14 {
            let column = 8556 >> (14 - zoom)
            guard let address = TileAddress(zoom: zoom, x: column, y: 5700 >> (14 - zoom)) else {
                continue
            }
            try promise(
                (archive.tile(address)?.count ?? 0) <= bytes.count, "a tile is in the archive")
        }
        return true
    }

    static func tileArchive() throws -> [UInt8] {
        let extract = try Extract(bytes: MappedBytes(copying: extracts()[0]), name: "town")
        let box = BoundingBox(west: 8, south: 47, east: 8.01, north: 47.05)
        var bytes: [UInt8] = []
        try MapTiles([extract], in: box).write { bytes += $0 }
        return bytes
    }

    static func vehicleSection() throws -> [UInt8] {
        try TemporaryFolder.with { folder in
            let path = folder.path + "/town.streets"
            let extract = try Extract(bytes: MappedBytes(copying: extracts()[0]), name: "town")
            let writer = try StreetsFileWriter(path: path)
            try writer.begin(.vehicles)
            try GraphBuilder(VehicleWays([extract])).writeVehicles(to: writer)
            try writer.finish(StreetsMetadata(box: nil, dataTime: nil, sources: [], counts: [:]))
            return try StreetsFile(path: path).section(.vehicles).withBytes { Array($0) }
        }
    }

    static func graphSection() throws -> [UInt8] {
        try TemporaryFolder.with { folder in
            let path = folder.path + "/town.streets"
            let extract = try Extract(bytes: MappedBytes(copying: extracts()[0]), name: "town")
            let writer = try StreetsFileWriter(path: path)
            try writer.begin(.graph)
            try GraphBuilder(WalkableWays([extract])).write(to: writer)
            try writer.finish(StreetsMetadata(box: nil, dataTime: nil, sources: [], counts: [:]))
            return try StreetsFile(path: path).section(.graph).withBytes { Array($0) }
        }
    }

    /// Extracts without compression, so that a changed byte reaches the elements, and one with it.
    static func extracts() -> [[UInt8]] {
        var drawn = DrawnExtract()
        drawn.nodes = (0..<40).map { number in
            let tags = number % 5 == 0 ? ["highway": "crossing"] : [:]
            return .init(
                Int64(number * 3), 47 + Double(number) / 1000, 8 + Double(number % 7) / 1000, tags)
        }
        drawn.ways = (0..<12).map { number in
            let nodes = (0..<6).map { Int64((number * 3 + $0) * 3) }
            return .init(
                Int64(number), nodes,
                [
                    "highway": ["residential", "steps", "footway"][number % 3],
                    "name": "Way \(number)",
                ])
        }
        drawn.relations = [
            .init(1, [(1, 2, "outer"), (0, 3, ""), (2, 4, "part")], ["type": "multipolygon"])
        ]
        drawn.box = (west: 8, south: 47, east: 9, north: 48)
        let packed = drawn.bytes()
        drawn.isPacked = false
        let dense = drawn.bytes()
        drawn.nodeForm = .plain
        return [dense, packed, drawn.bytes()]
    }
}
