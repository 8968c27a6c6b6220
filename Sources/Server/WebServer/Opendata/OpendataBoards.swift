import Realtime
import Timetables
import Transit
import TransitModel

/// Boards as long as clients of the Transport API ask for, of the means of transport they want.
struct OpendataBoards: Sendable {
    private let timetable: Timetable
    private let maker: BoardMaker

    /// Pages that are looked at for calls of some modes only.
    private static let maximumPages = 12
    /// So many more than asked for, so that those of the last minute are mostly among them.
    private static let surplus = 12

    init(_ timetable: Timetable) {
        self.timetable = timetable
        maker = BoardMaker(timetable)
    }

    /// The first `limit` calls of some modes (nil for all), and those at the minute of the last one.
    ///
    /// Looks a week ahead.
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

    /// Whether anything of those modes ever calls, so that it is worth looking for.
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
