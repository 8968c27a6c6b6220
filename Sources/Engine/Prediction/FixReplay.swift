package import Realtime
package import Timetables
package import TransitModel

/// Replays recorded fixes, strictly in order of time, through the matcher and the predictor that a
/// server uses.
package struct FixReplay {
    private var matcher: RunMatcher
    private var vehicles: [String: LiveVehicle] = [:]
    private let timetable: Timetable
    private let predictor: ProgressPredictor

    /// Arrivals later than this after the fix are not told, in seconds.
    package static let horizonSeconds = 2400.0

    /// Starts without vehicles.
    package init(_ timetable: Timetable, predictor: ProgressPredictor = ProgressPredictor()) {
        self.timetable = timetable
        self.predictor = predictor
        matcher = RunMatcher(timetable)
    }

    /// A vehicle after a fix, with what is expected of it.
    package struct Step {
        /// The vehicle as it was seen with this fix.
        package let vehicle: LiveVehicle
        /// The expected times at the calls ahead within ``FixReplay/horizonSeconds``.
        package let calls: [ProgressPredictor.ExpectedCall]
    }

    /// Takes in the next fix; nil if it is implausible or not newer than the one before.
    package mutating func take(_ fix: VehicleFix) -> Step? {
        guard fix.coordinate.isPlausible else { return nil }
        let known = vehicles[fix.vehicleID]
        if let known, known.fix.time >= fix.time { return nil }
        let progress = matcher.match(fix, previous: known)
        let vehicle = LiveVehicle(
            id: fix.vehicleID, fix: fix, route: progress.map { timetable.trips.routes[$0.trip] },
            progress: progress)
        vehicles[fix.vehicleID] = vehicle
        let end = fix.time.advanced(bySeconds: Self.horizonSeconds)
        let calls = predictor.expectedCalls(vehicle).filter { $0.arrival <= end }
        return Step(vehicle: vehicle, calls: calls)
    }

    /// The way that a vehicle is expected to go from its fix on.
    package func trajectory(_ vehicle: LiveVehicle) -> Trajectory {
        predictor.trajectory(vehicle, now: vehicle.fix.time)
    }
}
