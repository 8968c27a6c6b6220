import Raptor
import Routing
import Realtime
import TransitModel

/// Finds connections that arrive somewhat later and need less walking, which a search by time and
/// rides leaves out.
///
/// It is one more search of the same window with shorter walks at the ends, so that an answer takes
/// at most about twice as long.
struct LessWalking {
    let planner: JourneyPlanner
    let request: PlanningRequest
    let ends: ResolvedEndpoints
    let overlay: RealtimeOverlay

    /// The least walking, in seconds, for which less of it is searched.
    static let longSeconds = 480
    /// The walking that another connection must save, in seconds.
    static let worthSeconds = 180
    /// The time that less walking may take longer, in seconds.
    static let laterSeconds: Int64 = 1800
    /// The maximum number of connections.
    static let maximumResults = 3
    /// The maximum length of the window, in seconds.
    private static let windowSeconds: Int64 = 7200

    /// Returns the connections to add to those found in a window; empty if these walk little.
    func itineraries(
        beside found: [Itinerary], _ axis: PageCursor.Axis, in window: Range<Int64>,
        includesPassed: Bool
    ) -> [Itinerary] {
        guard request.offersLessWalking, request.cursor == nil else { return [] }
        let limit = request.options.walkSeconds
        // Journeys are left out for a walk that is better; then the walk is what was found.
        let whole = ends.directWalk.flatMap {
            $0.seconds <= limit || found.isEmpty && $0.streets != nil ? Int($0.seconds) : nil
        }
        let walks = found.filter { $0.troubles.isEmpty }.map { $0.walkSeconds }
        guard let least = (walks + (whole.map { [$0] } ?? [])).min(), least >= Self.longSeconds
        else { return [] }
        let shorter = min(limit, Int32(clamping: least)) / 2
        guard let ends = ends.within(shorter) else { return [] }
        var request = request
        request.options.walkSeconds = shorter
        let context = PlanningContext(
            planner, request, ends, overlay, includesPassed: includesPassed)
        let range =
            axis == .departure
            ? window.lowerBound..<min(window.upperBound, window.lowerBound + Self.windowSeconds)
            : max(window.lowerBound, window.upperBound - Self.windowSeconds)..<window.upperBound
        let others = context.search().paretoOptimal(
            axis, in: range, bounds: range, isLong: ends.vias.isEmpty, bar: .none)
        let known = Set(found.map { $0.id })
        let added = others.compactMap(context.itinerary).filter { other in
            !known.contains(other.id) && other.troubles.isEmpty
                && isWorth(other, beside: found, walk: whole)
        }
        return Array(
            added.sorted {
                ($0.walkSeconds, $0.arrival.expected) < ($1.walkSeconds, $1.arrival.expected)
            }
            .prefix(Self.maximumResults))
    }

    /// Returns whether a connection walks less than all that are as good by time and rides, and
    /// takes little longer than one of them.
    ///
    /// `walk` is the duration of the walk all the way, which may begin at any time.
    private func isWorth(_ other: Itinerary, beside found: [Itinerary], walk: Int?) -> Bool {
        let (departure, arrival) = (
            other.departure.expected.seconds, other.arrival.expected.seconds
        )
        var isNear = false
        for better in found where better.troubles.isEmpty {
            let (leaves, arrives) = (
                better.departure.expected.seconds, better.arrival.expected.seconds
            )
            guard leaves >= departure, arrives <= arrival, better.rideCount <= other.rideCount
            else { continue }
            if better.walkSeconds < other.walkSeconds + Self.worthSeconds { return false }
            if arrival - arrives + leaves - departure <= Self.laterSeconds { isNear = true }
        }
        if let walk, arrival - departure >= Int64(walk) {
            if walk < other.walkSeconds + Self.worthSeconds { return false }
            if arrival - departure - Int64(walk) <= Self.laterSeconds { isNear = true }
        }
        return isNear
    }
}

extension ResolvedEndpoints {
    /// Returns the same ends with walks of at most `seconds` to and from stops.
    ///
    /// Nil if an end has no such stop, or all walks are that short anyway.
    fileprivate func within(_ seconds: Int32) -> ResolvedEndpoints? {
        let from = origins.filter { $0.seconds <= seconds }
        let to = destinations.filter { $0.seconds <= seconds }
        guard !from.isEmpty, !to.isEmpty,
            from.count < origins.count || to.count < destinations.count
        else { return nil }
        return ResolvedEndpoints(
            origins: from, destinations: to, vias: vias, origin: origin, destination: destination,
            walkingPercent: walkingPercent, profile: profile, directWalk: directWalk)
    }
}
