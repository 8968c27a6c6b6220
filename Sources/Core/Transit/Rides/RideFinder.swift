package import Realtime
package import Timetables
package import TransitModel

/// Finds the runs that lead from some stops to others without a transfer.
///
/// Runs of a pattern are in order at each of its stops, so the first run of a window is found by
/// binary search on each service day.
package struct RideFinder: Sendable {
    package let timetable: Timetable

    /// The maximum delay considered, in seconds: a run scheduled earlier than this is not found.
    package static let maximumDelay: Int64 = 3600

    package init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// Returns the sections of patterns from any of the stops to any of the others.
    ///
    /// Only where boarding is allowed, and up to the first later such call where alighting is
    /// allowed.
    package func stretches(from: [StopIndex], to: [StopIndex]) -> [RideStretch] {
        let stops = timetable.stops
        let patterns = timetable.patterns
        let ends = Set(to)
        return from.flatMap { stop in
            stops.callOffsets[stop].compactMap { row -> RideStretch? in
                let pattern = stops.callPatterns[row]
                let board = Int(stops.callPositions[row])
                let calls = patterns.stops(of: pattern)
                guard patterns.boardingRules(of: pattern, at: board).pickup != .none,
                    let alight = (board + 1..<max(board + 1, calls.count)).first(where: {
                        ends.contains(calls[$0])
                            && patterns.boardingRules(of: pattern, at: $0).dropOff != .none
                    })
                else { return nil }
                return RideStretch(pattern: pattern, board: board, alight: alight)
            }
        }
    }

    /// Calls `body` with the runs of a section that are scheduled to depart within a window, and
    /// their days, in order for each day.
    ///
    /// `body` returns false to skip the rest of a day.
    package func forEachRun(
        of stretch: RideStretch, leaving window: ClosedRange<Int64>,
        _ body: (RunIndex, ServiceDay) -> Bool
    ) {
        let times = StretchTimes(stretch, timetable)
        let services = timetable.patterns.runServices
        times.forEachDay(window) { day, start in
            var run = times.first(from: window.lowerBound - start)
            while run < times.runs.upperBound, start + times.departure(run) <= window.upperBound {
                if timetable.services.isActive(services[run], on: day), !body(run, day) { break }
                run = run.advanced(by: 1)
            }
        }
    }

    /// Returns the rides from any of the stops to any of the others with an expected departure
    /// within a window, sorted by departure; at most `limit`.
    ///
    /// `routes` restricts them to some routes; nil allows all. Cancelled runs are included, because
    /// riders who wait for one need to know; runs that skip either stop are not. A run with several
    /// such sections (it calls twice, or at two platforms) is returned once, with the latest
    /// boarding.
    package func rides(
        from: [StopIndex], to: [StopIndex], routes: Set<RouteIndex>? = nil,
        leaving window: ClosedRange<Int64>, overlay: RealtimeOverlay, limit: Int = 20
    ) -> [FoundRide] {
        rides(
            on: way(from: from, to: to, routes: routes), leaving: window, overlay: overlay,
            limit: limit)
    }

    /// Returns the part of a search that depends only on the timetable, for repeated use.
    package func way(
        from: [StopIndex], to: [StopIndex], routes: Set<RouteIndex>? = nil
    ) -> RideWay {
        let patterns = timetable.patterns
        let stretches = stretches(from: from, to: to).filter {
            routes?.contains(patterns.routes[$0.pattern]) ?? true
        }
        return RideWay(
            from: from, to: to, routes: routes, stretches: stretches,
            meetsRunsTwice: Set(stretches.map { $0.pattern }).count < stretches.count)
    }

    /// Returns the next rides on a connection from a time on, at most `limit`, within `seconds`.
    ///
    /// Searches one hour first, and further if that is not enough. If `includesCancelled` is false,
    /// cancelled runs are excluded.
    package func next(
        on way: RideWay, from time: Int64, within seconds: Int64, overlay: RealtimeOverlay,
        limit: Int = 20, includesCancelled: Bool = true
    ) -> [FoundRide] {
        var length = min(3600, seconds)
        while true {
            var search = RideSearch(
                timetable, overlay, leaving: time...time + length, limit: limit,
                includesCancelled: includesCancelled)
            let found = search.rides(on: way)
            if found.count >= limit || length >= seconds { return found }
            length = min(seconds, length * 4)
        }
    }

    /// Returns the rides on a connection that depart within a window; see
    /// ``rides(from:to:routes:leaving:overlay:limit:)``.
    package func rides(
        on way: RideWay, leaving window: ClosedRange<Int64>, overlay: RealtimeOverlay,
        limit: Int = 20
    ) -> [FoundRide] {
        var search = RideSearch(timetable, overlay, leaving: window, limit: limit)
        return search.rides(on: way)
    }
}
