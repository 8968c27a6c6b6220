import Realtime
import Timetables
package import TransitModel

/// The predicted movement of a vehicle from an instant on.
package struct PredictedMovement: Sendable {
    private let vehicle: LiveVehicle
    private let now: UnixTime
    private let profile: TravelProfile
    /// The run and the movement along its path; nil if the vehicle serves no run or is stale.
    private let course: (progress: VehicleProgress, way: ProjectedMotion)?
    /// The cells of movements on the ground; empty where a timetable applies.
    private let keys: [TravelProfile.Key]

    /// The tolerance of simplification: corners closer than this to a straight line are left out of
    /// trajectories, in metres.
    package static let toleranceMetres = 3.0

    /// How far ahead movements are known, in seconds.
    private static let maximumHorizon = ProjectedMotion.maximumAge

    /// Most movements have fewer points before simplification; room for these is reserved.
    private static let usualPoints = 64

    init(
        _ forecast: ProgressPredictor.Forecast, now: UnixTime, by model: borrowing PredictionModel
    ) {
        vehicle = forecast.vehicle
        self.now = now
        profile = model.profile
        let freshness = vehicle.freshness(at: now)
        guard let progress = vehicle.progress, freshness != .stale else {
            course = nil
            keys = []
            return
        }
        keys = GroundMotion.keys(vehicle.fix, progress)
        let seen = vehicle.fix.time.seconds(since: progress.dayStart)
        let end = max(seen, now.seconds(since: progress.dayStart)) + Self.maximumHorizon
        var way = model.corrected(
            ProjectedMotion(progress, seen: seen, legs: forecast.legs, until: end), of: progress,
            seen: seen)
        if freshness == .old, let next = progress.nextCall {
            // It is unknown whether it left the next stop, so it is not extrapolated beyond.
            way = way.limited(to: progress.schedule.path.callDistances[next])
        }
        course = (progress, way)
    }

    /// Whether the vehicle is expected to move, as one on a run that is not stale.
    package var isMoving: Bool { course != nil }

    /// Returns the place at an instant; nil on a loop, where it follows from the trajectory.
    package func place(at time: UnixTime) -> Coordinate? {
        guard let (progress, way) = course else { return vehicle.fix.coordinate }
        guard keys.isEmpty else { return nil }
        return progress.schedule.path.place(
            at: way.distance(at: time.seconds(since: progress.dayStart)))
    }

    /// Returns the movement as points, without corners that change it by less than
    /// ``toleranceMetres``; only the last position if the vehicle serves no run or is stale.
    ///
    /// It ends after `horizon` seconds, at most three minutes.
    package func trajectory(horizon: Double) -> Trajectory {
        guard let (progress, way) = course else {
            return Trajectory(
                points: [Trajectory.Point(time: now, coordinate: vehicle.fix.coordinate)],
                headingDegrees: vehicle.fix.headingDegrees)
        }
        let start = now.seconds(since: progress.dayStart)
        let end = start + horizon
        return Trajectory(
            points: keys.isEmpty
                ? points(way, progress, from: start, to: end)
                : groundPoints(way, progress, from: start, to: end),
            headingDegrees: progress.schedule.path.position(at: way.distance(at: start)).heading)
    }

    private func time(_ seconds: Double, _ progress: VehicleProgress) -> UnixTime {
        progress.dayStart.advanced(bySeconds: seconds)
    }

    /// Returns the points of the path between two times: the ends, the knots, and every relevant
    /// corner.
    private func points(
        _ way: ProjectedMotion, _ progress: VehicleProgress, from start: Double, to end: Double
    ) -> [Trajectory.Point] {
        let path = progress.schedule.path
        var points: [Trajectory.Point] = []
        points.reserveCapacity(Self.usualPoints)
        points.append(point(at: start, way.distance(at: start), progress))
        let corners = path.points.count
        // The first corner beyond the last knot; knots never go back.
        var corner: Int?
        for (from, to) in zip(way.knots, way.knots.dropFirst())
        where to.time > start && from.time < end {
            guard to.along > from.along, corners > 1 else {
                if to.time < end { points.append(point(at: to.time, to.along, progress)) }
                continue
            }
            var next = corner ?? path.firstCorner(beyond: from.along)
            while next < corners {
                let along = path.distances[next]
                guard along < to.along else { break }
                let share = (along - from.along) / (to.along - from.along)
                let time = from.time + (to.time - from.time) * share
                if time > start, time < end {
                    points.append(
                        Trajectory.Point(
                            time: self.time(time, progress), coordinate: path.points[next]))
                }
                next += 1
            }
            while next < corners - 1, path.distances[next] <= to.along { next += 1 }
            next = min(next, corners - 1)
            corner = next
            if to.time < end {
                points.append(
                    Trajectory.Point(
                        time: time(to.time, progress),
                        coordinate: path.place(at: to.along, before: next)))
            }
        }
        points.append(point(at: end, way.distance(at: end), progress))
        return Self.simplified(points)
    }

    private func point(
        at seconds: Double, _ along: Double, _ progress: VehicleProgress
    ) -> Trajectory.Point {
        Trajectory.Point(
            time: time(seconds, progress), coordinate: progress.schedule.path.place(at: along))
    }

    /// Returns the points for a loop, adjusted to where vehicles really moved from this position.
    private func groundPoints(
        _ way: ProjectedMotion, _ progress: VehicleProgress, from start: Double, to end: Double
    ) -> [Trajectory.Point] {
        let seen = vehicle.fix.time.seconds(since: progress.dayStart)
        let path = progress.schedule.path
        var points = [Trajectory.Point(time: vehicle.fix.time, coordinate: vehicle.fix.coordinate)]
        for (age, seconds) in ProjectedMotion.ages.enumerated() {
            let expected = path.place(at: way.distance(at: seen + seconds))
            points.append(
                Trajectory.Point(
                    time: time(seen + seconds, progress),
                    coordinate: profile.place(
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
        return Simplification.keptCorners(count: points.count) { first, last in
            let start = points[first].time
            let span = points[last].time.seconds(since: start)
            let (from, to) = (places[first], places[last])
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            var (worst, most): (Int?, Double) = (nil, toleranceMetres)
            for row in first + 1..<max(first + 1, last) {
                let share = span > 0 ? points[row].time.seconds(since: start) / span : 0
                let x = from.x + dx * share - places[row].x
                let y = from.y + dy * share - places[row].y
                let off = (x * x + y * y).squareRoot()
                if off > most { (worst, most) = (row, off) }
            }
            return worst
        }.map { points[$0] }
    }
}
