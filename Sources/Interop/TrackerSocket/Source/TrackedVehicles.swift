import TransitModel

/// The trajectories from a tracker socket, and the vehicles' positions on them.
///
/// The number of vehicles is bounded. Trajectories neither renewed nor deleted are removed some
/// time after their end.
struct TrackedVehicles {
    /// The maximum number of vehicles; further ones are refused.
    static let maximum = 50_000
    /// The time for which a trajectory is kept after its end, in milliseconds.
    private static let memory: Int64 = 600_000
    /// The age from which a vehicle's last report no longer yields fixes, in milliseconds.
    private static let silence: Int64 = 300_000

    private var trajectories: [String: TrackerTrajectory] = [:]

    var count: Int { trajectories.count }

    /// The result of storing a trajectory.
    enum Verdict: Equatable {
        case taken
        /// No vehicle was observed; the trajectory repeats the timetable.
        case unseen
        /// It is older than the stored one.
        case outdated
        /// Its position is invalid or (0, 0).
        case implausible
        case tooMany
    }

    mutating func update(_ trajectory: TrackerTrajectory, at now: Int64) -> Verdict {
        guard trajectory.hasRealtime else { return .unseen }
        guard trajectory.place(at: now).coordinate.isPlausible else { return .implausible }
        let known = trajectories[trajectory.trainID]
        if let known, known.timestamp > trajectory.timestamp { return .outdated }
        guard known != nil || trajectories.count < Self.maximum else { return .tooMany }
        trajectories[trajectory.trainID] = trajectory
        return .taken
    }

    /// Removes a vehicle; false if it is unknown.
    mutating func remove(_ trainID: String) -> Bool {
        trajectories.removeValue(forKey: trainID) != nil
    }

    /// Removes trajectories that ended long ago.
    ///
    /// - Returns: The removed vehicles, sorted.
    mutating func prune(at now: Int64) -> [String] {
        let expired = trajectories.filter { _, trajectory in
            now - (trajectory.intervals.last?.time ?? 0) >= Self.memory
        }
        for trainID in expired.keys { trajectories[trainID] = nil }
        return expired.keys.sorted()
    }

    /// Returns the vehicles' positions on trajectories that cover an instant.
    ///
    /// `trip`: Returns the GTFS `trip_id` of a run identifier.
    func fixes(at now: Int64, trip: (String) -> String?) -> [VehicleFix] {
        trajectories.values.compactMap { fix($0, at: now, trip: trip) }
    }

    /// Returns the position of one vehicle; nil if unknown.
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
