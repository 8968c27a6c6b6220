package import Realtime
package import TransitModel

/// Rejects fixes that cannot be true because no vehicle of that mode is so fast.
///
/// A single outlier is rejected. If the next fix agrees with it, the vehicle really is there, as
/// after a long silence or an earlier error, and that fix is accepted.
package struct FixValidator {
    /// The tolerance for receiver errors, in metres.
    private static let noiseMetres = 300.0
    /// The maximum number of rejected fixes remembered.
    private static let maximumSuspects = 20_000

    private var suspects: [String: VehicleFix] = [:]

    package init() {}

    /// Returns whether a vehicle of that mode could have moved from its last accepted fix to this
    /// one.
    package mutating func believes(
        _ fix: VehicleFix, after known: LiveVehicle?, mode: TransitMode?
    ) -> Bool {
        guard let known, !Self.isNear(fix, known.fix, mode) else {
            forget(fix.vehicleID)
            return true
        }
        if let suspect = suspects[fix.vehicleID], suspect.time < fix.time,
            Self.isNear(fix, suspect, mode)
        {
            suspects[fix.vehicleID] = nil
            return true
        }
        if suspects.count >= Self.maximumSuspects { suspects.removeAll() }
        suspects[fix.vehicleID] = fix
        return false
    }

    /// Forgets a vehicle that is no longer known.
    mutating func forget(_ vehicleID: String) {
        // Usually there are none, and no id need be hashed.
        if !suspects.isEmpty { suspects[vehicleID] = nil }
    }

    private static func isNear(
        _ fix: VehicleFix, _ other: VehicleFix, _ mode: TransitMode?
    ) -> Bool {
        let seconds = max(0, fix.time.seconds(since: other.time))
        return fix.coordinate.distanceMetres(to: other.coordinate)
            <= noiseMetres + topSpeed(mode) * seconds
    }

    /// The top speed in metres per second; generous, because times are rounded and clocks wrong by
    /// seconds.
    private static func topSpeed(_ mode: TransitMode?) -> Double {
        switch mode {
        case .tram, .cableTram, .funicular, .aerialLift, .monorail, .ferry: 35
        case .bus, .coach, .trolleybus, .taxi, .subway: 50
        case .rail: 110
        case .air: 350
        case .other, nil: 90
        }
    }
}
