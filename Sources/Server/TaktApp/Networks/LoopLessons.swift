import Foundation
import GTFSImport
import History
import Logging
import Prediction
import Realtime
import ShuttleTracker
import Timetables
import TransitModel

/// What the estimated runs of a campus are made of: how long its vehicles usually take from stop to stop,
/// and when they are about.
struct LoopLessons {
    private var habits = LoopHabits()
    /// Up to when the history was read; nil if it never was.
    private var readTo: UnixTime?

    /// Runs are made for so many days before today and after it.
    private static let daysBefore = 14
    private static let daysAfter = 400
    /// The hour and the kind of day whose travel times stand for all, if those were learnt apart.
    private static let usualSeconds = 12.0 * 3600
    /// No hop is shorter, in seconds.
    private static let leastHopSeconds = 5.0
    /// No shuttle goes faster from stop to stop, as the crow flies, in metres a second.
    private static let topSpeed = 15.0

    /// Reads what came into the history since the last call.
    mutating func read(_ history: FixReader, upTo now: UnixTime) async throws {
        let oldest = now.advanced(bySeconds: -LoopHabits.memorySeconds)
        let query = FixQuery(from: max(readTo ?? oldest, oldest), to: now)
        for try await archived in history.fixes(query) {
            guard let route = archived.routeID else { continue }
            habits.take(archived.fix.vehicleID, on: route, at: archived.fix.time)
        }
        readTo = now
        habits.forget(before: now)
    }

    /// The plans of a campus whose loops are those of a network.
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

    /// Seconds from stop to stop by the loop's length, set right by what was learnt, but never less than
    /// the straight way takes; nil if the route has no loop.
    ///
    /// A line that passes a stop elsewhere than was meant, or a few laps that were wrongly read, would
    /// else bring vehicles to stops where none can be yet.
    private static func hopSeconds(
        of route: RouteIndex, in loops: Timetable, _ model: PredictionModel, on today: ServiceDay
    ) -> [Double]? {
        guard let pattern = loops.routes.patterns(of: route).first,
            let run = loops.patterns.runs(of: pattern).first,
            let path = RunPath(loops, trip: loops.patterns.runTrips[run], pattern: pattern)
        else { return nil }
        let schedule = ScheduledProgress(loops, run: run, pattern: pattern, path: path)
        // A Monday, for days of work.
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
            return max(leastHopSeconds, (metres ?? 0) / topSpeed, reference + deviation)
        }
    }
}

extension LoopPlans {
    /// Whether riders would notice if others held instead.
    func isNoticeablyOther(than other: LoopPlans) -> Bool {
        plans.count != other.plans.count
            || plans.contains { route, plan in
                other.plans[route].map(plan.isNoticeablyOther) ?? true
            }
    }
}
