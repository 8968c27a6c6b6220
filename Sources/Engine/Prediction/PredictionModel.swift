package import Realtime
import Timetables

/// All that was learnt for predicting: travel by hop, and how good predictions were.
///
/// A value: whoever holds one keeps it unchanged while a ``PredictionLearner`` goes on learning.
package struct PredictionModel: Sendable, Equatable {
    /// What hops take.
    package var profile: TravelProfile
    /// How far predictions were off.
    package var errors: ArrivalErrors

    /// What is known so far; nothing by default.
    package init(
        profile: TravelProfile = TravelProfile(), errors: ArrivalErrors = ArrivalErrors()
    ) {
        self.profile = profile
        self.errors = errors
    }

    /// What an arrival at a call is made of.
    package struct Estimate: Sendable {
        /// The position in the pattern.
        package let call: Int
        /// Seconds from the sighting on.
        package let parts: ArrivalErrors.Parts
    }

    /// Early vehicles slow down by this part of their earliness for each thousand seconds ahead.
    private static let slowingPerThousandSeconds = 1.0
    /// Beyond these seconds ahead nothing more is made up.
    private static let slowingSeconds = 1200.0
    /// How far ahead calls are estimated, in seconds; later calls are left to the timetable.
    private static let historySeconds = 3600.0

    /// Estimates for all calls ahead of a vehicle that was seen at `seen` seconds of its service day.
    package func estimates(_ progress: VehicleProgress, seen: Double) -> [Estimate] {
        guard let first = progress.nextCall else { return [] }
        let schedule = progress.schedule
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
                history += start.share * deviation(progress, hop: call - 1, at: arrival)
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

    private func deviation(
        _ progress: VehicleProgress, hop: Int, at second: Double
    ) -> Double {
        let schedule = progress.schedule
        let reference = schedule.arrivals[hop + 1] - schedule.arrivals[hop]
        return profile.deviation(
            hop: schedule.hopKeys[hop], route: schedule.routeKey,
            in: TimeClass(day: progress.serviceDay, seconds: second),
            reference: reference)
    }

    /// The rest of the hop that a vehicle is on.
    private struct FirstHop {
        /// When it arrives by the timetable and its delay, in seconds of the service day.
        let arrival: Double
        /// How much of the hop is still ahead.
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
            // Standing at a stop, it leaves when the timetable says, or now if it is late.
            let from = isStanding ? leaves : schedule.scheduledTime(at: progress.alongMetres)
            arrival =
                (isStanding ? max(seen, leaves) : seen) + max(0, schedule.arrivals[first] - from)
        }
    }
}
