package import Realtime
import Timetables
package import TransitModel

/// Expected times at the calls ahead, and the way there as a timed trajectory.
///
/// The ground is the strong baseline of the field: the timetable, shifted by the delay at the last
/// sighting. Lateness is made up where the timetable waits at a stop, and no vehicle leaves its first
/// stop early. What a ``PredictionModel`` has learnt of the hops ahead is added as far as it proved
/// itself.
package struct ProgressPredictor: Sendable {
    /// How far ahead trajectories reach, in seconds.
    package static let horizonSeconds = 120.0
    /// Corners of the path closer than this to the straight way are left out, in metres.
    private static let toleranceMetres = 3.0

    private let model: PredictionModel
    private let outlooks: [ArrivalErrors.Key: ArrivalErrors.Outlook]

    /// Makes a predictor that uses what was learnt, without a model the timetable and the delay alone.
    package init(_ model: PredictionModel = PredictionModel()) {
        self.model = model
        outlooks = model.errors.outlooks()
    }

    private func outlook(route: UInt64, ahead: Double) -> ArrivalErrors.Outlook? {
        let bucket = ArrivalErrors.bucket(ahead)
        return outlooks[ArrivalErrors.Key(route: route, bucket: bucket)]
            ?? outlooks[ArrivalErrors.Key(route: 0, bucket: bucket)]
    }

    /// When a vehicle is expected at a call.
    package struct ExpectedCall: Sendable, Equatable {
        /// The position in the pattern.
        package let position: Int
        /// When it is expected to arrive.
        package let arrival: UnixTime
        /// When it is expected to leave; equal to the arrival where it hardly stops.
        package let departure: UnixTime
        /// The time before which it arrives in one case of ten; nil until that was measured.
        package let early: UnixTime?
        /// The time after which it arrives in one case of ten; nil until that was measured.
        package let late: UnixTime?
        /// When a rider should be there: early enough not to miss it, without a long wait.
        package let leaveBy: UnixTime
    }

    /// The expected times at all calls ahead of where the vehicle was seen.
    package func expectedCalls(_ vehicle: LiveVehicle) -> [ExpectedCall] {
        guard let progress = vehicle.progress else { return [] }
        let seen = vehicle.fix.time
        let route = progress.schedule.routeKey
        // On a loop each stop is told once: a vehicle that comes by is expected there.
        let lap = progress.schedule.lap
        return legs(progress, seenAt: seen).prefix(lap?.calls ?? .max).map { leg in
            let arrival = time(leg.arrival, progress)
            let ahead = arrival.seconds(since: seen)
            let outlook = outlook(route: route, ahead: ahead)
            let margin = outlook?.margin ?? 0
            let spread = outlook?.spread
            // Nobody leaves the first stop before its time.
            let safe = leg.call == 0 ? arrival : arrival.advanced(bySeconds: -margin)
            return ExpectedCall(
                position: lap.map { leg.call % $0.calls } ?? leg.call, arrival: arrival,
                departure: time(leg.departure, progress),
                early: spread.map { arrival.advanced(bySeconds: $0.p10) },
                late: spread.map { arrival.advanced(bySeconds: $0.p90) }, leaveBy: safe)
        }
    }

    /// The way from `now` on, or the last place alone if the vehicle is on no run or unseen for long.
    package func trajectory(_ vehicle: LiveVehicle, now: UnixTime) -> Trajectory {
        let freshness = vehicle.freshness(at: now)
        guard let progress = vehicle.progress, freshness != .stale else {
            return Trajectory(
                points: [Trajectory.Point(time: now, coordinate: vehicle.fix.coordinate)],
                headingDegrees: vehicle.fix.headingDegrees)
        }
        let start = now.seconds(since: progress.dayStart)
        var knots = knots(progress, seenAt: vehicle.fix.time)
        if freshness == .old, let next = progress.nextCall {
            // Nobody knows whether it left the next stop, so it is not carried on beyond.
            let limit = progress.schedule.path.callDistances[next]
            knots = knots.map { Knot(time: $0.time, along: min($0.along, limit)) }
        }
        return Trajectory(
            points: points(knots, progress, from: start, to: start + Self.horizonSeconds),
            headingDegrees: heading(progress, at: distance(knots, at: start)))
    }

    // MARK: - Times ahead

    /// A stretch from the last known place or call to the next call, in seconds of the service day.
    private struct Leg {
        let call: Int
        let arrival: Double
        let departure: Double
    }

    private func time(_ seconds: Double, _ progress: VehicleProgress) -> UnixTime {
        progress.dayStart.advanced(bySeconds: seconds)
    }

    private func legs(_ progress: VehicleProgress, seenAt: UnixTime) -> [Leg] {
        let seen = seenAt.seconds(since: progress.dayStart)
        let schedule = progress.schedule
        var earliest = seen
        return model.estimates(progress, seen: seen).map { estimate in
            let outlook = outlook(route: schedule.routeKey, ahead: estimate.parts.plain)
            let seconds = estimate.parts.seconds(outlook?.blend ?? ArrivalErrors.defaultBlend)
            let arrival = max(earliest, seen + seconds)
            let departure = schedule.departure(after: arrival, from: estimate.call)
            earliest = departure
            return Leg(call: estimate.call, arrival: arrival, departure: departure)
        }
    }

    // MARK: - Way ahead

    private struct Knot {
        /// Seconds of the service day.
        let time: Double
        /// Metres along the path.
        let along: Double
    }

    /// Where the vehicle is when: it moves evenly between knots.
    private func knots(_ progress: VehicleProgress, seenAt: UnixTime) -> [Knot] {
        let seen = seenAt.seconds(since: progress.dayStart)
        var knots = [Knot(time: seen, along: progress.alongMetres)]
        let calls = progress.schedule.path.callDistances
        if let first = progress.nextCall, first > 0,
            progress.alongMetres <= calls[first - 1] + ScheduledProgress.stopZoneMetres
        {
            let leaves = max(seen, progress.schedule.departures[first - 1])
            knots.append(Knot(time: leaves, along: progress.alongMetres))
        }
        for leg in legs(progress, seenAt: seenAt) {
            let along = max(calls[leg.call], progress.alongMetres)
            knots.append(Knot(time: leg.arrival, along: along))
            if leg.departure > leg.arrival { knots.append(Knot(time: leg.departure, along: along)) }
            if leg.arrival > seen + 900 { break }
        }
        return knots
    }

    private func distance(_ knots: [Knot], at time: Double) -> Double {
        guard let after = knots.firstIndex(where: { $0.time > time }) else {
            return knots[knots.count - 1].along
        }
        guard after > 0 else { return knots[0].along }
        let (from, to) = (knots[after - 1], knots[after])
        let share = to.time > from.time ? (time - from.time) / (to.time - from.time) : 1
        return from.along + (to.along - from.along) * share
    }

    private func heading(_ progress: VehicleProgress, at distance: Double) -> Double? {
        progress.schedule.path.position(at: distance).heading
    }

    /// The points of the path between two times: the ends, the knots, and every corner that counts.
    private func points(
        _ knots: [Knot], _ progress: VehicleProgress, from start: Double, to end: Double
    ) -> [Trajectory.Point] {
        let path = progress.schedule.path
        var stations = [Knot(time: start, along: distance(knots, at: start))]
        for (from, to) in zip(knots, knots.dropFirst()) where to.time > start && from.time < end {
            if to.along > from.along, path.points.count > 1 {
                var corner = path.firstCorner(beyond: from.along)
                while corner < path.points.count, path.distances[corner] < to.along {
                    let share = (path.distances[corner] - from.along) / (to.along - from.along)
                    let time = from.time + (to.time - from.time) * share
                    if time > start, time < end {
                        stations.append(Knot(time: time, along: path.distances[corner]))
                    }
                    corner += 1
                }
            }
            if to.time < end { stations.append(Knot(time: to.time, along: to.along)) }
        }
        stations.append(Knot(time: end, along: distance(knots, at: end)))
        let points = stations.map { station in
            Trajectory.Point(
                time: time(station.time, progress),
                coordinate: path.position(at: station.along).place)
        }
        return Self.simplified(points)
    }

    /// Leaves out points that lie, at their time, within the tolerance of the straight way between
    /// their neighbours.
    private static func simplified(_ points: [Trajectory.Point]) -> [Trajectory.Point] {
        Simplification.keptCorners(count: points.count, tolerance: toleranceMetres) {
            let (point, from, to) = (points[$0], points[$1], points[$2])
            let span = to.time.seconds(since: from.time)
            let share = span > 0 ? point.time.seconds(since: from.time) / span : 0
            return from.coordinate.interpolated(to: to.coordinate, fraction: share)
                .distanceMetres(to: point.coordinate)
        }.map { points[$0] }
    }
}
