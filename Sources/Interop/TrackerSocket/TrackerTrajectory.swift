/// Where a vehicle is and will be: a line on the map and how far along it the vehicle is when.
package struct TrackerTrajectory: Hashable, Sendable {
    /// Names the vehicle and what it runs, as long as it is shown.
    package var trainID: String
    /// What kind of vehicle.
    package var mode: TrackerMode
    /// Whose vehicle.
    package var tenant: String
    /// What it serves; nil if unknown.
    package var line: TrackerLine?
    /// The way, at least one corner.
    package var corners: [MercatorPoint]
    /// When it is where on the way, at least one, times and shares never falling.
    package var intervals: [Interval]
    /// Milliseconds behind the timetable; nil if unknown.
    package var delay: Int64?
    /// What it does; nil if unknown.
    package var state: State?
    /// When this was worked out, in Unix milliseconds.
    package var timestamp: Int64
    /// When the vehicle was last heard of, in Unix milliseconds; nil if unknown.
    package var eventTimestamp: Int64?
    /// Milliseconds since it was heard of, never below 0; nil if unknown.
    package var timeSinceUpdate: Int64?
    /// Whether its stops are known.
    package var hasJourney: Bool
    /// Whether it was seen, rather than assumed from the timetable.
    package var hasRealtime: Bool
    /// Names the run; nil if unknown.
    package var routeIdentifier: String?
    /// How much the way was simplified; nil for not at all.
    package var level: GeneralisationLevel?

    /// A moment on the way.
    package struct Interval: Hashable, Sendable {
        /// Unix milliseconds.
        package let time: Int64
        /// The share of the way's length, 0...1.
        package let fraction: Double
        /// Radians counter-clockwise from east; nil if unknown.
        package let direction: Double?

        /// A moment on the way.
        package init(time: Int64, fraction: Double, direction: Double?) {
            self.time = time
            self.fraction = fraction
            self.direction = direction
        }
    }

    /// What a vehicle does.
    package enum State: String, Sendable {
        case driving = "DRIVING"
        case boarding = "BOARDING"
        case cancelled = "JOURNEY_CANCELLED"
    }

    /// Starts with what every vehicle has.
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

    /// The least box around the way.
    package var bounds: MercatorBox {
        corners.dropFirst().reduce(MercatorBox(around: corners[0])) { $0.including($1) }
    }

    /// Where the vehicle is at a moment: before the first one it waits there, after the last one it
    /// stands there.
    package func place(at time: Int64) -> MercatorPoint {
        guard let after = intervals.firstIndex(where: { $0.time > time }) else {
            return place(fraction: intervals[intervals.count - 1].fraction)
        }
        guard after > 0 else { return place(fraction: intervals[0].fraction) }
        let (from, to) = (intervals[after - 1], intervals[after])
        let share = Double(time - from.time) / Double(to.time - from.time)
        return place(fraction: from.fraction + (to.fraction - from.fraction) * share)
    }

    /// The heading at a moment in radians counter-clockwise from east; nil if unknown.
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
