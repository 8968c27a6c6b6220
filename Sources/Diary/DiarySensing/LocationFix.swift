#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One location that a phone reported.
///
/// Platforms mark what they do not know in two ways, and the difference matters. A value that the
/// phone never told is nil and is believed. A value below zero is the platform's own word for "this
/// is invalid" (CoreLocation does so) and is never believed.
public struct LocationFix: Codable, Hashable, Sendable {
    /// When the phone was there, not when the fix was delivered.
    public let time: Date
    /// Degrees north of the equator, WGS 84, -90...90.
    public let latitude: Double
    /// Degrees east of Greenwich, WGS 84, -180...180.
    public let longitude: Double
    /// Radius in metres within which the phone probably was; nil if not told, negative if invalid.
    public let horizontalAccuracyMetres: Double?
    /// Speed over ground in metres a second; nil if not told, negative if invalid.
    public let speedMetresPerSecond: Double?
    /// How far the speed may be off, in metres a second; nil if not told, negative if invalid.
    public let speedAccuracyMetresPerSecond: Double?
    /// Metres above sea level, nil if not told; only recorded, no rule uses it.
    public let altitudeMetres: Double?
    /// Degrees clockwise from north, nil if not told; only recorded, no rule uses it.
    public let courseDegrees: Double?

    /// Makes a fix; the values are taken as they are, rules decide later what they believe.
    public init(
        time: Date, latitude: Double, longitude: Double,
        horizontalAccuracyMetres: Double? = nil,
        speedMetresPerSecond: Double? = nil, speedAccuracyMetresPerSecond: Double? = nil,
        altitudeMetres: Double? = nil, courseDegrees: Double? = nil
    ) {
        self.time = time
        self.latitude = latitude
        self.longitude = longitude
        self.horizontalAccuracyMetres = horizontalAccuracyMetres
        self.speedMetresPerSecond = speedMetresPerSecond
        self.speedAccuracyMetresPerSecond = speedAccuracyMetresPerSecond
        self.altitudeMetres = altitudeMetres
        self.courseDegrees = courseDegrees
    }

    /// Whether the place is on Earth and the phone did not call the fix invalid.
    public var isPlausible: Bool {
        guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180
        else { return false }
        guard let accuracy = horizontalAccuracyMetres else { return true }
        return accuracy.isFinite && accuracy >= 0
    }
}
