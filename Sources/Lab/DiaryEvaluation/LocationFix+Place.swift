package import DiarySensing
package import TransitModel

extension LocationFix {
    /// The place as the rest of Takt knows places.
    package var coordinate: Coordinate { Coordinate(latitude: latitude, longitude: longitude) }

    /// Great-circle distance in metres.
    package func metres(to other: LocationFix) -> Double {
        coordinate.distanceMetres(to: other.coordinate)
    }

    /// Whether the fix is accurate to 50 m, or told no accuracy: good enough to draw a way by.
    package var isPrecise: Bool {
        isPlausible && (horizontalAccuracyMetres ?? 0) <= 50
    }
}
