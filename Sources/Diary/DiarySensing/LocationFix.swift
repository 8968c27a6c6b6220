#if hasFeature(Embedded)
#elseif canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A location reported by a phone.
///
/// Platforms mark unknown values in two ways, and the difference matters. A value that the phone
/// did not report is nil and is believed. A negative value is the platform's mark for an invalid
/// value (as in CoreLocation) and is never believed.
public struct LocationFix: Hashable, Sendable {
    /// When the phone was there, not when the fix was delivered.
    public let time: Date
    /// Degrees north of the equator, WGS 84, -90...90.
    public let latitude: Double
    /// Degrees east of Greenwich, WGS 84, -180...180.
    public let longitude: Double
    /// The radius in metres within which the phone probably was; nil if not reported, negative if
    /// invalid.
    public let horizontalAccuracyMetres: Double?
    /// Speed over ground in metres per second; nil if not reported, negative if invalid.
    public let speedMetresPerSecond: Double?
    /// The accuracy of the speed in metres per second; nil if not reported, negative if invalid.
    public let speedAccuracyMetresPerSecond: Double?
    /// Metres above sea level; nil if not reported.
    ///
    /// Only recorded, no rule uses it.
    public let altitudeMetres: Double?
    /// Degrees clockwise from north; nil if not reported.
    ///
    /// Only recorded, no rule uses it.
    public let courseDegrees: Double?

    /// Creates a fix without checking the values; the rules decide later which to believe.
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

    /// Whether the location is on Earth and the phone did not mark the fix as invalid.
    public var isPlausible: Bool {
        guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180
        else { return false }
        guard let accuracy = horizontalAccuracyMetres else { return true }
        return accuracy.isFinite && accuracy >= 0
    }
}

#if !hasFeature(Embedded)
extension LocationFix: Codable {}
#endif
