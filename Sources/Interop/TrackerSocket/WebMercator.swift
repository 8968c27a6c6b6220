import Foundation
package import TransitModel

/// A point in Web Mercator (EPSG:3857), in metres.
///
/// x grows to the east, y to the north; (0, 0) is at latitude and longitude 0. At latitude phi a
/// map metre is cos(phi) metres on the ground.
package struct MercatorPoint: Hashable, Sendable {
    /// Metres east.
    package let x: Double
    /// Metres north.
    package let y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Projects a coordinate.
    ///
    /// Latitudes beyond ±85.06° are clamped to the edge of the map.
    package init(_ coordinate: Coordinate) {
        let edge = 85.051_128_779_806_6
        let latitude = min(max(coordinate.latitude, -edge), edge)
        x = Self.radius * coordinate.longitude * .pi / 180
        y = Self.radius * log(tan(.pi / 4 + latitude * .pi / 360))
    }

    /// The unprojected coordinate.
    package var coordinate: Coordinate {
        Coordinate(
            latitude: (2 * atan(exp(y / Self.radius)) - .pi / 2) * 180 / .pi,
            longitude: x / Self.radius * 180 / .pi)
    }

    /// The Earth's radius in EPSG:3857, in metres.
    package static let radius = 6_378_137.0
    /// Half the side of the map, in metres.
    package static let edge = radius * .pi

    /// Returns the distance to another point, in map metres.
    package func distance(to other: MercatorPoint) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// Returns the point at `fraction` (0...1) of the straight line to `other`.
    package func interpolated(to other: MercatorPoint, fraction: Double) -> MercatorPoint {
        MercatorPoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
    }
}

/// A box in Web Mercator (EPSG:3857), in metres.
package struct MercatorBox: Hashable, Sendable {
    package private(set) var left: Double
    package private(set) var bottom: Double
    package private(set) var right: Double
    package private(set) var top: Double

    /// The whole map.
    package static let world = MercatorBox(
        around: MercatorPoint(x: -MercatorPoint.edge, y: -MercatorPoint.edge)
    ).including(MercatorPoint(x: MercatorPoint.edge, y: MercatorPoint.edge))

    /// Creates a box; nil unless all edges are finite and left <= right, bottom <= top.
    package init?(left: Double, bottom: Double, right: Double, top: Double) {
        guard [left, bottom, right, top].allSatisfy(\.isFinite), left <= right, bottom <= top
        else { return nil }
        self.left = left
        self.bottom = bottom
        self.right = right
        self.top = top
    }

    /// Creates a box that contains only one point.
    package init(around point: MercatorPoint) {
        left = point.x
        right = point.x
        bottom = point.y
        top = point.y
    }

    /// Returns the smallest box that contains this one and a point.
    package func including(_ point: MercatorPoint) -> MercatorBox {
        var box = self
        box.left = min(left, point.x)
        box.right = max(right, point.x)
        box.bottom = min(bottom, point.y)
        box.top = max(top, point.y)
        return box
    }

    /// Whether the boxes have a common point.
    package func intersects(_ other: MercatorBox) -> Bool {
        left <= other.right && other.left <= right && bottom <= other.top && other.bottom <= top
    }
}
