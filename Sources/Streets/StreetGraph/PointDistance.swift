import TransitModel

private import Foundation

/// A point in degrees times ten million, as extracts store it.
struct FixedPoint: Equatable, BitwiseCopyable, Sendable {
    var latitude: Int32
    var longitude: Int32

    init(latitude: Int32, longitude: Int32) {
        self.latitude = latitude
        self.longitude = longitude
    }

    init(_ coordinate: Coordinate) {
        latitude = Int32((max(-90, min(90, coordinate.latitude)) * 1e7).rounded())
        longitude = Int32((max(-180, min(180, coordinate.longitude)) * 1e7).rounded())
    }

    var coordinate: Coordinate {
        Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
    }

    /// The metres of a unit of fixed-point degrees along a meridian.
    static let metresPerUnit = Coordinate.earthRadiusMetres * .pi / 180 * 1e-7

    /// The great-circle distance in metres.
    ///
    /// Between points some hundred metres apart, a plane at the middle latitude is accurate to a
    /// millimetre and needs one cosine.
    func distanceMetres(to other: FixedPoint) -> Double {
        let north = Double(Int64(other.latitude) - Int64(latitude))
        let east = Double(Int64(other.longitude) - Int64(longitude))
        guard abs(north) < 100_000, abs(east) < 100_000 else {
            return coordinate.distanceMetres(to: other.coordinate)
        }
        let middle = Double(Int64(latitude) + Int64(other.latitude)) / 2 * 1e-7 * .pi / 180
        let narrowed = east * cos(middle)
        return (north * north + narrowed * narrowed).squareRoot() * Self.metresPerUnit
    }
}

/// A plane around a point that converts fixed-point degrees to metres.
struct FixedPlane {
    let origin: FixedPoint
    let metresNorth: Double
    let metresEast: Double

    init(around origin: FixedPoint) {
        self.origin = origin
        metresNorth = FixedPoint.metresPerUnit
        metresEast = metresNorth * cos(Double(origin.latitude) * 1e-7 * .pi / 180)
    }

    /// The metres east and north of the origin.
    @inline(__always)
    func offset(_ latitude: Int32, _ longitude: Int32) -> (x: Double, y: Double) {
        (
            Double(Int64(longitude) - Int64(origin.longitude)) * metresEast,
            Double(Int64(latitude) - Int64(origin.latitude)) * metresNorth
        )
    }
}
