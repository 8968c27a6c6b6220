package import Prediction
package import Realtime
package import Timetables
package import TransitModel

/// A vehicle as the map shows it: who it is, how late, and where it will be.
package struct MapVehicle: Sendable {
    /// As it was last seen.
    package let vehicle: LiveVehicle
    /// How old that is.
    package let freshness: LiveVehicle.Freshness
    /// Where it is expected to be.
    package let trajectory: Trajectory
    /// The next stop with its scheduled and expected arrival (departure at the first stop); nil if
    /// the vehicle is on no run, at its last stop, or stale.
    package let nextStop: NextStop?
    /// Seconds behind the timetable; nil if unknown.
    package let delaySeconds: Int?
    /// The snapshot in which this last changed for those who watch.
    package let changedAt: UInt64
    /// The place in which the whole trajectory lies.
    package let bounds: BoundingBox
    /// The calls ahead, by the newest fix even where the rest was no different; empty if the vehicle is stale.
    package private(set) var expectedCalls: [ProgressPredictor.ExpectedCall]

    /// The fix that it was last compared with, and when that was.
    private var compared: (fix: UnixTime, at: UnixTime)

    /// A stop ahead.
    package struct NextStop: Sendable {
        /// Where it will call.
        package let stop: StopIndex
        /// The timetable's time.
        package let scheduled: UnixTime
        /// When it is expected.
        package let expected: UnixTime
        /// When it may be instead; nil if nobody knows, and at the first stop.
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
        // A vehicle that waits for its departure falls behind from then on.
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

    /// Whether it can be shown on without being worked out anew: no newer fix came, it is as fresh as it
    /// was, its next stop and the end of its trajectory still lie ahead.
    func holds(for vehicle: LiveVehicle, now: UnixTime) -> Bool {
        compared.fix == vehicle.fix.time && vehicle.freshness(at: now) == freshness
            && now.seconds(since: compared.at) < Self.comparisonSeconds
            && nextStop.map { $0.expected >= now } ?? true
            && (trajectory.points.count == 1
                || trajectory.end.seconds(since: now) >= Self.renewalSeconds)
    }

    /// The same, once it was found to be no different from what a newer fix says.
    func compared(with newer: MapVehicle, now: UnixTime) -> MapVehicle {
        var copy = self
        copy.compared = (newer.vehicle.fix.time, now)
        copy.expectedCalls = newer.expectedCalls
        return copy
    }

    /// Whether those who were shown `shown` must be told of this newer state.
    func differs(from shown: MapVehicle, now: UnixTime) -> Bool {
        if freshness != shown.freshness || nextStop?.stop != shown.nextStop?.stop { return true }
        if vehicle.progress?.run != shown.vehicle.progress?.run { return true }
        if minutes(delaySeconds) != minutes(shown.delaySeconds) { return true }
        if vehicle.fix.occupancy != shown.vehicle.fix.occupancy { return true }
        let isMoving = trajectory.points.count > 1
        if isMoving, shown.trajectory.end.seconds(since: now) < Self.renewalSeconds { return true }
        // Where it will be counts as much as where it is.
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

    /// What is shown is compared with what is expected once in so many seconds at least.
    private static let comparisonSeconds = 15.0
    /// A trajectory is sent again this long before it ends, in seconds.
    private static let renewalSeconds = 30.0
    /// A trajectory is sent again when the vehicle is this far from where it was said to be.
    private static let toleranceMetres = 30.0
}
