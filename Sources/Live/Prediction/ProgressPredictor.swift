package import Realtime
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

    let model: PredictionModel
    private let outlooks:
        (
            network: [ArrivalErrors.Outlook],
            routes: [TravelProfile.CellKey: [ArrivalErrors.Outlook]]
        )
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
        outlooks.routes[TravelProfile.CellKey(schedule.routeKey)] ?? outlooks.network
    }

    private static func bucket(_ schedule: ScheduledProgress, call: Int, ahead: Double) -> Int {
        let isNextLap = schedule.lap.map { call >= $0.calls } ?? false
        return ArrivalErrors.bucket(ahead, isNextLap: isNextLap)
    }

    /// The predicted times at a call.
    package struct PredictedCall: Sendable, Equatable {
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

    /// The arrivals and departures ahead of a vehicle by its last fix, from which both its times
    /// and its movement follow.
    package struct Forecast: Sendable {
        package let vehicle: LiveVehicle
        let legs: [ProjectedMotion.Leg]
        /// Those of its run's route; empty if it serves no run.
        let outlooks: [ArrivalErrors.Outlook]
    }

    /// Returns the forecast for a vehicle; without calls if it serves no run.
    package func forecast(_ vehicle: LiveVehicle) -> Forecast {
        guard let progress = vehicle.progress else {
            return Forecast(vehicle: vehicle, legs: [], outlooks: [])
        }
        let outlooks = outlooks(progress.schedule)
        return Forecast(
            vehicle: vehicle, legs: legs(progress, seenAt: vehicle.fix.time, outlooks),
            outlooks: outlooks)
    }

    /// Returns the predicted times at all calls ahead of the vehicle's last fix.
    package func expectedCalls(_ vehicle: LiveVehicle) -> [PredictedCall] {
        expectedCalls(forecast(vehicle))
    }

    /// Returns the predicted times at all calls of a forecast.
    package func expectedCalls(_ forecast: Forecast) -> [PredictedCall] {
        guard let progress = forecast.vehicle.progress else { return [] }
        let seen = forecast.vehicle.fix.time
        // On a loop each stop is listed once, with the next time the vehicle comes by.
        let lap = progress.schedule.lap
        let outlooks = forecast.outlooks
        let legs = forecast.legs.prefix(lap?.calls ?? .max)
        var calls: [PredictedCall] = []
        calls.reserveCapacity(legs.count)
        for leg in legs {
            let arrival = time(leg.arrival, progress)
            let ahead = arrival.seconds(since: seen)
            let outlook = outlooks[Self.bucket(progress.schedule, call: leg.call, ahead: ahead)]
            if let lap, leg.call >= lap.calls, !outlook.isTrusted { continue }
            let spread = outlook.spread
            // No vehicle departs from the first stop before its time.
            let safe = leg.call == 0 ? arrival : arrival.advanced(bySeconds: -outlook.margin)
            calls.append(
                PredictedCall(
                    position: lap.map { leg.call % $0.calls } ?? leg.call, arrival: arrival,
                    departure: time(leg.departure, progress),
                    early: spread.map { arrival.advanced(bySeconds: $0.p10) },
                    late: spread.map { arrival.advanced(bySeconds: $0.p90) }, leaveBy: safe))
        }
        return calls
    }

    /// Returns the predicted movement from `now` on, or only the last position if the vehicle
    /// serves no run or is stale.
    ///
    /// It ends after `horizon` seconds.
    package func trajectory(
        _ vehicle: LiveVehicle, now: UnixTime, horizon: Double = Self.horizonSeconds
    ) -> Trajectory {
        movement(forecast(vehicle), now: now).trajectory(horizon: horizon)
    }

    /// Returns the predicted movement from `now` on.
    package func movement(_ forecast: Forecast, now: UnixTime) -> PredictedMovement {
        PredictedMovement(forecast, now: now, by: model)
    }

    // MARK: - Times ahead

    private func time(_ seconds: Double, _ progress: VehicleProgress) -> UnixTime {
        progress.dayStart.advanced(bySeconds: seconds)
    }

    private func legs(
        _ progress: VehicleProgress, seenAt: UnixTime, _ outlooks: [ArrivalErrors.Outlook]
    ) -> [ProjectedMotion.Leg] {
        let seen = seenAt.seconds(since: progress.dayStart)
        let schedule = progress.schedule
        var earliest = seen
        let isPlain = plainRoutes.contains(schedule.routeKey)
        var legs: [ProjectedMotion.Leg] = []
        legs.reserveCapacity(schedule.callCount - (progress.nextCall ?? 0))
        model.forEachEstimate(progress, seen: seen) { estimate in
            let bucket = Self.bucket(schedule, call: estimate.call, ahead: estimate.parts.plain)
            let seconds =
                isPlain
                ? estimate.parts.plain : estimate.parts.seconds(outlooks[bucket].shares)
            let arrival = max(earliest, seen + seconds)
            let departure = schedule.departure(after: arrival, from: estimate.call)
            earliest = departure
            legs.append(
                ProjectedMotion.Leg(call: estimate.call, arrival: arrival, departure: departure))
        }
        return legs
    }
}
