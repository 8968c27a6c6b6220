import Timetables
import TransitModel

/// The service days whose runs are laid out, and by how much each is shifted on the layout's clock.
struct DayShifts {
    /// One service day.
    struct Day {
        /// Days after the layout's own day.
        let offset: Int8
        /// For each service whether it runs.
        let isActive: [Bool]
        /// For each agency the seconds from the layout's start to the day's start in its zone.
        let agencyShifts: [Int32]
        /// The same where a route has no agency.
        let shift: Int32
    }

    let days: [Day]
    let first: ServiceDay
    private let agencies: Column<AgencyIndex>
    private let routes: Column<RouteIndex>

    init(_ timetable: Timetable, day: ServiceDay, span: RoutingDay.Span) {
        first = day
        agencies = timetable.routes.agencies
        routes = timetable.patterns.routes
        let base = timetable.timeZone.start(of: day)
        let offsets: [Int8] = span == .plain ? [0, 1] : [-1, 0, 1]
        days = offsets.map { offset in
            let date = day.advanced(by: Int(offset))
            func shift(_ zone: TransitTimeZone) -> Int32 {
                guard span == .clock else { return Int32(offset) * 86_400 }
                return Int32(zone.start(of: date).seconds(since: base))
            }
            return Day(
                offset: offset, isActive: timetable.services.activity(on: date),
                agencyShifts: timetable.agencyTimeZones.map(shift),
                shift: shift(timetable.timeZone))
        }
    }

    /// Seconds to add to the times of a pattern's runs on that day.
    func shift(of pattern: PatternIndex, on day: Day) -> Int32 {
        shift(ofRoute: routes[pattern], on: day)
    }

    /// Seconds to add to the times of a route's runs on that day.
    func shift(ofRoute route: RouteIndex, on day: Day) -> Int32 {
        let agency = agencies[route]
        return agency == .none ? day.shift : day.agencyShifts[agency.row]
    }
}
