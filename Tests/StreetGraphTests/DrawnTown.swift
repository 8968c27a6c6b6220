import FileMapping
import FolderTesting
import OSMPBF
import StreetGraph
import StreetsFile
import ExtractDrawing
import TransitModel

/// Ways drawn on a plane: 1 is some hundred metres each way.
struct DrawnTown {
    private(set) var extract = DrawnExtract()
    private static let north = 100 / (Coordinate.earthRadiusMetres * .pi / 180)

    /// A place some hundred metres times x east and y north of the town's corner on the equator.
    static func place(_ x: Double, _ y: Double) -> Coordinate {
        Coordinate(latitude: 1 + y * north, longitude: 2 + x * north)
    }

    /// The node at a place, one for each place.
    @discardableResult
    mutating func node(_ x: Double, _ y: Double, _ tags: [String: String] = [:]) -> Int64 {
        let place = Self.place(x, y)
        if let known = extract.nodes.firstIndex(where: {
            $0.latitude == place.latitude && $0.longitude == place.longitude
        }) {
            extract.nodes[known].tags.merge(tags) { _, new in new }
            return extract.nodes[known].id
        }
        extract.nodes.append(
            .init(
                Int64(extract.nodes.count + 1) * 10, place.latitude, place.longitude, tags))
        return extract.nodes.last?.id ?? 0
    }

    /// A way through places.
    mutating func way(_ places: [(Double, Double)], _ tags: [String: String]) {
        let nodes = places.map { node($0.0, $0.1) }
        extract.ways.append(.init(Int64(extract.ways.count + 1), nodes, tags))
    }

    mutating func street(_ places: [(Double, Double)], _ name: String? = nil) {
        var tags = ["highway": "residential"]
        if let name { tags["name"] = name }
        way(places, tags)
    }

    /// A relation whose outline is made of ways, which are numbered from 1.
    mutating func area(_ ways: [Int64], _ tags: [String: String]) {
        extract.relations.append(.init(1, ways.map { (1, $0, "outer") }, tags))
    }

    /// A relation of ways with one role, which are numbered from 1.
    mutating func route(_ ways: [Int64], role: String, _ tags: [String: String]) {
        extract.relations.append(.init(1, ways.map { (1, $0, role) }, tags))
    }

    mutating func forget(_ node: Int64) { extract.nodes.removeAll { $0.id == node } }

    func opened() throws -> Extract {
        try Extract(bytes: MappedBytes(copying: extract.bytes()), name: "town.osm.pbf")
    }

    func graph() throws -> StreetGraph { try Self.graph([opened()]) }

    static func graph(_ extracts: [Extract]) throws -> StreetGraph {
        try TemporaryFolder.with { folder in
            let path = folder.path + "/town.streets"
            let writer = try StreetsFileWriter(path: path)
            try writer.begin(.graph)
            try GraphBuilder(WalkableWays(extracts)).write(to: writer)
            try writer.finish(StreetsMetadata(box: nil, dataTime: nil, sources: [], counts: [:]))
            return try StreetGraph(StreetsFile(path: path))
        }
    }

    /// A place as the end of a walk.
    static func end(_ x: Double, _ y: Double) -> WalkEnd { WalkEnd(place(x, y)) }

    /// A stop as the end of a walk.
    static func stop(
        _ x: Double, _ y: Double, code: String? = nil, level: Double? = nil
    ) -> WalkEnd {
        WalkEnd(place(x, y), platform: .init(stopID: "S", code: code, level: level))
    }

    /// A stop with an id as the end of a walk.
    static func stop(_ x: Double, _ y: Double, id: String, code: String? = nil) -> WalkEnd {
        WalkEnd(place(x, y), platform: .init(stopID: id, code: code, level: nil))
    }

    /// The walk between two places; nil if there is none.
    func walk(
        _ from: (Double, Double), _ to: (Double, Double), _ profile: WalkProfile = .foot
    ) throws -> StreetWalk? {
        try walk(from, Self.end(to.0, to.1), profile)
    }

    /// The walk from a place; nil if there is none.
    func walk(
        _ from: (Double, Double), _ end: WalkEnd, _ profile: WalkProfile = .foot
    ) throws -> StreetWalk? {
        var search = WalkSearch(try graph(), profile: profile)
        return search.walk(from: Self.end(from.0, from.1), to: end)
    }
}
