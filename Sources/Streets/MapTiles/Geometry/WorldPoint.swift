import Foundation
package import TransitModel

/// A point of the Web Mercator plane: the world is a square of 2³⁰ units, x to the east and y to
/// the south.
struct WorldPoint: Hashable, Sendable {
    var x: Int32
    var y: Int32

    /// The bits of a side of the world.
    static let bits = 30
    /// Latitudes beyond are not on the plane.
    static let maximumLatitude = 85.051_128_77

    init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }

    /// Projects degrees times ten million.
    init(latitude: Int32, longitude: Int32) {
        self.init(
            Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7))
    }

    init(_ place: Coordinate) {
        let side = Double(1 << Self.bits)
        let limited = max(-Self.maximumLatitude, min(Self.maximumLatitude, place.latitude))
        let sine = sin(limited * .pi / 180)
        let east = (place.longitude + 180) / 360
        let south = 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)
        x = Int32(max(0, min(side - 1, east * side)))
        y = Int32(max(0, min(side - 1, south * side)))
    }
}

/// A box of the plane; its edges belong to it.
struct WorldBox: Sendable {
    var minX = Int32.max
    var minY = Int32.max
    var maxX = Int32.min
    var maxY = Int32.min

    var isEmpty: Bool { minX > maxX }
    /// The longer side in units.
    var size: Int32 { isEmpty ? 0 : max(maxX - minX, maxY - minY) }

    mutating func include(_ point: WorldPoint) {
        minX = min(minX, point.x)
        minY = min(minY, point.y)
        maxX = max(maxX, point.x)
        maxY = max(maxY, point.y)
    }

    init(_ points: some Sequence<WorldPoint> = []) {
        for point in points { include(point) }
    }

    init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    /// The box of the coordinates in `box`.
    init(_ box: BoundingBox) {
        self.init([
            WorldPoint(Coordinate(latitude: box.south, longitude: box.west)),
            WorldPoint(Coordinate(latitude: box.north, longitude: box.east)),
        ])
    }

    func contains(_ point: WorldPoint) -> Bool {
        point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
    }

    func contains(_ other: WorldBox) -> Bool {
        other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
    }

    /// The area that two boxes share; nil if they share none.
    func shared(with other: WorldBox) -> WorldBox? {
        guard intersects(other) else { return nil }
        return WorldBox(
            minX: max(minX, other.minX), minY: max(minY, other.minY),
            maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    }

    func intersects(_ other: WorldBox) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }
}

/// The address of a tile: zoom, column from the west and row from the north.
package struct TileAddress: Hashable, Sendable {
    package let zoom: Int
    package let x: Int
    package let y: Int

    /// The deepest zoom of an archive that is read.
    package static let maximumZoom = 24

    /// Returns nil unless the tile exists at that zoom.
    package init?(zoom: Int, x: Int, y: Int) {
        guard (0...Self.maximumZoom).contains(zoom), x >= 0, y >= 0, x < 1 << zoom, y < 1 << zoom
        else { return nil }
        self.zoom = zoom
        self.x = x
        self.y = y
    }

    /// Returns the tiles of a zoom that a box touches, in rows from the north; nil if they are more
    /// than `limit`.
    package static func tiles(
        touching box: BoundingBox, zoom: Int, limit: Int
    ) -> [TileAddress]? {
        guard (0...maximumZoom).contains(zoom) else { return [] }
        let world = WorldBox(box)
        let shift = Int32(WorldPoint.bits - zoom)
        let columns = Int(world.minX >> shift)...Int(world.maxX >> shift)
        let rows = Int(world.minY >> shift)...Int(world.maxY >> shift)
        let (count, isTooLarge) = columns.count.multipliedReportingOverflow(by: rows.count)
        guard !isTooLarge, count <= limit else { return nil }
        return rows.flatMap { y in columns.map { TileAddress(known: zoom, $0, y) } }
    }

    /// The address of a tile of which the caller knows that it exists.
    init(known zoom: Int, _ x: Int, _ y: Int) {
        self.zoom = zoom
        self.x = x
        self.y = y
    }
}
