import TransitModel

/// Writes one tile in the form of Mapbox Vector Tiles, version 2.1.
///
/// <https://github.com/mapbox/vector-tile-spec/tree/master/2.1>
struct VectorTileWriter {
    /// The units of a tile's side.
    static let extent = 4096

    private var layers: [TileLayer: LayerDraft] = [:]
    /// The lines so far: those of one class and name become one feature.
    private var lines: [LineKey: [[Point]]] = [:]
    private var lineOrder: [LineKey] = []

    private struct LineKey: Hashable {
        let type: FeatureClass
        let names: FeatureNames
    }

    private struct LayerDraft {
        var features = ByteWriter()
        var keys: [String] = []
        var values: [String] = []
        var keyNumbers: [String: UInt64] = [:]
        var valueNumbers: [String: UInt64] = [:]

        mutating func tag(_ key: String, _ value: String, to tags: inout [UInt64]) {
            if keyNumbers[key] == nil {
                keyNumbers[key] = UInt64(keys.count)
                keys.append(key)
            }
            if valueNumbers[value] == nil {
                valueNumbers[value] = UInt64(values.count)
                values.append(value)
            }
            tags += [keyNumbers[key] ?? 0, valueNumbers[value] ?? 0]
        }
    }

    /// A point of a tile in units of its extent, y to the south.
    struct Point: Hashable {
        let x: Int
        let y: Int
    }

    /// The shapes of a feature.
    enum Geometry {
        case point(Point)
        case lines([[Point]])
        /// Closed rings, each outer one followed by its holes.
        case areas([[Point]])
    }

    /// Adds a feature; shapes without an extent are left out.
    mutating func add(_ type: FeatureClass, _ names: FeatureNames, _ geometry: Geometry) {
        guard case .lines(let parts) = geometry else {
            append(type, names, geometry)
            return
        }
        let key = LineKey(type: type, names: names)
        if lines[key] == nil { lineOrder.append(key) }
        lines[key, default: []] += parts
    }

    private mutating func append(
        _ type: FeatureClass, _ names: FeatureNames, _ geometry: Geometry
    ) {
        var commands = GeometryCommands()
        let kind: Int64
        switch geometry {
        case .point(let point):
            commands.move(to: point)
            kind = 1
        case .lines(let lines):
            for line in lines { commands.line(line) }
            kind = 2
        case .areas(let rings):
            commands.areas(rings)
            kind = 3
        }
        guard !commands.numbers.isEmpty else { return }
        var layer = layers[type.layer] ?? LayerDraft()
        var tags: [UInt64] = []
        if !type.kind.isEmpty { layer.tag("kind", type.kind, to: &tags) }
        if !names.local.isEmpty { layer.tag("name", names.local, to: &tags) }
        for (language, name) in zip(FeatureNames.languages, names.translations)
        where !name.isEmpty {
            layer.tag("name_" + language, name, to: &tags)
        }
        layer.features.field(2) { feature in
            feature.field(2, packed: tags)
            feature.field(3, kind)
            feature.field(4, packed: commands.numbers)
        }
        layers[type.layer] = layer
    }

    /// Returns the tile, with its layers in the order of ``TileLayer``; empty if it shows nothing.
    consuming func bytes() -> [UInt8] {
        for key in lineOrder { append(key.type, key.names, .lines(lines[key] ?? [])) }
        var tile = ByteWriter()
        for name in TileLayer.allCases {
            guard let draft = layers[name] else { continue }
            tile.field(3) { layer in
                layer.field(1, name.rawValue)
                layer.write(contentsOf: draft.features.bytes[...])
                for key in draft.keys { layer.field(3, key) }
                for value in draft.values { layer.field(4) { $0.field(1, value) } }
                layer.field(5, Int64(Self.extent))
                layer.field(15, 2)
            }
        }
        return tile.bytes
    }
}

/// The commands that draw a feature, with coordinates as differences.
struct GeometryCommands {
    private(set) var numbers: [UInt64] = []
    private var x = 0
    private var y = 0

    private static let moveTo: UInt64 = 1
    private static let lineTo: UInt64 = 2
    private static let closePath: UInt64 = 7

    private mutating func append(_ point: VectorTileWriter.Point) {
        numbers.append(zigzag(Int64(point.x - x)))
        numbers.append(zigzag(Int64(point.y - y)))
        (x, y) = (point.x, point.y)
    }

    mutating func move(to point: VectorTileWriter.Point) {
        numbers.append(Self.moveTo | 1 << 3)
        append(point)
    }

    mutating func line(_ line: [VectorTileWriter.Point]) {
        let points = Self.withoutRepeats(line)
        guard points.count > 1 else { return }
        move(to: points[0])
        numbers.append(Self.lineTo | UInt64(points.count - 1) << 3)
        for point in points.dropFirst() { append(point) }
    }

    /// Draws rings; a hole goes with its outer ring if that vanishes.
    mutating func areas(_ rings: [[VectorTileWriter.Point]]) {
        var isOuterDrawn = false
        for ring in rings {
            var points = Self.withoutRepeats(ring)
            if points.count > 1, points.first == points.last { points.removeLast() }
            let area = Self.doubleArea(points)
            guard points.count > 2, area != 0 else {
                if area >= 0 { isOuterDrawn = false }
                continue
            }
            if area > 0 { isOuterDrawn = true } else if !isOuterDrawn { continue }
            move(to: points[0])
            numbers.append(Self.lineTo | UInt64(points.count - 1) << 3)
            for point in points.dropFirst() { append(point) }
            numbers.append(Self.closePath | 1 << 3)
        }
    }

    private static func withoutRepeats(
        _ line: [VectorTileWriter.Point]
    ) -> [VectorTileWriter.Point] {
        var points: [VectorTileWriter.Point] = []
        points.reserveCapacity(line.count)
        for point in line where point != points.last { points.append(point) }
        return points
    }

    private static func doubleArea(_ ring: [VectorTileWriter.Point]) -> Int {
        var sum = 0
        for (number, point) in ring.enumerated() {
            let next = ring[number + 1 < ring.count ? number + 1 : 0]
            sum += point.x * next.y - next.x * point.y
        }
        return sum
    }
}
