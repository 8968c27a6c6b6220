#if !hasFeature(Embedded)
private import Foundation
#endif

/// A box in WGS 84 degrees; it never crosses the 180th meridian.
public struct BoundingBox: Hashable, Sendable {
    /// Longitude of the western edge.
    public private(set) var west: Double
    /// Latitude of the southern edge.
    public private(set) var south: Double
    /// Longitude of the eastern edge.
    public private(set) var east: Double
    /// Latitude of the northern edge.
    public private(set) var north: Double

    /// Creates a box, or nil unless west <= east, south <= north and all values are in range.
    public init?(west: Double, south: Double, east: Double, north: Double) {
        guard west <= east, south <= north, west >= -180, east <= 180, south >= -90, north <= 90
        else { return nil }
        self.west = west
        self.south = south
        self.east = east
        self.north = north
    }

    /// Creates the box that contains only one location.
    package init(around place: Coordinate) {
        west = place.longitude
        east = place.longitude
        south = place.latitude
        north = place.latitude
    }

    /// Creates the smallest box that contains all places; nil if there are none.
    package init?(around places: some Sequence<Coordinate>) {
        var places = places.makeIterator()
        guard let first = places.next() else { return nil }
        self.init(around: first)
        while let place = places.next() { include(place) }
    }

    /// Extends the box to contain `place`.
    package mutating func include(_ place: Coordinate) {
        west = min(west, place.longitude)
        east = max(east, place.longitude)
        south = min(south, place.latitude)
        north = max(north, place.latitude)
    }

    /// Returns the box with a margin of `margin` metres on each side, limited by the poles and the
    /// 180th meridian.
    package func expanded(byMetres margin: Double) -> BoundingBox {
        let high = margin / 111_320
        // A degree of longitude is shortest where the margin ends.
        let latitude = max(abs(south), abs(north)) + high
        let wide = high / max(0.01, cos(min(89, latitude) * .pi / 180))
        return BoundingBox(
            west: max(-180, west - wide), south: max(-90, south - high),
            east: min(180, east + wide), north: min(90, north + high)) ?? self
    }

    /// Returns whether `place` is in the box or on its edge.
    public func contains(_ place: Coordinate) -> Bool {
        place.longitude >= west && place.longitude <= east
            && place.latitude >= south && place.latitude <= north
    }

    /// Returns whether the two boxes share at least one point.
    public func intersects(_ other: BoundingBox) -> Bool {
        west <= other.east && other.west <= east && south <= other.north && other.south <= north
    }
}

#if !hasFeature(Embedded)
extension BoundingBox: Codable {}
#endif
