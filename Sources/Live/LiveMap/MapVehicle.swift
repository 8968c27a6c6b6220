package import Prediction
package import Realtime
package import Timetables
package import TransitModel

/// A vehicle as the map shows it: its state, delay and predicted positions.
///
/// Immutable. It is a class because frames with all vehicles of a network are made every second,
/// and most vehicles are the same in the next one.
package final class MapVehicle: Sendable {
    let state: State
    /// The predicted positions.
    package let trajectory: Trajectory
    /// The snapshot in which the vehicle last changed for viewers.
    package let changedAt: UInt64
    /// The bounding box of the whole trajectory.
    package let bounds: BoundingBox
    /// The calls ahead by the newest fix, even if the rest did not change; empty if the vehicle is
    /// stale.
    package let expectedCalls: [ProgressPredictor.PredictedCall]

    /// The last instant at which it can be kept without a new prediction if there is no newer fix.
    let holdsUntil: UnixTime

    /// The vehicle as of the last fix that changed what is shown.
    package var vehicle: LiveVehicle { state.vehicle }
    /// The age class of that fix.
    package var freshness: LiveVehicle.Freshness { state.freshness }
    /// The next stop with its scheduled and predicted arrival (departure at the first stop); nil if
    /// the vehicle serves no run, is at its last stop, or is stale.
    package var nextStop: NextStop? { state.nextStop }
    /// Seconds behind the timetable; nil if unknown.
    package var delaySeconds: Int? { state.delaySeconds }

    /// A stop ahead.
    package struct NextStop: Sendable {
        package let stop: StopIndex
        package let scheduled: UnixTime
        /// The predicted time.
        package let expected: UnixTime
        /// The span of likely times; nil if unknown, and at the first stop.
        package let span: ExpectedSpan?
    }

    /// What is shown beside the trajectory.
    struct State: Sendable {
        let vehicle: LiveVehicle
        let freshness: LiveVehicle.Freshness
        let nextStop: NextStop?
        let delaySeconds: Int?
    }

    /// Creates the entry that shows a prediction.
    init(_ prediction: VehiclePrediction, sequence: UInt64) {
        state = prediction.state
        trajectory = prediction.trajectory()
        changedAt = sequence
        var box = BoundingBox(around: trajectory.points[0].coordinate)
        for point in trajectory.points { box.include(point.coordinate) }
        bounds = box
        expectedCalls = prediction.expectedCalls
        holdsUntil = Self.end(of: state, trajectory, comparedWith: prediction)
    }

    /// Creates the same entry as `shown`, after a newer prediction was found not to differ.
    init(_ shown: MapVehicle, confirmedBy prediction: VehiclePrediction) {
        state = shown.state
        trajectory = shown.trajectory
        changedAt = shown.changedAt
        bounds = shown.bounds
        expectedCalls = prediction.expectedCalls
        holdsUntil = Self.end(of: state, trajectory, comparedWith: prediction)
    }

    /// The maximum time between comparisons of the shown and the predicted state, in seconds.
    private static let comparisonSeconds = 15.0
    /// A trajectory is sent again this long before it ends, in seconds.
    static let renewalSeconds = 30.0

    /// Returns until when the vehicle's freshness is unchanged, the next stop and the end of the
    /// trajectory are ahead, and no comparison is due.
    private static func end(
        of state: State, _ trajectory: Trajectory, comparedWith prediction: VehiclePrediction
    ) -> UnixTime {
        let comparison = prediction.now.advanced(bySeconds: comparisonSeconds)
        var end = UnixTime(milliseconds: comparison.milliseconds - 1)
        if let change = prediction.state.vehicle.lastInstant(of: state.freshness) {
            end = min(end, change)
        }
        if let next = state.nextStop { end = min(end, next.expected) }
        if trajectory.points.count > 1 {
            end = min(end, trajectory.end.advanced(bySeconds: -renewalSeconds))
        }
        return end
    }
}
