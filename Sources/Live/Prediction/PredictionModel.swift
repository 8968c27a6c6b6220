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
        var estimates: [Estimate] = []
        estimates.reserveCapacity(progress.schedule.callCount - (progress.nextCall ?? 0))
        forEachEstimate(progress, seen: seen) { estimates.append($0) }
        return estimates
    }

    /// Passes the same estimates one by one.
    func forEachEstimate(
        _ progress: VehicleProgress, seen: Double, _ body: (Estimate) -> Void
    ) {
        let schedule = progress.schedule
        if Self.hasNotBegun(progress, seen: seen) {
            let start = Start(call: 0, second: seen, seen: seen)
            return forEachEstimate(schedule, day: progress.serviceDay, from: start, body)
        }
        guard let first = progress.nextCall else { return }
        let hops = HopDeviations(profile, schedule, day: progress.serviceDay)
        let earliness = min(0, progress.delaySeconds)
        var start = FirstHop(progress, first: first, seen: seen, schedule)
        var arrival = start.arrival
        var history = 0.0
        for call in first..<schedule.callCount {
            if call > first {
                arrival = schedule.nextArrival(after: arrival, at: call - 1)
                start.share = 1
            }
            if call > 0, arrival - seen < Self.historySeconds {
                let usual = start.share * hops.deviation(call - 1, at: arrival)
                history += call > first ? usual : place(progress, first, usual: usual)
            }
            let slowing =
                -earliness * min(arrival - seen, Self.slowingSeconds) / 1000
                * Self.slowingPerThousandSeconds
            body(
                Estimate(
                    call: call,
                    parts: ArrivalErrors.Parts(
                        plain: arrival - seen, history: history, catchUp: slowing)))
        }
    }

    /// Where a vehicle begins a run, or will go on with it.
    struct Start {
        let call: Int
        /// When it reaches that call, in seconds of the service day.
        let second: Double
        /// When it was seen, in seconds of the service day.
        let seen: Double
    }

    /// Passes estimates for the calls of a run from a start on.
    func forEachEstimate(
        _ schedule: ScheduledProgress, day: ServiceDay, from start: Start,
        _ body: (Estimate) -> Void
    ) {
        let hops = HopDeviations(profile, schedule, day: day)
        var arrival = start.second
        var history = 0.0
        for call in start.call..<schedule.callCount {
            if call > start.call {
                arrival = schedule.nextArrival(after: arrival, at: call - 1)
                if arrival - start.seen < Self.historySeconds {
                    history += hops.deviation(call - 1, at: arrival)
                }
            }
            body(
                Estimate(
                    call: call,
                    parts: ArrivalErrors.Parts(
                        plain: arrival - start.seen, history: history, catchUp: 0)))
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

    /// The deviations of a run's hops, with its route's estimate looked up once.
    private struct HopDeviations {
        private let profile: TravelProfile
        private let schedule: ScheduledProgress
        private let day: ServiceDay
        private let route: TravelProfile.Cell?

        init(_ profile: TravelProfile, _ schedule: ScheduledProgress, day: ServiceDay) {
            self.profile = profile
            self.schedule = schedule
            self.day = day
            route = profile.cell(schedule.routeKey)
        }

        /// Returns the deviation of the hop after a call that ends at a second of the day.
        func deviation(_ call: Int, at second: Double) -> Double {
            profile.deviation(
                hop: schedule.hopKeys[call], onRoute: route,
                in: TimeClass(day: day, seconds: second),
                reference: schedule.arrivals[call + 1] - schedule.arrivals[call])
        }
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
        return way.corrected(notBefore: isWaiting ? schedule.departures[0] : seen) { age in
            var metres = 0.0
            cells.forEach(age: age) { metres = profile.further(than: metres, cell: $0) }
            return metres
        }
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
