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

    /// All good journeys of a window, in no particular order.
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
        let journeys = pool.search(day, overlay, filter) { search in
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
}

/// What lies within a page.
struct PageContent {
    var journeys: [FoundJourney]
    /// The moments of the page on the cursor's axis.
    let window: Range<Int64>
}

extension WindowSearch {
    /// The first window that a page looks at; each further one is twice as long.
    private static let firstWindow: Int64 = 3600

    /// Journeys from the cursor on until there are enough; nil if nothing can happen there.
    ///
    /// `isWorth` looks at a journey alone, so that pages side by side have what one long page has.
    func page(
        _ cursor: PageCursor, results: Int, isWorth: (FoundJourney) -> Bool
    ) -> PageContent? {
        let limits = Self.limits(timetable)
        let isLater = cursor.direction == .later
        let span = PlanningRequest.spanSeconds
        let whole =
            isLater
            ? cursor.edge..<cursor.edge + span : cursor.edge - span..<cursor.edge
        let reach = whole.clamped(to: limits)
        guard !reach.isEmpty else { return nil }
        var found: [FoundJourney] = []
        var low = isLater ? reach.lowerBound : reach.upperBound
        var high = low
        var length = Self.firstWindow
        while found.count < results {
            if isLater {
                guard high < reach.upperBound else { break }
                let end = min(reach.upperBound, high + length)
                found += journeys(cursor.axis, in: high..<end).filter(isWorth)
                high = end
            } else {
                guard low > reach.lowerBound else { break }
                let start = max(reach.lowerBound, low - length)
                found += journeys(cursor.axis, in: start..<low).filter(isWorth)
                low = start
            }
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
}
