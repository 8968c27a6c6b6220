import TransitModel

/// What a tracker socket told of its vehicles, and where they are by that.
///
/// It holds a bounded number of vehicles; what is neither renewed nor deleted is forgotten some
/// time after its way has ended.
struct TrackedVehicles {
    /// More vehicles than this are not taken in.
    static let maximum = 50_000
    /// How long a vehicle is remembered after its way has ended, in milliseconds.
    private static let memory: Int64 = 600_000
    /// A vehicle that was not heard of for so long is not told of, in milliseconds.
    private static let silence: Int64 = 300_000

    private var trajectories: [String: TrackerTrajectory] = [:]

    var count: Int { trajectories.count }

    /// What becomes of a trajectory.
    enum Verdict: Equatable {
        case taken
        /// Nobody saw the vehicle: it is assumed from the timetable, which is known here already.
        case unseen
        /// It was worked out before the one that is known.
        case outdated
        /// It lies off the globe or in the sea off Ghana.
        case implausible
        case tooMany
    }

    /// Takes in what was told of a vehicle.
    mutating func take(_ trajectory: TrackerTrajectory, at now: Int64) -> Verdict {
        guard trajectory.hasRealtime else { return .unseen }
        guard trajectory.place(at: now).coordinate.isPlausible else { return .implausible }
        let known = trajectories[trajectory.trainID]
        if let known, known.timestamp > trajectory.timestamp { return .outdated }
        guard known != nil || trajectories.count < Self.maximum else { return .tooMany }
        trajectories[trajectory.trainID] = trajectory
        return .taken
    }

    /// Forgets a vehicle; false if it was not known.
    mutating func remove(_ trainID: String) -> Bool {
        trajectories.removeValue(forKey: trainID) != nil
    }

    /// Forgets vehicles whose way has ended long ago.
    mutating func prune(at now: Int64) {
        trajectories = trajectories.filter { _, trajectory in
            now - (trajectory.intervals.last?.time ?? 0) < Self.memory
        }
    }

    /// Where the vehicles are at a moment that their ways cover; `trip` gives the GTFS `trip_id`
    /// that a run's identifier stands for.
    func fixes(at now: Int64, trip: (String) -> String?) -> [VehicleFix] {
        trajectories.values.compactMap { fix($0, at: now, trip: trip) }
    }

    /// Where one of them is; nil if that is not known.
    func fix(_ trainID: String, at now: Int64, trip: (String) -> String?) -> VehicleFix? {
        trajectories[trainID].flatMap { fix($0, at: now, trip: trip) }
    }

    private func fix(
        _ trajectory: TrackerTrajectory, at now: Int64, trip: (String) -> String?
    ) -> VehicleFix? {
        guard let first = trajectory.intervals.first, let last = trajectory.intervals.last,
            first.time <= now, now <= last.time,
            now - (trajectory.eventTimestamp ?? trajectory.timestamp) < Self.silence
        else { return nil }
        return VehicleFix(
            vehicleID: trajectory.trainID, label: trajectory.line?.name,
            coordinate: trajectory.place(at: now).coordinate,
            headingDegrees: trajectory.direction(at: now).map { direction in
                let heading = (90 - direction * 180 / .pi)
                    .truncatingRemainder(dividingBy: 360)
                return heading < 0 ? heading + 360 : heading
            },
            time: UnixTime(milliseconds: now),
            trip: trajectory.routeIdentifier.flatMap(trip).map { TripReference(tripID: $0) })
    }
}
