import Raptor
import Routing
import Timetables
import TransitModel

/// The content of a page.
struct PageContent {
    var journeys: [FoundJourney]
    /// The page's range on the cursor's axis.
    var window: Range<Int64>

    /// Drops journeys beyond `results`, farthest from the edge first, and ends the window there.
    fileprivate mutating func keep(_ results: Int, on axis: PageCursor.Axis, isLater: Bool) {
        guard journeys.count > results else { return }
        let values = journeys.map { $0.times.value(on: axis) }.sorted()
        window =
            isLater
            ? window.lowerBound..<values[results - 1] + 1
            : values[values.count - results]..<window.upperBound
        journeys.removeAll { !window.contains($0.times.value(on: axis)) }
    }
}

extension WindowSearch {
    /// The first window of a page, in seconds, and the first after a gap; each other window is
    /// twice as long as the one before.
    private static let firstWindow: Int64 = 900

    /// Returns the journeys of a window that no neighbour dominates.
    ///
    /// Neighbours outside the window count too, or only those within `bounds` if given, so that
    /// adjacent windows have what one long window has. With `isLong`, it returns the same, sooner
    /// for a window with many departures.
    func paretoOptimal(
        _ axis: PageCursor.Axis, in window: Range<Int64>, bounds: Range<Int64>? = nil,
        isLong: Bool = false, bar: JourneyBar
    ) -> [FoundJourney] {
        let reach = JourneyTimes.neighbourSeconds
        var wide = window.lowerBound - reach..<window.upperBound + reach
        if let bounds { wide = wide.clamped(to: bounds) }
        let all =
            !isLong
            ? journeys(axis, in: wide)
            : memory?.journeys(self, axis, in: wide, needed: window)
                ?? following(axis, in: wide, needed: window)
        let found = all.filter(bar.passes)
        return JourneyTimes.paretoOptimal(of: found.map { $0.times }, on: axis, in: window).map {
            found[$0]
        }
    }

    /// Returns journeys from the cursor on until there are enough; nil if nothing can happen there.
    ///
    /// With `isFirst`, journeys on the other side of the cursor's edge are out of the rider's
    /// reach.
    func page(
        _ cursor: PageCursor, results: Int, isFirst: Bool, bar: JourneyBar
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
        // With vias, bounds are rarely known in advance, and windows are quicker.
        let isNatural = isLater == (cursor.axis == .departure) && request.vias.isEmpty
        var content =
            isNatural
            ? following(cursor, in: reach, bounds: bounds ?? limits, results, bar)
            : growing(cursor, in: reach, bounds: bounds, results, isFirst: isFirst, bar)
        content.keep(results, on: cursor.axis, isLater: isLater)
        return content
    }

    /// Returns journeys of adjacent windows, from the cursor on, until there are enough.
    private func growing(
        _ cursor: PageCursor, in reach: Range<Int64>, bounds: Range<Int64>?, _ results: Int,
        isFirst: Bool, _ bar: JourneyBar
    ) -> PageContent {
        let isLater = cursor.direction == .later
        var found: [FoundJourney] = []
        var low = isLater ? reach.lowerBound : reach.upperBound
        var high = low
        var length = Self.firstWindow
        // If the first window has too few, nothing may depart for hours: find the next departure.
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
            found += paretoOptimal(cursor.axis, in: window, bounds: bounds, bar: bar)
            length *= 2
        }
        return PageContent(journeys: found, window: low..<high)
    }
    /// Returns an instant before which no Pareto-optimal journey departs; `end` if none departs
    /// until then.
    ///
    /// A journey that departs before the first of those that arrive earliest, for each number of
    /// rides, arrives no earlier than they do. This costs one search a day, where windows without
    /// journeys would cost one for each hour.
    private func nextDeparture(from: Int64, before end: Int64) -> Int64 {
        var from = from
        while from < end {
            let day = Self.day(at: from, timetable.timeZone)
            let start = timetable.timeZone.start(of: day).seconds
            let next = timetable.timeZone.start(of: day.advanced(by: 1)).seconds
            let instant = ServiceTime(seconds: Int32(clamping: from - start))
            let request = request
            let found = pool.search(layout(of: day)) { search in
                search.earliestArrivals(request, departure: instant).map { first in
                    // A direct walk departs at once and hides rides that depart later.
                    guard first.rides > 0 else { return instant.seconds }
                    // A rider who arrives as early may depart later than one who departs at once
                    // and waits.
                    var back = request
                    back.maximumRides = first.rides
                    let last = search.latestDepartures(back, arrival: first.arrival)
                    return last.map { $0.departure.seconds }.max() ?? first.departure.seconds
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
