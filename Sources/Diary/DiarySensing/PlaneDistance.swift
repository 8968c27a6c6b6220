#if canImport(Darwin)
private import Darwin
#elseif canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#endif

/// Measures short distances from one location: accurate to a millimetre within 1 km, to 1 % within
/// 500 km.
///
/// The Earth is projected to a plane along the location's parallel, so that each of many
/// comparisons with one fix costs a few multiplications. Across the 180th meridian the shorter way
/// is used.
struct PlaneDistance {
    private let latitude: Double
    private let longitude: Double
    private let metresPerDegreeEast: Double
    /// The length of one degree of a great circle on a sphere with the IUGG mean radius,
    /// 6,371,008.8 m.
    private static let metresPerDegree = 111_195.080_233_532_9

    init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
        metresPerDegreeEast = Self.metresPerDegree * cos(latitude * .pi / 180)
    }

    func metres(toLatitude other: Double, longitude otherLongitude: Double) -> Double {
        let north = (other - latitude) * Self.metresPerDegree
        var degreesEast = otherLongitude - longitude
        if degreesEast > 180 { degreesEast -= 360 }
        if degreesEast < -180 { degreesEast += 360 }
        let east = degreesEast * metresPerDegreeEast
        return (north * north + east * east).squareRoot()
    }
}
