import APISchema
package import HTTPServing
package import Hummingbird
package import LiveMap
package import Realtime
package import Timetables
import Transit
package import TransitModel
import WireAPI

/// One run of a trip on a service day.
package struct TripEndpoints: EndpointGroup {
    private let timetable: Timetable
    private let frames: Broadcast<MapFrame>
    private let clock: any WallClock

    /// Serves a network's runs with the newest frame's realtime data.
    package init(_ timetable: Timetable, frames: Broadcast<MapFrame>, clock: any WallClock) {
        self.timetable = timetable
        self.frames = frames
        self.clock = clock
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.trips)/:id") { request, context in
            let parameters = QueryParameters(request)
            let id = try context.parameters.segment("id")
            let now = clock.now()
            let day = try parameters.day("date") ?? timetable.timeZone.day(at: now)
            var start: ServiceTime?
            if let text = parameters.text("start") {
                start = ServiceTime(text)
                guard start != nil else {
                    throw Problem.badParameter(
                        "start", expected: "a time as in 08:30:00", given: text)
                }
            }
            let snapshot = frames.current.snapshot
            let run: RunOnDay
            do throws(RunOnDay.Missing) {
                run = try RunOnDay.find(
                    trip: id, on: day, start: start, at: now, in: (timetable, snapshot.overlay))
            } catch {
                throw Self.problem(error, id, day)
            }
            let vehicle = run.runIndex.flatMap { index in
                snapshot.vehicles.first {
                    $0.progress?.run == index && $0.progress?.serviceDay == run.day
                }
            }
            return try CachedBody(json: TripRunAnswer(run, vehicle: vehicle, now: now))
                .response(to: request)
        }
    }

    private static func problem(
        _ missing: RunOnDay.Missing, _ id: String, _ day: ServiceDay
    ) -> Problem {
        switch missing {
        case .unknownTrip: return .notFound("There is no trip '\(id.prefix(100))'.")
        case .outsideTimetable(let first, let last):
            return .outsideTimetable(day, first: first, last: last)
        case .noService: return .noService("The trip", on: day)
        case .noSuchStart(let known):
            let times = known.map(\.description).joined(separator: ", ")
            var problem = Problem(
                .notFound, kind: "no-such-start",
                detail: "No run of the trip begins then; the first begin at \(times).")
            problem.parameter = "start"
            return problem
        }
    }
}
