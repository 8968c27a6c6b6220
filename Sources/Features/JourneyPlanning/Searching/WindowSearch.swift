import Realtime
import Routing
import Timetables
import TransitModel

/// A journey that a search found; times are Unix seconds, expected ones.
struct FoundJourney {
    let sketch: Sketch
    let departure: Int64
    let arrival: Int64
    let vehicles: Int

    func value(on axis: PageCursor.Axis) -> Int64 { axis == .departure ? departure : arrival }
}

/// Searches windows of time that may begin on one day and end on another.
///
/// Time is cut where service days begin (noon minus twelve hours), and each piece is searched on one
/// laid out day, so that every moment belongs to exactly one: that of its own day for departures. What
/// arrives on a day may have left the day before, so that arrivals are searched on that one's layout.
struct WindowSearch {
    let timetable: Timetable
    let overlay: RealtimeOverlay
    let pool: RoutingPool
    let request: RoutingRequest
    let filter: RoutingFilter
    private let days = LaidDays()

    /// The moments at which anything can happen in the network.
    static func limits(_ timetable: Timetable) -> Range<Int64> {
        let services = timetable.services
        let start = timetable.timeZone.start(of: services.firstDay).seconds
        // Runs of the last day go on into the night.
        let end = timetable.timeZone.start(of: services.lastDay.advanced(by: 2)).seconds
        return start..<max(start, end)
    }

    /// The service day, by its start, in which a moment lies.
    static func day(at seconds: Int64, _ zone: TransitTimeZone) -> ServiceDay {
        let day = zone.day(at: UnixTime(seconds: seconds))
        if seconds < zone.start(of: day).seconds { return day.advanced(by: -1) }
        let next = day.advanced(by: 1)
        return seconds < zone.start(of: next).seconds ? day : next
    }

    /// All journeys of a window that no other one beats, in no particular order.
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
        let journeys = pool.search(laid(day)) { search in
            axis == .departure
                ? search.journeys(request, leaving: low..<high)
                : search.journeys(request, arriving: low..<high)
        }
        return journeys.map { journey in
            FoundJourney(
                sketch: Sketch(journey, timetable),
                departure: start + Int64(journey.departure.seconds),
                arrival: start + Int64(journey.arrival.seconds), vehicles: journey.vehicles)
        }
    }

    private func laid(_ day: ServiceDay) -> RoutingDay {
        if let known = days.known[day] { return known }
        let laid = pool.day(day, overlay, filter)
        days.known[day] = laid
        return laid
    }
}

/// The days that one search has looked at: however long it takes and whatever becomes known meanwhile, it
/// lays out none of them twice.
private final class LaidDays {
    var known: [ServiceDay: RoutingDay] = [:]
}

/// What lies within a page.
struct PageContent {
    var journeys: [FoundJourney]
    /// The moments of the page on the cursor's axis.
    let window: Range<Int64>
}

extension WindowSearch {
    /// The first window that a page looks at, in seconds, and those after a leap; others are twice as long as
    /// the one before.
    private static let firstWindow: Int64 = 900

    /// The journeys of a window that are worth showing: that none of their neighbours puts to shame.
    ///
    /// Neighbours outside the window count too, those within `bounds` alone if there are any: so windows
    /// side by side have what one long window has.
    func worthy(
        _ axis: PageCursor.Axis, in window: Range<Int64>, bounds: Range<Int64>? = nil,
        isWorth: (FoundJourney) -> Bool
    ) -> [FoundJourney] {
        let reach = FoundJourney.neighbourSeconds
        var wide = window.lowerBound - reach..<window.upperBound + reach
        if let bounds { wide = wide.clamped(to: bounds) }
        let found = journeys(axis, in: wide).filter(isWorth)
            .sorted { $0.value(on: axis) < $1.value(on: axis) }
        return found.indices.compactMap { place in
            let journey = found[place]
            let value = journey.value(on: axis)
            guard window.contains(value) else { return nil }
            let before = found[..<place].reversed().prefix { $0.value(on: axis) >= value - reach }
            let after = found[(place + 1)...].prefix { $0.value(on: axis) <= value + reach }
            let isShamed =
                before.contains { $0.shames(journey, on: axis) }
                || after.contains { $0.shames(journey, on: axis) }
            return isShamed ? nil : journey
        }
    }

    /// Journeys from the cursor on until there are enough; nil if nothing can happen there.
    ///
    /// `isFirst`: what lies on the other side of the cursor's edge is out of the rider's reach.
    func page(
        _ cursor: PageCursor, results: Int, isFirst: Bool, isWorth: (FoundJourney) -> Bool
    ) -> PageContent? {
        let limits = Self.limits(timetable)
        let isLater = cursor.direction == .later
        let span = PlanningRequest.spanSeconds
        let whole =
            isLater
            ? cursor.edge..<cursor.edge + span : cursor.edge - span..<cursor.edge
        let reach = whole.clamped(to: limits)
        guard !reach.isEmpty else { return nil }
        let bounds =
            !isFirst
            ? nil : isLater ? cursor.edge..<limits.upperBound : limits.lowerBound..<cursor.edge
        var found: [FoundJourney] = []
        var low = isLater ? reach.lowerBound : reach.upperBound
        var high = low
        var length = Self.firstWindow
        // Where the first window had too few, nothing may leave for hours: what comes next is asked for.
        var leaps = isLater && cursor.axis == .departure && !isFirst
        while found.count < results {
            let window: Range<Int64>
            if leaps {
                high = nextDeparture(from: high, before: reach.upperBound)
                length = Self.firstWindow
            }
            leaps = isLater && cursor.axis == .departure
            if isLater {
                window = high..<min(reach.upperBound, high + length)
                high = window.upperBound
            } else {
                window = max(reach.lowerBound, low - length)..<low
                low = window.lowerBound
            }
            guard !window.isEmpty else { break }
            found += worthy(cursor.axis, in: window, bounds: bounds, isWorth: isWorth)
            length *= 2
        }
        if found.count > results {
            let values = found.map { $0.value(on: cursor.axis) }.sorted()
            if isLater {
                high = values[results - 1] + 1
            } else {
                low = values[values.count - results]
            }
            found.removeAll { !(low..<high).contains($0.value(on: cursor.axis)) }
        }
        return PageContent(journeys: found, window: low..<high)
    }

    /// A moment before which nothing leaves that no other journey beats; `end` if nothing does till then.
    ///
    /// Whoever leaves before the first of those who arrive earliest, for any number of vehicles, would
    /// not arrive earlier than they. One search a day, where a window without journeys would cost one for
    /// each hour.
    private func nextDeparture(from: Int64, before end: Int64) -> Int64 {
        var from = from
        while from < end {
            let day = Self.day(at: from, timetable.timeZone)
            let start = timetable.timeZone.start(of: day).seconds
            let next = timetable.timeZone.start(of: day.advanced(by: 1)).seconds
            let moment = ServiceTime(seconds: Int32(clamping: from - start))
            let request = request
            let found = pool.search(laid(day)) { search in
                search.earliestArrivals(request, departure: moment).map { first in
                    // On foot everyone leaves at once, and hides rides that would pay later on.
                    guard first.vehicles > 0 else { return moment.seconds }
                    // Who arrives as early may leave later than who leaves at once and waits.
                    var back = request
                    back.maximumVehicles = first.vehicles
                    let last = search.latestDepartures(back, arrival: first.arrival)
                    return last.map(\.departure.seconds).max() ?? first.departure.seconds
                }.min()
            }
            if let found, start + Int64(found) < next {
                return min(end, max(from, start + Int64(found)))
            }
            from = next
        }
        return end
    }
}

extension FoundJourney {
    /// Only journeys that leave (or arrive, on that axis) so close to one another are compared.
    static let neighbourSeconds: Int64 = 120
    /// Who leaves a moment later to arrive so much later has gained nothing, nor has who arrives a moment
    /// earlier having left so much earlier.
    static let lossSeconds: Int64 = 300

    /// Whether riders would ask why the other one is shown beside this neighbour.
    ///
    /// Either it takes no more vehicles and is better at the other end by minutes, or it takes fewer and
    /// is behind by less than a minute. Either way it has fewer vehicles, or as many and a better
    /// other end, so that one of the best is always left.
    func shames(_ other: FoundJourney, on axis: PageCursor.Axis) -> Bool {
        guard vehicles <= other.vehicles,
            abs(value(on: axis) - other.value(on: axis)) <= Self.neighbourSeconds
        else { return false }
        if vehicles < other.vehicles, departure > other.departure - 60,
            arrival < other.arrival + 60
        {
            return true
        }
        return axis == .departure
            ? arrival <= other.arrival - Self.lossSeconds
            : departure >= other.departure + Self.lossSeconds
    }
}
