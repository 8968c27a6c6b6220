import Realtime
import TransitModel

extension ProgressPredictor {
    /// The time that vehicles need between two runs.
    var layovers: LayoverProfile { model.layovers }

    /// Returns the expected times at the calls of a run from `first` on, for a vehicle that was
    /// seen at `seenAt` and reaches that call at `start` seconds of the service day.
    func expectedCalls(
        on schedule: ScheduledProgress, of day: ServiceDay, from first: Int, at start: Double,
        dayStart: UnixTime, seenAt: UnixTime
    ) -> [PredictedCall] {
        let seen = seenAt.seconds(since: dayStart)
        let isPlain = plainRoutes.contains(schedule.routeKey)
        let outlooks = outlooks(schedule)
        var earliest = start
        var calls: [PredictedCall] = []
        calls.reserveCapacity(schedule.callCount - first)
        model.forEachEstimate(
            schedule, day: day,
            from: PredictionModel.Start(call: first, second: start, seen: seen)
        ) { estimate in
            let parts = estimate.parts
            let seconds =
                isPlain
                ? parts.plain : parts.seconds(outlooks[ArrivalErrors.bucket(parts.plain)].shares)
            let arrival = max(earliest, seen + seconds)
            let departure = schedule.departure(after: arrival, from: estimate.call)
            earliest = departure
            let outlook = outlooks[ArrivalErrors.bucket(arrival - seen)]
            let time = dayStart.advanced(bySeconds: arrival)
            calls.append(
                PredictedCall(
                    position: estimate.call, arrival: time,
                    departure: dayStart.advanced(bySeconds: departure),
                    early: outlook.spread.map { time.advanced(bySeconds: $0.p10) },
                    late: outlook.spread.map { time.advanced(bySeconds: $0.p90) },
                    leaveBy: estimate.call == 0
                        ? time : time.advanced(bySeconds: -outlook.margin)))
        }
        return calls
    }
}
