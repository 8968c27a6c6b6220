/// A point in the plane: metres east (x) and north (y) of Seewil's main station.
struct Point: Hashable, Sendable {
    let x: Double
    let y: Double

    init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// Distance from the origin, in metres.
    var length: Double { (x * x + y * y).squareRoot() }

    /// The same direction with length 1; east for the origin.
    var normalised: Point { length > 0 ? self * (1 / length) : Point(1, 0) }

    /// A quarter turn clockwise, to the right of this direction.
    var toTheRight: Point { Point(y, -x) }

    func dot(_ other: Point) -> Double { x * other.x + y * other.y }

    func distance(to other: Point) -> Double { (other - self).length }

    static func + (left: Point, right: Point) -> Point {
        Point(left.x + right.x, left.y + right.y)
    }

    static func - (left: Point, right: Point) -> Point {
        Point(left.x - right.x, left.y - right.y)
    }

    static func * (point: Point, factor: Double) -> Point {
        Point(point.x * factor, point.y * factor)
    }
}
