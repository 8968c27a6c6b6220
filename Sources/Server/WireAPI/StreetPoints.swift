import Foundation
import TransitModel

/// Points along the streets and tracks that lines take; where several lines pass, they have it in common.
///
/// Columns, with the points of one square of the ground chained, so that a point near another is found
/// without looking at the rest.
struct StreetPoints {
    /// Whoever is no further from a point, in metres, along the street and across it, is at that point.
    static let reachMetres = 15.0
    /// A direction is the street's where it is within about 37 degrees of it, forwards or backwards.
    private static let leastAgreement = 0.8
    private static let metresPerDegree = Coordinate.earthRadiusMetres * .pi / 180
    /// Twice the reach at least: whoever is within reach is in the square itself or next to the nearer edges.
    private static let squareDegrees = 2.1 * reachMetres / metresPerDegree
    private static let none = UInt32.max

    /// Where each point is.
    private(set) var places: [Coordinate] = []
    /// The direction of the street at each point as a unit vector (east, north), by which its sides are told.
    private(set) var directions: [SIMD2<Double>] = []
    /// How many lines pass each point.
    private(set) var lineCounts: [Int32] = []
    private var lastLines: [Int32] = []
    /// Of each square the last of its points; squares with the same hash share one.
    private var heads = [UInt32](repeating: none, count: 1 << 12)
    private var nexts: [UInt32] = []

    /// Metres east and north from one place to another near it.
    static func metres(from: Coordinate, to: Coordinate) -> SIMD2<Double> {
        let east = (to.longitude - from.longitude) * cos(from.latitude * .pi / 180)
        return SIMD2(east, to.latitude - from.latitude) * metresPerDegree
    }

    /// Metres between two places near one another.
    static func distanceMetres(_ from: Coordinate, _ to: Coordinate) -> Double {
        let off = metres(from: from, to: to)
        return (off * off).sum().squareRoot()
    }

    /// Metres from a point to another near it.
    func distanceMetres(_ from: UInt32, _ to: UInt32) -> Double {
        Self.distanceMetres(places[Int(from)], places[Int(to)])
    }

    /// The nearest point within reach where the street has that direction, nil if there is none.
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
                        abs((direction * street).sum()) >= Self.leastAgreement
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

    /// Has a line pass a point, however often, and tells how many others were there before it.
    ///
    /// Lines come one after another: all of one before the next.
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
        let key = UInt64(bitPattern: Int64(row << 32 ^ column))
        return Int((key &* 0x9E37_79B9_7F4A_7C15) >> 20) & (heads.count - 1)
    }

    private static func row(of latitude: Double) -> Int {
        Int((latitude / squareDegrees).rounded(.down))
    }

    private static func nearerRow(to latitude: Double, beside row: Int) -> Int {
        latitude / squareDegrees - Double(row) < 0.5 ? row - 1 : row + 1
    }

    /// Squares are as wide as high in the middle of their row.
    private static func columns(of longitude: Double, inRow row: Int) -> (own: Int, nearer: Int) {
        let width = cos((Double(row) + 0.5) * squareDegrees * .pi / 180)
        let column = longitude * max(1e-6, width) / squareDegrees
        let own = column.rounded(.down)
        return (Int(own), column - own < 0.5 ? Int(own) - 1 : Int(own) + 1)
    }
}
