package import Realtime
import Timetables
import TransitModel

/// All that was learnt for predicting: travel by hop, and how good predictions were.
///
/// A value: whoever holds one keeps it unchanged while a ``PredictionLearner`` goes on learning.
package struct PredictionModel: Sendable, Equatable {
    /// What hops take.
    package var profile: TravelProfile
    /// How far predictions were off.
    package var errors: ArrivalErrors
    /// What vehicles need between two trips.
    package var layovers: LayoverProfile
    /// Which trip vehicles drive after another, where the feed does not say it.
    package var successions: SuccessionProfile

    /// What is known so far; nothing by default.
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

    /// What an arrival at a call is made of.
    package struct Estimate: Sendable {
        /// The position in the pattern.
        package let call: Int
        /// Seconds from the sighting on.
        package let parts: ArrivalErrors.Parts
    }

    /// Early vehicles slow down by this part of their earliness for each thousand seconds ahead.
    private static let slowingPerThousandSeconds = 1.0
    /// Nobody is so much ahead of a run that has not begun, in seconds.
    private static let maximumEarlySeconds = 600.0
    /// Beyond these seconds ahead nothing more is made up.
    private static let slowingSeconds = 1200.0
    /// How far ahead calls are estimated, in seconds; later calls are left to the timetable.
    private static let historySeconds = 3600.0

    /// Estimates for all calls ahead of a vehicle that was seen at `seen` seconds of its service day.
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

    /// Estimates for the calls of a run from one on, where a vehicle that was seen at `seen` seconds of the
    /// service day comes to at `start`.
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

    /// Whether a vehicle only seems to be under way.
    ///
    /// Before the start of its run no vehicle is ten minutes ahead of it. It drives something else on the same streets.
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

    /// The cells that tell how far a vehicle comes in one of ``ProjectedMotion/ages``, the widest first.
    static func distanceCells(_ progress: VehicleProgress, age: Int) -> [TravelProfile.Key] {
        let route = TravelProfile.placeKey(
            progress.schedule.routeKey, metres: 0, pace: progress.pace)
        let wide = TravelProfile.distanceKey(route, age: age)
        guard let next = progress.nextCall, let place = placeKey(progress, first: next) else {
            return [wide]
        }
        return [wide, TravelProfile.distanceKey(place, age: age)]
    }

    /// The way of a vehicle set right by how far others came from the same place.
    func corrected(_ way: ProjectedMotion, of progress: VehicleProgress, seen: Double)
        -> ProjectedMotion
    {
        let schedule = progress.schedule
        let zone = schedule.path.callDistances[0] + ScheduledProgress.stopZoneMetres
        let isWaiting = schedule.lap == nil && progress.alongMetres <= zone
        return way.corrected(
            by: ProjectedMotion.ages.indices.map {
                profile.further(cells: Self.distanceCells(progress, age: $0))
            }, notBefore: isWaiting ? schedule.departures[0] : seen)
    }

    /// Names the place of a vehicle on its way to call `first`; nil before the first stop.
    static func placeKey(_ progress: VehicleProgress, first: Int) -> TravelProfile.Key? {
        guard first > 0 else { return nil }
        let schedule = progress.schedule
        return TravelProfile.placeKey(
            schedule.hopKeys[first - 1],
            metres: progress.alongMetres - schedule.path.callDistances[first - 1],
            pace: progress.pace)
    }

    /// Seconds to call `first` by the timetable alone.
    static func reference(_ progress: VehicleProgress, first: Int, seen: Double) -> Double {
        FirstHop(progress, first: first, seen: seen, progress.schedule).arrival - seen
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
