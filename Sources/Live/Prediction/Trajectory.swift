package import TransitModel

/// The predicted positions of a vehicle over the next minutes, with times, in order.
///
/// Between two points the vehicle moves in a straight line at constant speed. Before the first and
/// after the last point it does not move.
package struct Trajectory: Sendable, Equatable {
    /// A position and when the vehicle is there.
    package struct Point: Sendable, Equatable {
        package let time: UnixTime
        package let coordinate: Coordinate

        package init(time: UnixTime, coordinate: Coordinate) {
            self.time = time
            self.coordinate = coordinate
        }
    }

    /// At least one point; times never decrease.
    package let points: [Point]
    /// The heading at the first point in degrees clockwise from north; nil if unknown.
    package let headingDegrees: Double?

    /// `points` must contain at least one point.
    package init(points: [Point], headingDegrees: Double?) {
        precondition(!points.isEmpty, "a trajectory has at least one point")
        self.points = points
        self.headingDegrees = headingDegrees
    }

    /// Returns the vehicle's position at an instant.
    /// - Complexity: linear in the number of points, which is small.
    package func coordinate(at time: UnixTime) -> Coordinate {
        guard let after = points.firstIndex(where: { $0.time > time }) else {
            return points[points.count - 1].coordinate
        }
        guard after > 0 else { return points[0].coordinate }
        let (from, to) = (points[after - 1], points[after])
        let span = to.time.seconds(since: from.time)
        return from.coordinate.interpolated(
            to: to.coordinate, fraction: span > 0 ? time.seconds(since: from.time) / span : 1)
    }

    package var end: UnixTime { points[points.count - 1].time }
}
