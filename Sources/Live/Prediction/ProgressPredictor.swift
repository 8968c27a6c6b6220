package import Realtime
import Timetables
package import TransitModel

/// Predicts the times at the calls ahead, and the movement there as a timed trajectory.
///
/// The basis is the strong baseline of the field: the timetable, shifted by the delay at the last
/// sighting. Delay is reduced where the timetable schedules a dwell time, and no vehicle departs
/// early from its first stop. What a ``PredictionModel`` has learnt about the hops ahead is added
/// as far as it has proved accurate.
package struct ProgressPredictor: Sendable {
    /// How far ahead trajectories reach, in seconds.
    package static let horizonSeconds = 120.0
    /// The tolerance of simplification: corners closer than this to a straight line are left out,
    /// in metres.
    private static let toleranceMetres = 3.0

    let model: PredictionModel
    private let outlooks:
        (network: [ArrivalErrors.Outlook], routes: [UInt64: [ArrivalErrors.Outlook]])
    let plainRoutes: Set<UInt64>

    /// Creates a predictor from a model; an empty model means timetable and delay alone.
    ///
    /// `plainRoutes` are the keys of routes that are predicted by timetable and delay alone
    /// regardless of the model.
    package init(
        _ model: PredictionModel = PredictionModel(), plainRoutes: Set<UInt64> = []
    ) {
        self.model = model
        self.plainRoutes = plainRoutes
        outlooks = model.errors.outlooks()
    }

    /// Returns the outlooks for a run's route.
    func outlooks(_ schedule: ScheduledProgress) -> [ArrivalErrors.Outlook] {
        outlooks.routes[schedule.routeKey] ?? outlooks.network
    }

    private static func bucket(_ schedule: ScheduledProgress, call: Int, ahead: Double) -> Int {
        let isNextLap = schedule.lap.map { call >= $0.calls } ?? false
        return ArrivalErrors.bucket(ahead, isNextLap: isNextLap)
    }

    /// The predicted times at a call.
    package struct ExpectedCall: Sendable, Equatable {
        /// The position in the pattern.
        package let position: Int
        package let arrival: UnixTime
        /// The expected departure; equal to the arrival where the vehicle hardly stops.
        package let departure: UnixTime
        /// One of ten vehicles arrives before this; nil until that was measured.
        package let early: UnixTime?
        /// One of ten vehicles arrives after this; nil until that was measured.
        package let late: UnixTime?
        /// When a rider should be at the stop: early enough not to miss the vehicle, without a long
        /// wait.
        package let leaveBy: UnixTime

        /// The span of likely arrivals; nil until that was measured.
        package var span: ExpectedSpan? {
            guard let early, let late else { return nil }
            return ExpectedSpan(
                earliest: min(early, arrival), latest: max(late, arrival), leaveBy: nil)
        }
    }

    /// Returns the predicted times at all calls ahead of the vehicle's last fix.
    package func expectedCalls(_ vehicle: LiveVehicle) -> [ExpectedCall] {
        guard let progress = vehicle.progress else { return [] }
        let seen = vehicle.fix.time
        // On a loop each stop is listed once, with the next time the vehicle comes by.
        let lap = progress.schedule.lap
        let outlooks = outlooks(progress.schedule)
        return legs(progress, seenAt: seen).prefix(lap?.calls ?? .max).compactMap { leg in
            let arrival = time(leg.arrival, progress)
            let ahead = arrival.seconds(since: seen)
            let outlook = outlooks[Self.bucket(progress.schedule, call: leg.call, ahead: ahead)]
            if let lap, leg.call >= lap.calls, !outlook.isTrusted { return nil }
            let spread = outlook.spread
            // No vehicle departs from the first stop before its time.
            let safe = leg.call == 0 ? arrival : arrival.advanced(bySeconds: -outlook.margin)
            return ExpectedCall(
                position: lap.map { leg.call % $0.calls } ?? leg.call, arrival: arrival,
                departure: time(leg.departure, progress),
                early: spread.map { arrival.advanced(bySeconds: $0.p10) },
                late: spread.map { arrival.advanced(bySeconds: $0.p90) }, leaveBy: safe)
        }
    }

    /// Returns the predicted movement from `now` on, or only the last position if the vehicle
    /// serves no run or is stale.
    ///
    /// It ends after `horizon` seconds.
    package func trajectory(
        _ vehicle: LiveVehicle, now: UnixTime, horizon: Double = Self.horizonSeconds
    ) -> Trajectory {
        let freshness = vehicle.freshness(at: now)
        guard let progress = vehicle.progress, freshness != .stale else {
            return Trajectory(
                points: [Trajectory.Point(time: now, coordinate: vehicle.fix.coordinate)],
                headingDegrees: vehicle.fix.headingDegrees)
        }
        let start = now.seconds(since: progress.dayStart)
        var way = way(progress, seenAt: vehicle.fix.time)
        if freshness == .old, let next = progress.nextCall {
            // It is unknown whether it left the next stop, so it is not extrapolated beyond.
            let limit = progress.schedule.path.callDistances[next]
            way = way.limited(to: limit)
        }
        let keys = GroundMotion.keys(vehicle.fix, progress)
        if !keys.isEmpty {
            let points = groundPoints(
                way, vehicle, progress, keys: keys, from: start, to: start + horizon)
            return Trajectory(
                points: points, headingDegrees: heading(progress, at: way.distance(at: start)))
        }
        return Trajectory(
            points: points(way, progress, from: start, to: start + horizon),
            headingDegrees: heading(progress, at: way.distance(at: start)))
    }

    // MARK: - Times ahead

    private func time(_ seconds: Double, _ progress: VehicleProgress) -> UnixTime {
        progress.dayStart.advanced(bySeconds: seconds)
    }

    private func legs(_ progress: VehicleProgress, seenAt: UnixTime) -> [ProjectedMotion.Leg] {
        let seen = seenAt.seconds(since: progress.dayStart)
        let schedule = progress.schedule
        var earliest = seen
        let isPlain = plainRoutes.contains(schedule.routeKey)
        let outlooks = outlooks(schedule)
        return model.estimates(progress, seen: seen).map { estimate in
            let bucket = Self.bucket(schedule, call: estimate.call, ahead: estimate.parts.plain)
            let seconds =
                isPlain
                ? estimate.parts.plain : estimate.parts.seconds(outlooks[bucket].blend)
            let arrival = max(earliest, seen + seconds)
            let departure = schedule.departure(after: arrival, from: estimate.call)
            earliest = departure
            return ProjectedMotion.Leg(call: estimate.call, arrival: arrival, departure: departure)
        }
    }

    // MARK: - Predicted movement

    private func way(_ progress: VehicleProgress, seenAt: UnixTime) -> ProjectedMotion {
        let seen = seenAt.seconds(since: progress.dayStart)
        let way = ProjectedMotion(progress, seen: seen, legs: legs(progress, seenAt: seenAt))
        return model.corrected(way, of: progress, seen: seen)
    }

    private func heading(_ progress: VehicleProgress, at distance: Double) -> Double? {
        progress.schedule.path.position(at: distance).heading
    }

    /// Returns the points of the path between two times: the ends, the knots, and every relevant
    /// corner.
    private func points(
        _ way: ProjectedMotion, _ progress: VehicleProgress, from start: Double, to end: Double
    ) -> [Trajectory.Point] {
        let path = progress.schedule.path
        var stations = [ProjectedMotion.Knot(time: start, along: way.distance(at: start))]
        for (from, to) in zip(way.knots, way.knots.dropFirst())
        where to.time > start && from.time < end {
            if to.along > from.along, path.points.count > 1 {
                var corner = path.firstCorner(beyond: from.along)
                while corner < path.points.count, path.distances[corner] < to.along {
                    let share = (path.distances[corner] - from.along) / (to.along - from.along)
                    let time = from.time + (to.time - from.time) * share
                    if time > start, time < end {
                        stations.append(
                            ProjectedMotion.Knot(time: time, along: path.distances[corner]))
                    }
                    corner += 1
                }
            }
            if to.time < end { stations.append(to) }
        }
        stations.append(ProjectedMotion.Knot(time: end, along: way.distance(at: end)))
        let points = stations.map { station in
            Trajectory.Point(
                time: time(station.time, progress),
                coordinate: path.place(at: station.along))
        }
        return Self.simplified(points)
    }

    /// Returns the points for a loop, adjusted to where vehicles really moved from this position.
    private func groundPoints(
        _ way: ProjectedMotion, _ vehicle: LiveVehicle, _ progress: VehicleProgress,
        keys: [TravelProfile.Key], from start: Double, to end: Double
    ) -> [Trajectory.Point] {
        let seen = vehicle.fix.time.seconds(since: progress.dayStart)
        let path = progress.schedule.path
        var points = [Trajectory.Point(time: vehicle.fix.time, coordinate: vehicle.fix.coordinate)]
        for (age, seconds) in ProjectedMotion.ages.enumerated() {
            let expected = path.place(at: way.distance(at: seen + seconds))
            points.append(
                Trajectory.Point(
                    time: time(seen + seconds, progress),
                    coordinate: model.profile.place(
                        from: vehicle.fix.coordinate, keys: keys, age: age, expected: expected)))
        }
        let whole = Trajectory(points: points, headingDegrees: nil)
        let from = time(start, progress)
        let to = time(end, progress)
        return [Trajectory.Point(time: from, coordinate: whole.coordinate(at: from))]
            + points.filter { $0.time > from && $0.time < to }
            + [Trajectory.Point(time: to, coordinate: whole.coordinate(at: to))]
    }

    /// Removes points that are, at their time, within the tolerance of the straight line between
    /// their neighbours.
    private static func simplified(_ points: [Trajectory.Point]) -> [Trajectory.Point] {
        let plane = LocalPlane(around: points[0].coordinate)
        let places = points.map { plane.point($0.coordinate) }
        return Simplification.keptCorners(count: points.count, tolerance: toleranceMetres) {
            let start = points[$1].time
            let span = points[$2].time.seconds(since: start)
            let share = span > 0 ? points[$0].time.seconds(since: start) / span : 0
            let (place, from, to) = (places[$0], places[$1], places[$2])
            let x = from.x + (to.x - from.x) * share - place.x
            let y = from.y + (to.y - from.y) * share - place.y
            return (x * x + y * y).squareRoot()
        }.map { points[$0] }
    }
}
