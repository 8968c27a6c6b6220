import Archives
import ExtractDrawing
import FileMapping
import MapTiles
import OSMPBF
import Testing
import TransitModel

/// A tile as a client reads it, for expectations.
struct ReadTile {
    /// A feature with its attributes and its numbers of points, by ring or line.
    struct Feature {
        var attributes: [String: String] = [:]
        /// 1 for points, 2 for lines, 3 for areas.
        var type = 0
        var parts: [[(x: Int, y: Int)]] = []
    }

    private(set) var layers: [String: [Feature]] = [:]

    init(_ packed: [UInt8]) throws {
        let bytes = packed.withUnsafeBytes {
            GzipDecoder.unpacked($0, maximumBytes: 1_000_000)
        }
        for (number, value) in try Fields(#require(bytes)).all where number == 3 {
            try read(value.bytes)
        }
    }

    private mutating func read(_ bytes: [UInt8]) throws {
        let fields = try Fields(bytes).all
        let name = fields.first { $0.0 == 1 }.map { String(decoding: $0.1.bytes, as: UTF8.self) }
        let keys = fields.filter { $0.0 == 3 }.map { String(decoding: $0.1.bytes, as: UTF8.self) }
        let values = try fields.filter { $0.0 == 4 }.map { field in
            let text = try Fields(field.1.bytes).all.first { $0.0 == 1 }
            return String(decoding: text?.1.bytes ?? [], as: UTF8.self)
        }
        for (number, value) in fields where number == 2 {
            var feature = Feature()
            for (member, part) in try Fields(value.bytes).all {
                switch member {
                case 2:
                    let tags = try Fields.numbers(part.bytes)
                    for pair in stride(from: 0, to: tags.count, by: 2) {
                        feature.attributes[keys[Int(tags[pair])]] = values[Int(tags[pair + 1])]
                    }
                case 3: feature.type = Int(part.number)
                case 4: feature.parts = Self.parts(try Fields.numbers(part.bytes))
                default: break
                }
            }
            layers[try #require(name), default: []].append(feature)
        }
    }

    private static func parts(_ numbers: [UInt64]) -> [[(x: Int, y: Int)]] {
        var parts: [[(x: Int, y: Int)]] = []
        var (x, y) = (0, 0)
        var place = 0
        func difference(_ value: UInt64) -> Int { Int(value >> 1) ^ -Int(value & 1) }
        while place < numbers.count {
            let (command, count) = (numbers[place] & 7, Int(numbers[place] >> 3))
            place += 1
            if command == 7 { continue }
            for _ in 0..<count {
                x += difference(numbers[place])
                y += difference(numbers[place + 1])
                place += 2
                if command == 1 { parts.append([]) }
                parts[parts.count - 1].append((x, y))
            }
        }
        return parts
    }
}

/// The fields of a protobuf message.
private struct Fields {
    struct Value {
        var number: UInt64 = 0
        var bytes: [UInt8] = []
    }

    private(set) var all: [(Int, Value)] = []

    init(_ bytes: [UInt8]) throws {
        var place = 0
        while place < bytes.count {
            let key = try Self.number(bytes, &place)
            var value = Value(number: try Self.number(bytes, &place))
            if key & 7 == 2 {
                let end = place + Int(value.number)
                try #require(end <= bytes.count)
                value.bytes = Array(bytes[place..<end])
                place = end
            }
            all.append((Int(key >> 3), value))
        }
    }

    static func number(_ bytes: [UInt8], _ place: inout Int) throws -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            try #require(place < bytes.count)
            let byte = bytes[place]
            place += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { break }
        }
        return value
    }

    static func numbers(_ bytes: [UInt8]) throws -> [UInt64] {
        var numbers: [UInt64] = []
        var place = 0
        while place < bytes.count { numbers.append(try number(bytes, &place)) }
        return numbers
    }
}

/// A drawn map around one tile of zoom 14 on the equator.
struct DrawnMap {
    private var extract = DrawnExtract()
    /// The ids of nodes and ways begin after this one.
    var lastID: Int64 = 0
    /// The side of a tile of zoom 14 in degrees of longitude.
    static let side = 360.0 / Double(1 << 14)

    /// Returns the coordinate of a point in shares of the tile 14/8192/8191, whose south-western
    /// corner is at 0° north and 0° east: x to the east, y to the north.
    static func place(_ x: Double, _ y: Double) -> Coordinate {
        Coordinate(latitude: y * side, longitude: x * side)
    }

    @discardableResult
    mutating func node(_ x: Double, _ y: Double, _ tags: [String: String] = [:]) -> Int64 {
        let place = Self.place(x, y)
        let id = lastID + Int64(extract.nodes.count + 1)
        extract.nodes.append(.init(id, place.latitude, place.longitude, tags))
        return id
    }

    /// A way through points; a closed one ends at the node where it began.
    @discardableResult
    mutating func way(
        _ points: [(Double, Double)], _ tags: [String: String], isClosed: Bool = false
    ) -> Int64 {
        var ids = points.map { node($0.0, $0.1) }
        if isClosed { ids.append(ids[0]) }
        let id = lastID + Int64(extract.ways.count + 1)
        extract.ways.append(.init(id, ids, tags))
        return id
    }

    mutating func relation(_ ways: [(Int64, String)], _ tags: [String: String]) {
        let id = Int64(extract.relations.count + 1)
        extract.relations.append(.init(id, ways.map { (1, $0.0, $0.1) }, tags))
    }

    /// The map's tiles, cut to the tile 14/8192/8191 and a margin.
    func tiles(margin: Double = 0.5) throws -> MapTiles {
        try Self.tiles(of: [self], from: (-margin, -margin), to: (1 + margin, 1 + margin))
    }

    /// The tiles of several extracts, cut to a box.
    static func tiles(
        of maps: [DrawnMap], from corner: (Double, Double), to other: (Double, Double)
    ) throws -> MapTiles {
        let extracts = try maps.map {
            try Extract(bytes: MappedBytes(copying: $0.extract.bytes()), name: "map.osm.pbf")
        }
        let (corner, other) = (place(corner.0, corner.1), place(other.0, other.1))
        return try MapTiles(
            extracts,
            in: BoundingBox(
                west: corner.longitude, south: corner.latitude, east: other.longitude,
                north: other.latitude))
    }

    func archive(margin: Double = 0.5) throws -> TileArchive {
        try Self.archive(tiles(margin: margin))
    }

    static func archive(_ tiles: MapTiles) throws -> TileArchive {
        var bytes: [UInt8] = []
        tiles.write { bytes += $0 }
        return try TileArchive(MappedSlice(MappedBytes(copying: bytes)))
    }

    /// The tile in the middle; nil if the map shows nothing there.
    func tile(zoom: Int = 14, margin: Double = 0.5) throws -> ReadTile? {
        let shift = 14 - zoom
        let address = try #require(TileAddress(zoom: zoom, x: 8192 >> shift, y: 8191 >> shift))
        return try archive(margin: margin).tile(address).map { try ReadTile($0) }
    }
}
