import Raptor
import Routing
import Realtime
import Timetables
import TransitModel

/// A journey that a search found.
struct FoundJourney {
    let skeleton: JourneySkeleton
    let times: JourneyTimes

    var departure: Int64 { times.departure }
    var arrival: Int64 { times.arrival }
    var rideCount: Int { times.rides }
}

/// Searches windows of time that may begin on one day and end on another.
///
/// Time is cut where service days begin (noon minus twelve hours), and each piece is searched on
/// one laid-out day, so that each instant belongs to exactly one: that of its own day for
/// departures. An arrival may belong to a run of the day before, so arrivals are searched on the
/// layout of that day.
struct WindowSearch {
    let timetable: Timetable
    let overlay: RealtimeOverlay
    let pool: RoutingPool
    let request: RoutingRequest
    let filter: RoutingFilter
    /// Journeys that a search departure by departure will probably find, and few besides.
    var guesses: [JourneyTimes] = []
    /// Where to look for such a search first; only without live data.
    var memory: ScheduledJourneys?
    private let days = RoutingDayCache()

    /// The range of instants at which anything can happen in the network.
    static func limits(_ timetable: Timetable) -> Range<Int64> {
        let services = timetable.services
        let start = timetable.timeZone.start(of: services.firstDay).seconds
        // Runs of the last day continue into the night.
        let end = timetable.timeZone.start(of: services.lastDay.advanced(by: 2)).seconds
        return start..<max(start, end)
    }

    /// Returns the service day, by its start, that contains an instant.
    static func day(at seconds: Int64, _ zone: TransitTimeZone) -> ServiceDay {
        let day = zone.day(at: UnixTime(seconds: seconds))
        if seconds < zone.start(of: day).seconds { return day.advanced(by: -1) }
        let next = day.advanced(by: 1)
        return seconds < zone.start(of: next).seconds ? day : next
    }

    /// Returns all Pareto-optimal journeys of a window, in no particular order.
    func journeys(_ axis: PageCursor.Axis, in window: Range<Int64>) -> [FoundJourney] {
        var found: [FoundJourney] = []
        var from = window.lowerBound
        while from < window.upperBound {
            let day = Self.day(at: from, timetable.timeZone)
            let end = timetable.timeZone.start(of: day.advanced(by: 1)).seconds
            let to = min(window.upperBound, end)
            found += journeys(
                axis, in: from..<to, on: axis == .departure ? day : day.advanced(by: -1))
            from = to
        }
        return found
    }

    private func journeys(
        _ axis: PageCursor.Axis, in window: Range<Int64>, on day: ServiceDay
    ) -> [FoundJourney] {
        let start = timetable.timeZone.start(of: day).seconds
        let low = ServiceTime(seconds: Int32(clamping: window.lowerBound - start))
        let high = ServiceTime(seconds: Int32(clamping: window.upperBound - start))
        let request = request
        let journeys = pool.search(layout(of: day)) { search in
            search.journeys(
                request,
                axis == .departure
                    ? .departures(from: low, before: high) : .arrivals(before: high, from: low))
        }
        return journeys.map { found($0, start: start) }
    }

    func found(_ journey: Journey, start: Int64) -> FoundJourney {
        FoundJourney(
            skeleton: JourneySkeleton(journey, timetable),
            times: JourneyTimes(
                departure: start + Int64(journey.departure.seconds),
                arrival: start + Int64(journey.arrival.seconds), rides: journey.rides))
    }

    func layout(of day: ServiceDay) -> RoutingDay {
        if let known = days.known[day] { return known }
        let laid = pool.day(day, overlay, for: request, filter)
        days.known[day] = laid
        return laid
    }
}

/// The days that one search has used: none is laid out twice, however long the search takes and
/// whatever becomes known meanwhile.
private final class RoutingDayCache {
    var known: [ServiceDay: RoutingDay] = [:]
}
