import Foundation
package import TransitModel

/// A place on the square map of the web (EPSG:3857), in metres.
///
/// x grows to the east, y to the north; (0, 0) is where the equator meets Greenwich. A metre here
/// is a metre on the ground at the equator only: at latitude phi it is cos(phi) of one.
package struct MercatorPoint: Hashable, Sendable {
    /// Metres east.
    package let x: Double
    /// Metres north.
    package let y: Double

    /// The place at these metres.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Where a coordinate lies on the map.
    ///
    /// Latitudes beyond ±85.06° lie off the square and are moved to its edge.
    package init(_ coordinate: Coordinate) {
        let edge = 85.051_128_779_806_6
        let latitude = min(max(coordinate.latitude, -edge), edge)
        x = Self.radius * coordinate.longitude * .pi / 180
        y = Self.radius * log(tan(.pi / 4 + latitude * .pi / 360))
    }

    /// The coordinate of the place.
    package var coordinate: Coordinate {
        Coordinate(
            latitude: (2 * atan(exp(y / Self.radius)) - .pi / 2) * 180 / .pi,
            longitude: x / Self.radius * 180 / .pi)
    }

    /// The Earth's radius as EPSG:3857 has it, in metres.
    package static let radius = 6_378_137.0
    /// Half the side of the square, in metres.
    package static let edge = radius * .pi

    /// Map metres to another place.
    package func distance(to other: MercatorPoint) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// The place at `fraction` (0...1) of the straight line to `other`.
    package func interpolated(to other: MercatorPoint, fraction: Double) -> MercatorPoint {
        MercatorPoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
    }
}

/// A box on the square map of the web, in metres (EPSG:3857).
package struct MercatorBox: Hashable, Sendable {
    /// Western edge.
    package private(set) var left: Double
    /// Southern edge.
    package private(set) var bottom: Double
    /// Eastern edge.
    package private(set) var right: Double
    /// Northern edge.
    package private(set) var top: Double

    /// The whole map.
    package static let world = MercatorBox(
        around: MercatorPoint(x: -MercatorPoint.edge, y: -MercatorPoint.edge)
    ).including(MercatorPoint(x: MercatorPoint.edge, y: MercatorPoint.edge))

    /// A box; nil unless all edges are finite and left <= right, bottom <= top.
    package init?(left: Double, bottom: Double, right: Double, top: Double) {
        guard [left, bottom, right, top].allSatisfy(\.isFinite), left <= right, bottom <= top
        else { return nil }
        self.left = left
        self.bottom = bottom
        self.right = right
        self.top = top
    }

    /// The box that holds one place only.
    package init(around point: MercatorPoint) {
        left = point.x
        right = point.x
        bottom = point.y
        top = point.y
    }

    /// The least box that holds this one and a place.
    package func including(_ point: MercatorPoint) -> MercatorBox {
        var box = self
        box.left = min(left, point.x)
        box.right = max(right, point.x)
        box.bottom = min(bottom, point.y)
        box.top = max(top, point.y)
        return box
    }

    /// Whether the two boxes share at least one place.
    package func intersects(_ other: MercatorBox) -> Bool {
        left <= other.right && other.left <= right && bottom <= other.top && other.bottom <= top
    }
}
