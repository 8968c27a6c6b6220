package import TransitModel

/// Where a vehicle will be over the next minutes: places with times, in order.
///
/// Between two points it moves in a straight line at constant speed; before the first and after the
/// last it stands there.
package struct Trajectory: Sendable, Equatable {
    /// A place and when the vehicle is there.
    package struct Point: Sendable, Equatable {
        /// When the vehicle is there.
        package let time: UnixTime
        /// Where it is.
        package let coordinate: Coordinate

        /// A place and when the vehicle is there.
        package init(time: UnixTime, coordinate: Coordinate) {
            self.time = time
            self.coordinate = coordinate
        }
    }

    /// At least one, times never falling.
    package let points: [Point]
    /// Degrees clockwise from north at the first point; nil if unknown.
    package let headingDegrees: Double?

    /// A trajectory of at least one point.
    package init(points: [Point], headingDegrees: Double?) {
        precondition(!points.isEmpty, "a trajectory has at least one point")
        self.points = points
        self.headingDegrees = headingDegrees
    }

    /// Where the vehicle is at a moment.
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

    /// When it ends.
    package var end: UnixTime { points[points.count - 1].time }
}
