package import Realtime
import Timetables
import TransitModel

/// Everything learnt for predictions: travel times by hop, prediction errors, layovers and
/// successions.
///
/// A value type: a copy stays unchanged while a ``PredictionLearner`` continues learning.
package struct PredictionModel: Sendable, Equatable {
    /// The travel times of hops.
    package var profile: TravelProfile
    /// The errors of past predictions.
    package var errors: ArrivalErrors
    /// The time that vehicles need between two trips.
    package var layovers: LayoverProfile
    /// Which trip vehicles serve after another one, where the feed does not state it.
    package var successions: SuccessionProfile

    package init(
        profile: TravelProfile = TravelProfile(), errors: ArrivalErrors = ArrivalErrors(),
        layovers: LayoverProfile = LayoverProfile(),
        successions: SuccessionProfile = SuccessionProfile()
    ) {
        self.profile = profile
        self.errors = errors
        self.layovers = layovers
        self.successions = successions
    }

    /// The components of an arrival at a call.
    package struct Estimate: Sendable {
        /// The position in the pattern.
        package let call: Int
        /// The components in seconds from the sighting on.
        package let parts: ArrivalErrors.Parts
    }

    /// The share of its earliness that an early vehicle loses for each thousand seconds ahead.
    private static let slowingPerThousandSeconds = 1.0
    /// The maximum earliness of a vehicle on a run that has not begun, in seconds.
    private static let maximumEarlySeconds = 600.0
    /// The time ahead after which an early vehicle slows down no further, in seconds.
    private static let slowingSeconds = 1200.0
    /// The time ahead up to which history is applied, in seconds; later calls follow the timetable.
    private static let historySeconds = 3600.0

    /// Returns estimates for all calls ahead of a vehicle that was seen at `seen` seconds of its
    /// service day.
    package func estimates(_ progress: VehicleProgress, seen: Double) -> [Estimate] {
        let schedule = progress.schedule
        if Self.hasNotBegun(progress, seen: seen) {
            return estimates(schedule, day: progress.serviceDay, from: 0, at: seen, seen: seen)
        }
        guard let first = progress.nextCall else { return [] }
        let earliness = min(0, progress.delaySeconds)
        var estimates: [Estimate] = []
        estimates.reserveCapacity(schedule.callCount - first)
        var start = FirstHop(progress, first: first, seen: seen, schedule)
        var arrival = start.arrival
        var history = 0.0
        for call in first..<schedule.callCount {
            if call > first {
                arrival = schedule.nextArrival(after: arrival, at: call - 1)
                start.share = 1
            }
            if call > 0, arrival - seen < Self.historySeconds {
                let usual =
                    start.share
                    * deviation(schedule, progress.serviceDay, hop: call - 1, at: arrival)
                history += call > first ? usual : place(progress, first, usual: usual)
            }
            let slowing =
                -earliness * min(arrival - seen, Self.slowingSeconds) / 1000
                * Self.slowingPerThousandSeconds
            estimates.append(
                Estimate(
                    call: call,
                    parts: ArrivalErrors.Parts(
                        plain: arrival - seen, history: history, catchUp: slowing)))
        }
        return estimates
    }

    /// Returns estimates for the calls of a run from `first` on, for a vehicle that was seen at
    /// `seen` seconds of the service day and reaches that call at `start`.
    func estimates(
        _ schedule: ScheduledProgress, day: ServiceDay, from first: Int, at start: Double,
        seen: Double
    ) -> [Estimate] {
        var arrival = start
        var history = 0.0
        return (first..<schedule.callCount).map { call in
            if call > first {
                arrival = schedule.nextArrival(after: arrival, at: call - 1)
                if arrival - seen < Self.historySeconds {
                    history += deviation(schedule, day, hop: call - 1, at: arrival)
                }
            }
            return Estimate(
                call: call,
                parts: ArrivalErrors.Parts(plain: arrival - seen, history: history, catchUp: 0))
        }
    }

    /// Returns whether a vehicle only seems to serve its run.
    ///
    /// No vehicle is ten minutes ahead of a run that has not begun: it serves something else on the
    /// same streets.
    private static func hasNotBegun(_ progress: VehicleProgress, seen: Double) -> Bool {
        progress.schedule.lap == nil && progress.delaySeconds < -maximumEarlySeconds
            && seen < progress.schedule.departures[0]
    }

    private func deviation(
        _ schedule: ScheduledProgress, _ day: ServiceDay, hop: Int, at second: Double
    ) -> Double {
        let reference = schedule.arrivals[hop + 1] - schedule.arrivals[hop]
        return profile.deviation(
            hop: schedule.hopKeys[hop], route: schedule.routeKey,
            in: TimeClass(day: day, seconds: second),
            reference: reference)
    }

    private func place(_ progress: VehicleProgress, _ first: Int, usual: Double) -> Double {
        guard let key = Self.placeKey(progress, first: first) else { return usual }
        return profile.deviation(place: key, usual: usual)
    }

    /// Corrects the predicted movement of a vehicle by how far others moved from the same position.
    func corrected(_ way: ProjectedMotion, of progress: VehicleProgress, seen: Double)
        -> ProjectedMotion
    {
        let schedule = progress.schedule
        let zone = schedule.path.callDistances[0] + ScheduledProgress.stopZoneMetres
        let isWaiting = schedule.lap == nil && progress.alongMetres <= zone
        let cells = DistanceCells(progress)
        return way.corrected(
            by: ProjectedMotion.ages.indices.map { age in
                var metres = 0.0
                cells.forEach(age: age) { metres = profile.further(than: metres, cell: $0) }
                return metres
            }, notBefore: isWaiting ? schedule.departures[0] : seen)
    }

    /// Returns the key of a vehicle's position on its way to call `first`; nil before the first
    /// stop.
    static func placeKey(_ progress: VehicleProgress, first: Int) -> TravelProfile.Key? {
        guard first > 0 else { return nil }
        let schedule = progress.schedule
        return TravelProfile.placeKey(
            schedule.hopKeys[first - 1],
            metres: progress.alongMetres - schedule.path.callDistances[first - 1],
            pace: progress.pace)
    }

    /// Returns the seconds to call `first` by the timetable alone.
    static func reference(_ progress: VehicleProgress, first: Int, seen: Double) -> Double {
        FirstHop(progress, first: first, seen: seen, progress.schedule).arrival - seen
    }

    /// The remainder of the hop that a vehicle is on.
    private struct FirstHop {
        /// The arrival by timetable and delay, in seconds of the service day.
        let arrival: Double
        /// The share of the hop that is still ahead.
        var share: Double

        init(
            _ progress: VehicleProgress, first: Int, seen: Double, _ schedule: ScheduledProgress
        ) {
            guard first > 0 else {
                (arrival, share) = (seen, 0)
                return
            }
            let calls = schedule.path.callDistances
            let length = calls[first] - calls[first - 1]
            share =
                length > 0 ? min(1, max(0, (calls[first] - progress.alongMetres) / length)) : 1
            let zone = calls[first - 1] + ScheduledProgress.stopZoneMetres
            let isStanding = progress.alongMetres <= zone
            let leaves = schedule.departures[first - 1]
            // At a stop, it departs as scheduled, or now if it is late.
            let from = isStanding ? leaves : schedule.scheduledTime(at: progress.alongMetres)
            arrival =
                (isStanding ? max(seen, leaves) : seen) + max(0, schedule.arrivals[first] - from)
        }
    }
}
