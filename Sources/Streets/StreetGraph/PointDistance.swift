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

    /// Great-circle distance in metres.
    func distanceMetres(to other: FixedPoint) -> Double {
        coordinate.distanceMetres(to: other.coordinate)
    }
}

/// A flat map around a point: distances in metres from differences of fixed-point degrees.
struct FixedPlane {
    let origin: FixedPoint
    let metresNorth: Double
    let metresEast: Double

    init(around origin: FixedPoint) {
        self.origin = origin
        metresNorth = Coordinate.earthRadiusMetres * .pi / 180 * 1e-7
        metresEast = metresNorth * cos(Double(origin.latitude) * 1e-7 * .pi / 180)
    }

    /// Metres east and north of the origin.
    @inline(__always)
    func offset(_ latitude: Int32, _ longitude: Int32) -> (x: Double, y: Double) {
        (
            Double(Int64(longitude) - Int64(origin.longitude)) * metresEast,
            Double(Int64(latitude) - Int64(origin.latitude)) * metresNorth
        )
    }
}
