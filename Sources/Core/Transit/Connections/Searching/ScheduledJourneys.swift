import Routing
import TransitModel

#if !hasFeature(Embedded)
import Synchronization
#endif

/// Journeys by the timetable that were searched lately.
///
/// Screens request the same page again and again to follow live data, and what the timetable has
/// stays the same meanwhile. Many threads may ask at once.
final class ScheduledJourneys: Sendable {
    private struct Key: Hashable {
        let request: RoutingRequest
        let filter: RoutingFilter
        let axis: PageCursor.Axis
    }

    private struct Known {
        /// The departures (or arrivals, on that axis) of which all journeys are known.
        var range: Range<Int64>
        /// Also those beyond the end of the search that can dominate one within the range.
        var journeys: [FoundJourney]
    }

    /// The maximum number of requests, and of journeys of each: some 10 MB.
    private static let maximumRequests = 256
    private static let maximumJourneys = 64

    private let known = Mutex(LRUCache<Key, Known>(limitBytes: maximumRequests))

    /// Returns what ``WindowSearch/following(_:in:needed:)`` of a search without live data returns.
    func journeys(
        _ search: WindowSearch, _ axis: PageCursor.Axis, in wide: Range<Int64>,
        needed window: Range<Int64>
    ) -> [FoundJourney] {
        let isLater = axis == .departure
        let key = Key(request: search.request, filter: search.filter, axis: axis)
        let start = isLater ? wide.lowerBound : wide.upperBound
        var known =
            self.known.withLock { $0.value(of: key) } ?? Known(range: start..<start, journeys: [])
        if start < known.range.lowerBound || start > known.range.upperBound {
            known = Known(range: start..<start, journeys: [])
        }
        let (low, high) = (known.range.lowerBound, known.range.upperBound)
        if isLater ? high < window.upperBound : low > window.lowerBound {
            known.journeys.removeAll { !known.range.contains($0.times.value(on: axis)) }
            known.journeys += search.following(
                axis, in: isLater ? high..<wide.upperBound : wide.lowerBound..<low,
                needed: isLater ? high..<window.upperBound : window.lowerBound..<low)
            known.range = isLater ? low..<window.upperBound : window.lowerBound..<high
            if known.journeys.count <= Self.maximumJourneys {
                self.known.withLock { $0.keep(known, of: key, bytes: 1) }
            }
        }
        return known.journeys.filter { wide.contains($0.times.value(on: axis)) }
    }
}
