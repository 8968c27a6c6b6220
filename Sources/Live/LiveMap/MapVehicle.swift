package import Prediction
package import Realtime
package import Timetables
package import TransitModel

/// A vehicle as the map shows it: its state, delay and predicted positions.
package struct MapVehicle: Sendable {
    /// The vehicle as of its last fix.
    package let vehicle: LiveVehicle
    /// The age class of that fix.
    package let freshness: LiveVehicle.Freshness
    /// The predicted positions.
    package let trajectory: Trajectory
    /// The next stop with its scheduled and predicted arrival (departure at the first stop); nil if
    /// the vehicle serves no run, is at its last stop, or is stale.
    package let nextStop: NextStop?
    /// Seconds behind the timetable; nil if unknown.
    package let delaySeconds: Int?
    /// The snapshot in which the vehicle last changed for viewers.
    package let changedAt: UInt64
    /// The bounding box of the whole trajectory.
    package let bounds: BoundingBox
    /// The calls ahead by the newest fix, even if the rest did not change; empty if the vehicle is
    /// stale.
    package private(set) var expectedCalls: [ProgressPredictor.ExpectedCall]

    /// The fix that it was last compared with, and the time of that comparison.
    private var compared: (fix: UnixTime, at: UnixTime)

    /// A stop ahead.
    package struct NextStop: Sendable {
        package let stop: StopIndex
        /// The scheduled time.
        package let scheduled: UnixTime
        /// The predicted time.
        package let expected: UnixTime
        /// The span of likely times; nil if unknown, and at the first stop.
        package let span: ExpectedSpan?
    }
}

extension MapVehicle {
    init(
        _ vehicle: LiveVehicle, _ timetable: Timetable, by predictor: ProgressPredictor,
        now: UnixTime, sequence: UInt64
    ) {
        self.vehicle = vehicle
        freshness = vehicle.freshness(at: now)
        trajectory = predictor.trajectory(vehicle, now: now)
        changedAt = sequence
        compared = (vehicle.fix.time, now)
        var box = BoundingBox(around: trajectory.points[0].coordinate)
        for point in trajectory.points { box.include(point.coordinate) }
        bounds = box
        guard let progress = vehicle.progress, freshness != .stale else {
            nextStop = nil
            delaySeconds = nil
            expectedCalls = []
            return
        }
        // A vehicle that waits for its departure is late only from then on.
        let isLoop = progress.schedule.lap != nil
        delaySeconds = isLoop ? nil : Int(progress.delaySeconds.rounded())
        expectedCalls = predictor.expectedCalls(vehicle)
        let expected = expectedCalls.first {
            $0.position == 0 ? $0.departure >= now : $0.arrival >= now
        }
        nextStop = expected.map { call in
            let times = timetable.patterns.times(
                of: progress.run, in: progress.pattern, at: call.position)
            let seconds = call.position == 0 ? times.departure.seconds : times.arrival.seconds
            return NextStop(
                stop: timetable.patterns.stops(of: progress.pattern)[call.position],
                scheduled: isLoop
                    ? call.arrival : progress.dayStart.advanced(bySeconds: Double(seconds)),
                expected: call.position == 0 ? call.departure : call.arrival,
                span: call.position == 0 ? nil : call.span)
        }
    }

    /// Returns whether the entry can be kept without recomputation: there is no newer fix, the
    /// freshness is unchanged, and the next stop and the end of the trajectory are still ahead.
    func holds(for vehicle: LiveVehicle, now: UnixTime) -> Bool {
        compared.fix == vehicle.fix.time && vehicle.freshness(at: now) == freshness
            && now.seconds(since: compared.at) < Self.comparisonSeconds
            && nextStop.map { $0.expected >= now } ?? true
            && (trajectory.points.count == 1
                || trajectory.end.seconds(since: now) >= Self.renewalSeconds)
    }

    /// Returns the same entry, after it was found not to differ from a newer fix.
    func compared(with newer: MapVehicle, now: UnixTime) -> MapVehicle {
        var copy = self
        copy.compared = (newer.vehicle.fix.time, now)
        copy.expectedCalls = newer.expectedCalls
        return copy
    }

    /// Returns whether viewers who were shown `shown` need this newer state.
    func differs(from shown: MapVehicle, now: UnixTime) -> Bool {
        if freshness != shown.freshness || nextStop?.stop != shown.nextStop?.stop { return true }
        if vehicle.progress?.run != shown.vehicle.progress?.run { return true }
        if minutes(delaySeconds) != minutes(shown.delaySeconds) { return true }
        if vehicle.fix.occupancy != shown.vehicle.fix.occupancy { return true }
        let isMoving = trajectory.points.count > 1
        if isMoving, shown.trajectory.end.seconds(since: now) < Self.renewalSeconds { return true }
        // The predicted position matters as much as the current one.
        for ahead in [0.0, 30] {
            let time = now.advanced(bySeconds: ahead)
            let apart = trajectory.coordinate(at: time)
                .distanceMetres(to: shown.trajectory.coordinate(at: time))
            if apart > Self.toleranceMetres { return true }
        }
        return false
    }

    private func minutes(_ seconds: Int?) -> Int? {
        seconds.map { Int((Double($0) / 60).rounded(.down)) }
    }

    /// The maximum time between comparisons of the shown and the predicted state, in seconds.
    private static let comparisonSeconds = 15.0
    /// A trajectory is sent again this long before it ends, in seconds.
    private static let renewalSeconds = 30.0
    /// A trajectory is sent again when the vehicle is further than this from the shown position, in
    /// metres.
    private static let toleranceMetres = 30.0
}
