import Realtime
import Timetables
import Transit
import TransitModel

/// Boards with the length and the modes of transport that clients of the Transport API request.
struct OpendataBoards: Sendable {
    private let timetable: Timetable
    private let maker: BoardMaker

    /// The maximum number of pages searched for calls of certain modes.
    private static let maximumPages = 12
    /// The number of additional calls requested, so that calls in the last minute are usually
    /// included.
    private static let surplus = 12

    init(_ timetable: Timetable) {
        self.timetable = timetable
        maker = BoardMaker(timetable)
    }

    /// Returns the first `limit` calls of some modes (nil for all), and all others in the minute of
    /// the last one.
    ///
    /// Searches a week ahead.
    func calls(
        _ request: BoardRequest, modes: Set<TransitMode>?, limit: Int, overlay: RealtimeOverlay
    ) -> [BoardCall] {
        if let modes, !isServed(request, by: modes, overlay) { return [] }
        var request = request
        request.spanSeconds = BoardRequest.maximumSpanSeconds
        let wanted = min(BoardRequest.maximumLimit, limit + Self.surplus)
        request.limit = modes == nil ? wanted : BoardRequest.maximumLimit
        var found: [BoardCall] = []
        for _ in 0..<Self.maximumPages {
            let page = maker.board(request, overlay: overlay)
            for call in page.calls where modes?.contains(timetable.routes.mode(call.route)) ?? true
            {
                if found.count >= limit, let last = found.last, minute(last) != minute(call) {
                    return found
                }
                found.append(call)
            }
            guard page.calls.count >= request.limit else { return found }
            request.cursor = page.later
        }
        return found
    }

    private func minute(_ call: BoardCall) -> Int64 { call.time.seconds / 60 }

    /// Returns whether any trip of these modes ever calls, to avoid a useless search.
    private func isServed(
        _ request: BoardRequest, by modes: Set<TransitMode>, _ overlay: RealtimeOverlay
    ) -> Bool {
        let stops = timetable.stops
        let roots = [stops.parent(request.stop) ?? request.stop] + request.others
        let members = roots.flatMap(stops.parts)
        for stop in members {
            for pattern in stops.callPatterns[stops.callOffsets[stop]]
            where modes.contains(timetable.routes.mode(timetable.patterns.routes[pattern])) {
                return true
            }
        }
        return overlay.added.contains { modes.contains(timetable.routes.mode($0.route)) }
    }
}
