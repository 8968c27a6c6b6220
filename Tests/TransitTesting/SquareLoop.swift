import GTFSImport
import ShuttleTracker
import Timetables
import TransitModel

/// A campus with one shuttle: a square of 4 km with a stop in the middle of each side, numbered 1
/// to 4 clockwise from the western one, and a route with the id 9 around it.
package struct SquareLoop {
    /// The stops, `Stop 1` to `Stop 4`.
    package let stops: [ShuttleStop]
    /// The route's headway in minutes, as a test requires it.
    package var headwayMinutes: Int64?
    /// The hours of service; always if empty.
    package var schedule: [ShuttleActivePeriod] = []

    private let then: ShuttleTime

    /// Creates the campus; it is never nil.
    package init?() {
        guard let then = ShuttleTime("2026-01-01T00:00:00Z") else { return nil }
        self.then = then
        stops = [(0, 0.5), (0.5, 1), (1, 0.5), (0.5, 0)].enumerated().map { number, at in
            ShuttleStop(
                id: Int64(number + 1), coordinate: Self.place(at.0, at.1), created: then,
                updated: then, name: nil)
        }
    }

    /// The route around the square, from its south-western corner.
    package var route: ShuttleRoute {
        ShuttleRoute(
            id: 9, name: "Square", colour: RGBColour(0x0080ff), stopIDs: [1, 2, 3, 4],
            created: then, updated: then,
            points: [(0, 0), (0, 1), (1, 1), (1, 0)].map { Self.place($0.0, $0.1) },
            schedule: schedule, headwayMinutes: headwayMinutes)
    }

    /// Returns the coordinate some kilometres east and north of the corner.
    package static func place(_ x: Double, _ y: Double) -> Coordinate {
        Coordinate(
            latitude: 47 + y * 1000 / 111_195, longitude: 8 + x * 1000 / (111_195 * 0.681998))
    }

    /// Returns the campus as a network in Zurich's time zone, with a plan for its route in 2026.
    ///
    /// - Throws: An error if the network cannot be made.
    package func timetable(_ plan: LoopPlan? = nil) throws -> Timetable {
        let days = ServiceDay(daysSince1970: 20_454)...ServiceDay(daysSince1970: 20_818)
        return try LoopNetwork(
            routes: [route], stops: stops, timeZone: "Europe/Zurich",
            plans: plan.map { LoopPlans([9: $0], days: days) }
        ).timetable()
    }

    /// Returns a plan: 2 minutes between stops, a shuttle every `minutes` at some hours of every
    /// day.
    package static func plan(every minutes: Int32, from: Int32, to: Int32) -> LoopPlan {
        let period = LoopPlan.Period(
            start: from * 3600, end: to * 3600, headway: minutes * 60)
        return LoopPlan(
            hopSeconds: [120, 120, 120, 120], week: Array(repeating: [period], count: 7))
    }
}
