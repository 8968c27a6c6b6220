#if !hasFeature(Embedded)
import Foundation
#endif
import TransitModel

/// Points along the streets and tracks of lines; lines on one street share its points.
///
/// The points are stored as columns, and those in one square of the ground are chained, so that a
/// near point is found without examining the others.
struct StreetPoints {
    /// The distance, in metres along and across the street, within which a position coincides with
    /// a point.
    static let reachMetres = 15.0
    /// A direction matches the street's within about 37 degrees, forwards or backwards.
    private static let minimumAgreement = 0.8
    private static let metresPerDegree = Coordinate.earthRadiusMetres * .pi / 180
    /// At least twice the reach: any point within reach is in the square itself or next to the
    /// nearer edges.
    private static let squareDegrees = 2.1 * reachMetres / metresPerDegree
    private static let none = UInt32.max

    /// The coordinate of each point.
    private(set) var places: [Coordinate] = []
    /// The direction of the street at each point as a unit vector (east, north), which defines its
    /// sides.
    private(set) var directions: [SIMD2<Double>] = []
    /// The number of lines at each point.
    private(set) var lineCounts: [Int32] = []
    private var lastLines: [Int32] = []
    /// The last point of each square; squares with the same hash share an entry.
    private var heads = [UInt32](repeating: none, count: 1 << 12)
    private var nexts: [UInt32] = []

    /// Returns the metres east and north between two near coordinates.
    static func metres(from: Coordinate, to: Coordinate) -> SIMD2<Double> {
        let east = (to.longitude - from.longitude) * cos(from.latitude * .pi / 180)
        return SIMD2(east, to.latitude - from.latitude) * metresPerDegree
    }

    /// Returns the metres between two near coordinates.
    static func distanceMetres(_ from: Coordinate, _ to: Coordinate) -> Double {
        let off = metres(from: from, to: to)
        return (off * off).sum().squareRoot()
    }

    /// Returns the metres between two near points.
    func distanceMetres(_ from: UInt32, _ to: UInt32) -> Double {
        Self.distanceMetres(places[Int(from)], places[Int(to)])
    }

    /// Returns the nearest point within reach where the street has the direction, nil if there is
    /// none.
    func nearest(to place: Coordinate, along direction: SIMD2<Double>) -> UInt32? {
        var (best, nearest) = (Self.none, Double.infinity)
        let metresEast = Self.metresPerDegree * cos(place.latitude * .pi / 180)
        var row = Self.row(of: place.latitude)
        for _ in 0..<2 {
            var (column, nearer) = Self.columns(of: place.longitude, inRow: row)
            for _ in 0..<2 {
                var point = heads[slot(row: row, column: column)]
                while point != Self.none {
                    let there = Int(point)
                    let off = SIMD2(
                        (place.longitude - places[there].longitude) * metresEast,
                        (place.latitude - places[there].latitude) * Self.metresPerDegree)
                    let street = directions[there]
                    let away = (off * off).sum()
                    if away < nearest, abs((off * street).sum()) <= Self.reachMetres,
                        abs(off.x * street.y - off.y * street.x) <= Self.reachMetres,
                        abs((direction * street).sum()) >= Self.minimumAgreement
                    {
                        (best, nearest) = (point, away)
                    }
                    point = nexts[there]
                }
                swap(&column, &nearer)
            }
            row = Self.nearerRow(to: place.latitude, beside: row)
        }
        return best == Self.none ? nil : best
    }

    /// Adds a point that no line passes yet.
    mutating func add(_ place: Coordinate, along direction: SIMD2<Double>) -> UInt32 {
        if places.count == heads.count { grow() }
        let point = UInt32(places.count)
        places.append(place)
        directions.append(direction)
        lineCounts.append(0)
        lastLines.append(-1)
        nexts.append(Self.none)
        chain(point)
        return point
    }

    /// Records that a line passes a point, at most once, and returns how many other lines passed it
    /// before.
    ///
    /// All points of a line must be passed before those of the next.
    mutating func pass(_ point: UInt32, line: Int32) -> Int32 {
        let point = Int(point)
        if lastLines[point] != line {
            lastLines[point] = line
            lineCounts[point] += 1
        }
        return lineCounts[point] - 1
    }

    private mutating func grow() {
        heads = [UInt32](repeating: Self.none, count: 2 * heads.count)
        for point in places.indices { chain(UInt32(point)) }
    }

    private mutating func chain(_ point: UInt32) {
        let place = places[Int(point)]
        let row = Self.row(of: place.latitude)
        let slot = slot(row: row, column: Self.columns(of: place.longitude, inRow: row).own)
        nexts[Int(point)] = heads[slot]
        heads[slot] = point
    }

    private func slot(row: Int, column: Int) -> Int {
        let key = UInt64(bitPattern: Int64(row) << 32 ^ Int64(column))
        // An `Int` has 32 bits in WebAssembly.
        let hash = (key &* 0x9E37_79B9_7F4A_7C15) >> 20
        return Int(truncatingIfNeeded: hash) & (heads.count - 1)
    }

    private static func row(of latitude: Double) -> Int {
        Int((latitude / squareDegrees).rounded(.down))
    }

    private static func nearerRow(to latitude: Double, beside row: Int) -> Int {
        latitude / squareDegrees - Double(row) < 0.5 ? row - 1 : row + 1
    }

    /// Squares are as wide as they are high in the middle of their row.
    private static func columns(of longitude: Double, inRow row: Int) -> (own: Int, nearer: Int) {
        let width = cos((Double(row) + 0.5) * squareDegrees * .pi / 180)
        let column = longitude * max(1e-6, width) / squareDegrees
        let own = column.rounded(.down)
        return (Int(own), column - own < 0.5 ? Int(own) - 1 : Int(own) + 1)
    }
}
