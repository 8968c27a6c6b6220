package import DiarySensing
package import TransitModel

extension LocationFix {
    package var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

    /// The great-circle distance in metres.
    package func metres(to other: LocationFix) -> Double {
        coordinate.distanceMetres(to: other.coordinate)
    }

    /// Whether the accuracy is 50 m or better, or unknown; sufficient to draw a path.
    package var isPrecise: Bool {
        isPlausible && (horizontalAccuracyMetres ?? 0) <= 50
    }
}
