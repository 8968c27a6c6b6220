/// The current and future positions of a vehicle: a line on the map and the progress along it over
/// time.
package struct TrackerTrajectory: Hashable, Sendable {
    /// Identifies the vehicle and its run, as long as it is shown.
    package var trainID: String
    package var mode: TrackerMode
    package var tenant: String
    /// The line that the vehicle serves; nil if unknown.
    package var line: TrackerLine?
    /// The path, at least one corner.
    package var corners: [MercatorPoint]
    /// The vehicle's progress along the path, at least one entry; times and fractions never
    /// decrease.
    package var intervals: [Interval]
    /// The delay in milliseconds; nil if unknown.
    package var delay: Int64?
    /// The vehicle's state; nil if unknown.
    package var state: State?
    /// When this was computed, in Unix milliseconds.
    package var timestamp: Int64
    /// The vehicle's last report, in Unix milliseconds; nil if unknown.
    package var eventTimestamp: Int64?
    /// Milliseconds since the vehicle's last report, never below 0; nil if unknown.
    package var timeSinceUpdate: Int64?
    /// Whether the vehicle's stops are known.
    package var hasJourney: Bool
    /// Whether the vehicle was observed rather than assumed from the timetable.
    package var hasRealtime: Bool
    /// The id of the run; nil if unknown.
    package var routeIdentifier: String?
    /// The degree to which the path was simplified; nil for not at all.
    package var level: GeneralisationLevel?

    /// A point in time on the path.
    package struct Interval: Hashable, Sendable {
        /// Unix milliseconds.
        package let time: Int64
        /// The fraction of the path's length, 0...1.
        package let fraction: Double
        /// Radians counter-clockwise from east; nil if unknown.
        package let direction: Double?
    }

    /// The state of a vehicle.
    package enum State: String, Sendable {
        case driving = "DRIVING"
        case boarding = "BOARDING"
        case cancelled = "JOURNEY_CANCELLED"
    }

    /// Creates a trajectory with its mandatory members.
    package init(
        trainID: String, mode: TrackerMode, tenant: String, corners: [MercatorPoint],
        intervals: [Interval], timestamp: Int64
    ) {
        precondition(!corners.isEmpty && !intervals.isEmpty, "a trajectory has a place and a time")
        self.trainID = trainID
        self.mode = mode
        self.tenant = tenant
        self.corners = corners
        self.intervals = intervals
        self.timestamp = timestamp
        hasJourney = false
        hasRealtime = false
    }

    /// The smallest box around the path.
    package var bounds: MercatorBox {
        corners.dropFirst().reduce(MercatorBox(around: corners[0])) { $0.including($1) }
    }

    /// Returns the vehicle's location at a time.
    ///
    /// Before the first time it is at the start, after the last one at the end.
    package func place(at time: Int64) -> MercatorPoint {
        guard let after = intervals.firstIndex(where: { $0.time > time }) else {
            return place(fraction: intervals[intervals.count - 1].fraction)
        }
        guard after > 0 else { return place(fraction: intervals[0].fraction) }
        let (from, to) = (intervals[after - 1], intervals[after])
        let share = Double(time - from.time) / Double(to.time - from.time)
        return place(fraction: from.fraction + (to.fraction - from.fraction) * share)
    }

    /// Returns the heading at a time in radians counter-clockwise from east; nil if unknown.
    package func direction(at time: Int64) -> Double? {
        (intervals.last { $0.time <= time } ?? intervals[0]).direction
    }

    private func place(fraction: Double) -> MercatorPoint {
        let steps = zip(corners, corners.dropFirst()).map { $0.distance(to: $1) }
        var rest = min(max(fraction, 0), 1) * steps.reduce(0, +)
        for (step, length) in steps.enumerated() {
            if rest <= length, length > 0 {
                return corners[step].interpolated(to: corners[step + 1], fraction: rest / length)
            }
            rest -= length
        }
        return corners[corners.count - 1]
    }
}
