import GTFSImport
import History
import Prediction
import Realtime
import ShuttleTracker
import Timetables
import TransitModel

/// The data for a campus's estimated runs: the usual times of its vehicles between stops, and their
/// hours of service.
struct LoopLessons {
    private var habits = LoopHabits()
    /// The time up to which the history was read; nil if it never was.
    private var readTo: UnixTime?

    /// The days before and after today for which runs are made.
    private static let daysBefore = 14
    private static let daysAfter = 400
    /// The time class whose travel times are used for all, if they were learnt separately.
    private static let usualSeconds = 12.0 * 3600
    /// The minimum time between two stops, in seconds.
    private static let minimumHopSeconds = 5.0
    /// The maximum straight-line speed between two stops, in metres per second.
    private static let topSpeed = 15.0

    /// Reads the fixes that were added to the history since the last call.
    ///
    /// - Throws: The history's errors.
    mutating func read(_ history: FixReader, upTo now: UnixTime) async throws {
        let oldest = now.advanced(bySeconds: -LoopHabits.memorySeconds)
        let query = FixQuery(from: max(readTo ?? oldest, oldest), to: now)
        for try await archived in history.fixes(query) {
            guard let route = archived.routeID else { continue }
            habits.record(archived.fix.vehicleID, on: route, at: archived.fix.time)
        }
        readTo = now
        habits.forget(before: now)
    }

    /// Returns the plans for the routes of a campus with the loops of a network.
    func plans(
        for campus: ShuttleCampus, in loops: Timetable, _ model: PredictionModel, at now: UnixTime
    ) -> LoopPlans {
        let today = loops.timeZone.day(at: now)
        let planner = LoopPlanner(loops.timeZone, habits: habits)
        var plans: [Int64: LoopPlan] = [:]
        for route in campus.routes {
            guard let index = loops.routes.find(id: "\(route.id)"),
                let hops = Self.hopSeconds(of: index, in: loops, model, on: today)
            else { continue }
            plans[route.id] = planner.plan(of: route, hopSeconds: hops)
        }
        return LoopPlans(
            plans,
            days: today.advanced(by: -Self.daysBefore)...today.advanced(by: Self.daysAfter))
    }

    /// Returns the seconds between stops by the loop's length, corrected by the model, but never
    /// less than the straight line takes; nil if the route has no loop.
    ///
    /// Otherwise a line that passes a stop at the wrong place, or a few misread laps, would bring
    /// vehicles to stops before they can be there.
    private static func hopSeconds(
        of route: RouteIndex, in loops: Timetable, _ model: PredictionModel, on today: ServiceDay
    ) -> [Double]? {
        guard let pattern = loops.routes.patterns(of: route).first,
            let run = loops.patterns.runs(of: pattern).first,
            let path = RunPath(loops, trip: loops.patterns.runTrips[run], pattern: pattern)
        else { return nil }
        let schedule = ScheduledProgress(loops, run: run, pattern: pattern, path: path)
        // A Monday, for working days.
        let usual = TimeClass(day: today.advanced(by: -today.weekday), seconds: usualSeconds)
        let stops = loops.patterns.stops(of: pattern).map { loops.stops.coordinate($0) }
        return schedule.hopKeys.indices.map { hop in
            let metres = stops[hop].flatMap { from in
                stops[hop + 1].map { from.distanceMetres(to: $0) }
            }
            let reference = schedule.arrivals[hop + 1] - schedule.arrivals[hop]
            let deviation = model.profile.deviation(
                hop: schedule.hopKeys[hop], route: schedule.routeKey, in: usual,
                reference: reference)
            return max(minimumHopSeconds, (metres ?? 0) / topSpeed, reference + deviation)
        }
    }
}

extension LoopPlans {
    /// Returns whether riders would notice the difference from other plans.
    func isNoticeablyOther(than other: LoopPlans) -> Bool {
        plans.count != other.plans.count
            || plans.contains { route, plan in
                other.plans[route].map(plan.isNoticeablyOther) ?? true
            }
    }
}
