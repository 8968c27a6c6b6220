internal import DiarySensing

/// A model of the fixes that a phone with a lower accuracy would deliver of an always-on record.
///
/// At a desired accuracy of A metres, a fix is delivered once it is A metres from the last
/// delivered one. Its accuracy is at least 0.65 A (at 100 m a phone uses Wi-Fi, typically with 65
/// m), and it has no speed if A is a kilometre or more. At 10 m all fixes are delivered. Real
/// phones differ, and deliver more if they have better data.
struct FixDelivery {
    private(set) var delivered: [LocationFix] = []

    /// Returns the fix as delivered in that state; nil if it is not delivered.
    mutating func deliver(_ fix: LocationFix, asking state: SensingState) -> LocationFix? {
        guard state != .activelyMoving else {
            delivered.append(fix)
            return fix
        }
        let asked = state.desiredAccuracyMetres
        if let last = delivered.last, last.metres(to: fix) < asked { return nil }
        let isCoarse = asked >= 1000
        let coarse = LocationFix(
            time: fix.time, latitude: fix.latitude, longitude: fix.longitude,
            horizontalAccuracyMetres: max(fix.horizontalAccuracyMetres ?? 0, 0.65 * asked),
            speedMetresPerSecond: isCoarse ? nil : fix.speedMetresPerSecond,
            speedAccuracyMetresPerSecond: isCoarse ? nil : fix.speedAccuracyMetresPerSecond,
            altitudeMetres: fix.altitudeMetres, courseDegrees: isCoarse ? nil : fix.courseDegrees)
        delivered.append(coarse)
        return coarse
    }
}
