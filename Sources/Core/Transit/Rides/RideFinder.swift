package import Realtime
package import Timetables
package import TransitModel

/// Finds the runs that take riders from some stops to others without a change.
///
/// Runs of a pattern are in order at each of its stops, so that the first one of a window is found by
/// binary search on each service day.
package struct RideFinder: Sendable {
    /// The network.
    package let timetable: Timetable

    /// How late a run is at most taken to be: one that left longer ago by its timetable is not found.
    package static let maximumDelay: Int64 = 3600

    /// Looks in one network.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// Where patterns take riders from one of the stops to one of the others.
    ///
    /// Only where they may get on, and off at the first such call after it.
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

    /// The runs of a stretch that by the timetable leave in a window, with their days, in order of each
    /// day; `body` is given them until it answers false for a day.
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

    /// The rides from one of the stops to one of the others that leave in a window by all that is known,
    /// by departure; at most `most`.
    ///
    /// On some routes, or on all if `routes` is nil. Cancelled runs are among them, as those who wait
    /// for one want to know; runs that pass either stop are not. A run on which several ways lead from
    /// one to the other (it calls twice, or at two platforms) is told once, with the latest boarding.
    package func rides(
        from: [StopIndex], to: [StopIndex], routes: Set<RouteIndex>? = nil,
        leaving window: ClosedRange<Int64>, overlay: RealtimeOverlay, most: Int = 20
    ) -> [FoundRide] {
        rides(
            on: way(from: from, to: to, routes: routes), leaving: window, overlay: overlay,
            most: most)
    }

    /// What has to be known of the timetable to look for rides again and again.
    package func way(
        from: [StopIndex], to: [StopIndex], routes: Set<RouteIndex>? = nil
    ) -> RideWay {
        let patterns = timetable.patterns
        let stretches = stretches(from: from, to: to).filter {
            routes?.contains(patterns.routes[$0.pattern]) ?? true
        }
        return RideWay(
            from: from, to: to, routes: routes, stretches: stretches,
            meetsRunsTwice: Set(stretches.map(\.pattern)).count < stretches.count)
    }

    /// The next rides on a way from a time on, at most `most` of them, within so many seconds.
    ///
    /// Looks an hour ahead first, and further where that is not enough. Without `tellsCancelled`, cancelled runs
    /// are no rides.
    package func next(
        on way: RideWay, from time: Int64, within seconds: Int64, overlay: RealtimeOverlay,
        most: Int = 20, tellsCancelled: Bool = true
    ) -> [FoundRide] {
        var length = min(3600, seconds)
        while true {
            var search = RideSearch(
                timetable, overlay, leaving: time...time + length, most: most,
                tellsCancelled: tellsCancelled)
            let found = search.rides(on: way)
            if found.count >= most || length >= seconds { return found }
            length = min(seconds, length * 4)
        }
    }

    /// The rides on a way that leave in a window; see ``rides(from:to:routes:leaving:overlay:most:)``.
    package func rides(
        on way: RideWay, leaving window: ClosedRange<Int64>, overlay: RealtimeOverlay,
        most: Int = 20
    ) -> [FoundRide] {
        var search = RideSearch(timetable, overlay, leaving: window, most: most)
        return search.rides(on: way)
    }
}
