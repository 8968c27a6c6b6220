import Timetables
package import TransitModel

/// Tells fixes that cannot be true because no vehicle of the kind is that fast.
///
/// One wild fix is set aside. When the next one agrees with it, the vehicle really is there, as after a
/// long silence or a mistake before, and both are believed.
package struct FixValidator {
    /// What receivers may be wrong by, in metres.
    private static let noiseMetres = 300.0
    /// As many wild fixes are kept at most.
    private static let maximumSuspects = 20_000

    private var suspects: [String: VehicleFix] = [:]

    /// Suspects nobody.
    package init() {}

    /// Whether a vehicle of the kind could have come from its last believed fix to this one.
    package mutating func believes(
        _ fix: VehicleFix, after known: VehicleFix?, mode: TransitMode?
    ) -> Bool {
        guard let known, !Self.isNear(fix, known, mode) else {
            suspects[fix.vehicleID] = nil
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

    /// Forgets vehicles that are no longer known.
    mutating func forget(_ vehicleID: String) {
        suspects[vehicleID] = nil
    }

    private static func isNear(
        _ fix: VehicleFix, _ other: VehicleFix, _ mode: TransitMode?
    ) -> Bool {
        let seconds = max(0, fix.time.seconds(since: other.time))
        return fix.coordinate.distanceMetres(to: other.coordinate)
            <= noiseMetres + topSpeed(mode) * seconds
    }

    /// In metres a second; generous, for times are rounded and clocks wrong by seconds.
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
