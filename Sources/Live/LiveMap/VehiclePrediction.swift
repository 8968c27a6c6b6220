import Prediction
import Realtime
import Timetables
import TransitModel

/// What is predicted for a vehicle at an instant.
///
/// Most predictions confirm what viewers were shown, so the trajectory is drawn only on request.
struct VehiclePrediction {
    let state: MapVehicle.State
    /// The calls ahead; empty if the vehicle is stale.
    let expectedCalls: [ProgressPredictor.PredictedCall]
    let now: UnixTime
    private let movement: PredictedMovement

    /// A trajectory is sent again when the vehicle is further than this from the shown position, in
    /// metres.
    private static let toleranceMetres = 30.0
    /// How much a trajectory may deviate from the movement, with rounding, in metres.
    private static let drawingMetres = PredictedMovement.toleranceMetres + 0.5

    init(
        _ vehicle: LiveVehicle, _ timetable: Timetable, by predictor: borrowing ProgressPredictor,
        now: UnixTime
    ) {
        self.now = now
        let freshness = vehicle.freshness(at: now)
        guard let progress = vehicle.progress, freshness != .stale else {
            state = MapVehicle.State(
                vehicle: vehicle, freshness: freshness, nextStop: nil, delaySeconds: nil)
            expectedCalls = []
            movement = predictor.movement(predictor.forecast(vehicle), now: now)
            return
        }
        let forecast = predictor.forecast(vehicle)
        movement = predictor.movement(forecast, now: now)
        let calls = predictor.expectedCalls(forecast)
        expectedCalls = calls
        // A vehicle that waits for its departure is late only from then on.
        let isLoop = progress.schedule.lap != nil
        let expected = calls.first {
            $0.position == 0 ? $0.departure >= now : $0.arrival >= now
        }
        let nextStop = expected.map { call in
            let times = timetable.patterns.times(
                of: progress.run, in: progress.pattern, at: call.position)
            let seconds = call.position == 0 ? times.departure.seconds : times.arrival.seconds
            return MapVehicle.NextStop(
                stop: timetable.patterns.stops(of: progress.pattern)[call.position],
                scheduled: isLoop
                    ? call.arrival : progress.dayStart.advanced(bySeconds: Double(seconds)),
                expected: call.position == 0 ? call.departure : call.arrival,
                span: call.position == 0 ? nil : call.span)
        }
        state = MapVehicle.State(
            vehicle: vehicle, freshness: freshness, nextStop: nextStop,
            delaySeconds: isLoop ? nil : Int(progress.delaySeconds.rounded()))
    }

    /// Returns the predicted positions from the instant on.
    func trajectory() -> Trajectory {
        movement.trajectory(horizon: ProgressPredictor.horizonSeconds)
    }

    /// Returns whether viewers who were shown `shown` need this newer state.
    func differs(from shown: MapVehicle) -> Bool {
        let (vehicle, known) = (state.vehicle, shown.vehicle)
        if state.freshness != shown.freshness || state.nextStop?.stop != shown.nextStop?.stop
            || vehicle.progress?.run != known.progress?.run
            || minutes(state.delaySeconds) != minutes(shown.delaySeconds)
            || vehicle.fix.occupancy != known.fix.occupancy
        {
            return true
        }
        if movement.isMoving,
            shown.trajectory.end.seconds(since: now) < MapVehicle.renewalSeconds
        {
            return true
        }
        // The predicted position matters as much as the current one.
        var drawn: Trajectory?
        for ahead in [0.0, 30] {
            let time = now.advanced(bySeconds: ahead)
            let shownPlace = shown.trajectory.coordinate(at: time)
            if let place = movement.place(at: time) {
                let apart = place.distanceMetres(to: shownPlace)
                if apart > Self.toleranceMetres + Self.drawingMetres { return true }
                if apart < Self.toleranceMetres - Self.drawingMetres { continue }
            }
            let trajectory = drawn ?? trajectory()
            drawn = trajectory
            if trajectory.coordinate(at: time).distanceMetres(to: shownPlace)
                > Self.toleranceMetres
            {
                return true
            }
        }
        return false
    }

    private func minutes(_ seconds: Int?) -> Int? {
        seconds.map { Int((Double($0) / 60).rounded(.down)) }
    }
}
