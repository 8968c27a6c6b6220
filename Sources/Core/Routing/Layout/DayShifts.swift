import Timetables
import TransitModel

/// The service days whose runs are laid out, and the shift of each on the layout's clock.
struct DayShifts {
    struct Day {
        /// Days after the layout's first day.
        let offset: Int8
        /// Whether each service runs, by service.
        let isActive: [Bool]
        /// Seconds from the layout's start to the day's start in the time zone of each agency.
        let agencyShifts: [Int32]
        /// The same for routes without an agency.
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

    /// Returns the seconds to add to the times of a pattern's runs on a day.
    func shift(of pattern: PatternIndex, on day: Day) -> Int32 {
        shift(ofRoute: routes[pattern], on: day)
    }

    /// Returns the seconds to add to the times of a route's runs on a day.
    func shift(ofRoute route: RouteIndex, on day: Day) -> Int32 {
        let agency = agencies[route]
        return agency == .none ? day.shift : day.agencyShifts[agency.row]
    }
}
