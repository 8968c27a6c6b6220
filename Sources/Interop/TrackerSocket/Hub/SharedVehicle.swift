import Foundation
package import Prediction
package import Realtime
import Timetables
import TransitModel

/// A vehicle to be published on the tracker socket.
package struct SharedVehicle: Sendable {
    /// The vehicle's last observation.
    package let vehicle: LiveVehicle
    /// The predicted positions.
    package let trajectory: Trajectory
    /// The delay in seconds; nil if unknown.
    package let delaySeconds: Int?
    /// The sequence number of the snapshot of the last change.
    package let changedAt: UInt64

    package init(
        vehicle: LiveVehicle, trajectory: Trajectory, delaySeconds: Int?, changedAt: UInt64
    ) {
        self.vehicle = vehicle
        self.trajectory = trajectory
        self.delaySeconds = delaySeconds
        self.changedAt = changedAt
    }
}

extension SharedVehicle {
    /// The time for which a vehicle without predicted positions is shown after its last fix, in
    /// seconds.
    private static let standingSeconds = 300.0

    /// Converts the vehicle into a message at an instant, with its full line.
    func trackerTrajectory(
        _ names: TrackerNames, in timetable: Timetable, at now: UnixTime
    ) -> TrackerTrajectory {
        let points = trajectory.points.map { MercatorPoint($0.coordinate) }
        let times = trajectory.points.map(\.time.milliseconds)
        let mode = vehicle.route.map { TrackerMode(timetable.routes.mode($0)) } ?? .bus
        var message: TrackerTrajectory
        if points.count > 1 {
            message = TrackerTrajectory(
                trainID: names.trainID(vehicle: vehicle.id), mode: mode,
                tenant: TrackerNames.tenant, corners: Self.distinct(points),
                intervals: intervals(points, times), timestamp: now.milliseconds)
        } else {
            let direction = trajectory.headingDegrees.map(Self.direction)
            let end = max(
                times[0] + 1,
                vehicle.fix.time.advanced(bySeconds: Self.standingSeconds).milliseconds)
            message = TrackerTrajectory(
                trainID: names.trainID(vehicle: vehicle.id), mode: mode,
                tenant: TrackerNames.tenant, corners: [points[0]],
                intervals: [
                    .init(time: times[0], fraction: 0, direction: direction),
                    .init(time: end, fraction: 1, direction: direction),
                ], timestamp: now.milliseconds)
        }
        message.line = vehicle.route.map { names.line($0) }
        message.delay = delaySeconds.map { Int64($0) * 1000 }
        message.state = state(at: now)
        message.eventTimestamp = vehicle.fix.time.milliseconds
        // Clients ignore negative ages, which clocks slightly ahead produce.
        message.timeSinceUpdate = max(0, now.milliseconds - vehicle.fix.time.milliseconds)
        message.hasJourney = vehicle.progress != nil
        message.hasRealtime = true
        message.routeIdentifier =
            vehicle.progress?.statedTrip.map { timetable.trips.id($0) } ?? vehicle.id
        return message
    }

    /// A vehicle at its first stop is boarding until it departs.
    private func state(at now: UnixTime) -> TrackerTrajectory.State {
        guard let progress = vehicle.progress else { return .driving }
        let leaves = progress.dayStart.advanced(bySeconds: progress.schedule.departures[0])
        let isAtStart =
            progress.alongMetres
            <= progress.schedule.path.callDistances[0] + ScheduledProgress.stopZoneMetres
        return isAtStart && now < leaves ? .boarding : .driving
    }

    /// Converts a compass heading into radians counter-clockwise from east.
    private static func direction(_ heading: Double) -> Double {
        let turn = (90 - heading) * .pi / 180
        return turn <= -.pi ? turn + 2 * .pi : turn
    }

    private func intervals(
        _ points: [MercatorPoint], _ times: [Int64]
    ) -> [TrackerTrajectory.Interval] {
        var sums = [0.0]
        for (from, to) in zip(points, points.dropFirst()) {
            sums.append(sums[sums.count - 1] + from.distance(to: to))
        }
        let length = sums[sums.count - 1]
        var direction = trajectory.headingDegrees.map(Self.direction)
        var intervals: [TrackerTrajectory.Interval] = []
        for (number, point) in points.enumerated() {
            if number + 1 < points.count {
                let next = points[number + 1]
                if next != point { direction = atan2(next.y - point.y, next.x - point.x) }
            }
            // If nothing moves, every fraction is the same position.
            let fraction =
                length > 0 ? sums[number] / length : number + 1 == points.count ? 1 : 0
            // Of two points in the same millisecond the later one counts.
            if let last = intervals.last, last.time >= times[number] { intervals.removeLast() }
            intervals.append(.init(time: times[number], fraction: fraction, direction: direction))
        }
        return intervals
    }

    /// Removes repeated points; waiting is expressed by the intervals.
    private static func distinct(_ points: [MercatorPoint]) -> [MercatorPoint] {
        var corners: [MercatorPoint] = []
        for point in points where point != corners.last { corners.append(point) }
        return corners
    }
}
