internal import DiarySensing

/// What a phone asked for less accuracy would have delivered of an always-on record: a model, not a
/// phone.
///
/// Asked for A metres, it tells a new place once it is A away from the last one that it told, with
/// an accuracy of at least 0.65 A (a phone asked for 100 m answers from Wi-Fi, typically with 65
/// m), and without a speed where A is a kilometre or more. Asked for 10 m, it tells all. Real
/// phones differ, and tell more often where they happen to know better.
struct FixDelivery {
    private(set) var delivered: [LocationFix] = []

    /// The fix as it would have been delivered in that state, nil if not at all.
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
