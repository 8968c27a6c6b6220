#if !hasFeature(Embedded)
private import Foundation
#endif

/// A location on Earth in WGS 84 degrees.
///
/// Latitude is positive north (-90...90), longitude positive east (-180...180).
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator.
    public let latitude: Double
    /// Degrees east of Greenwich.
    public let longitude: Double

    /// Creates a coordinate without checking the values; see ``isPlausible``.
    @inlinable
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether both values are in range and the location is not the (0, 0) that broken devices
    /// send.
    public var isPlausible: Bool {
        latitude.isFinite && longitude.isFinite
            && abs(latitude) <= 90 && abs(longitude) <= 180
            && !(abs(latitude) < 0.001 && abs(longitude) < 0.001)
    }

    /// The mean radius of the Earth (IUGG), in metres.
    package static let earthRadiusMetres = 6_371_008.8

    /// Returns the great-circle distance in metres (haversine formula, accurate for any two
    /// locations).
    public func distanceMetres(to other: Coordinate) -> Double {
        let phi1 = latitude * .pi / 180
        let phi2 = other.latitude * .pi / 180
        let sinPhi = sin((phi2 - phi1) / 2)
        let sinLambda = sin((other.longitude - longitude) * .pi / 360)
        let a = sinPhi * sinPhi + cos(phi1) * cos(phi2) * sinLambda * sinLambda
        return 2 * Self.earthRadiusMetres * asin(min(1, a.squareRoot()))
    }

    /// Returns the initial bearing towards `other` in degrees clockwise from north, 0..<360; 0 for
    /// equal coordinates.
    public func bearingDegrees(to other: Coordinate) -> Double {
        let phi1 = latitude * .pi / 180
        let phi2 = other.latitude * .pi / 180
        let lambda = (other.longitude - longitude) * .pi / 180
        let y = sin(lambda) * cos(phi2)
        let x = cos(phi1) * sin(phi2) - sin(phi1) * cos(phi2) * cos(lambda)
        let degrees = atan2(y, x) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }

    /// Returns the location at `fraction` (0...1) of the straight line to `other`; accurate below
    /// some 10 km.
    @inlinable
    public func interpolated(to other: Coordinate, fraction: Double) -> Coordinate {
        Coordinate(
            latitude: latitude + (other.latitude - latitude) * fraction,
            longitude: longitude + (other.longitude - longitude) * fraction)
    }
}

#if !hasFeature(Embedded)
extension Coordinate: Codable {}
#endif

/// A flat map around a location, in metres east and north of it; accurate within some 50 km.
///
/// Matching and projecting need thousands of distances around one vehicle. There a plane is
/// accurate to centimetres and costs two multiplications.
package struct LocalPlane: Sendable {
    private let origin: Coordinate
    private let metresPerDegreeEast: Double
    private let metresPerDegreeNorth: Double

    /// Creates the plane that touches the Earth at `origin`.
    package init(around origin: Coordinate) {
        self.origin = origin
        metresPerDegreeNorth = Coordinate.earthRadiusMetres * .pi / 180
        metresPerDegreeEast = metresPerDegreeNorth * cos(origin.latitude * .pi / 180)
    }

    /// Returns the metres east (x) and north (y) of the origin.
    package func point(_ coordinate: Coordinate) -> (x: Double, y: Double) {
        (
            (coordinate.longitude - origin.longitude) * metresPerDegreeEast,
            (coordinate.latitude - origin.latitude) * metresPerDegreeNorth
        )
    }

    /// Returns the coordinate at metres east (x) and north (y) of the origin.
    package func coordinate(x: Double, y: Double) -> Coordinate {
        Coordinate(
            latitude: origin.latitude + y / metresPerDegreeNorth,
            longitude: origin.longitude + x / metresPerDegreeEast)
    }
}
