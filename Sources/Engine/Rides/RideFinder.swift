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
    package static let longestDelay: Int64 = 3600

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
        let patterns = timetable.patterns
        let runs = patterns.runs(of: stretch.pattern)
        guard let last = runs.last else { return }
        let zone = timetable.timeZone(of: stretch.pattern)
        func seconds(_ run: RunIndex) -> Int64 {
            Int64(
                patterns.times(of: run, in: stretch.pattern, at: stretch.board).departure.seconds)
        }
        let latest = seconds(last)
        var day = zone.day(at: UnixTime(seconds: window.upperBound)).advanced(by: 1)
        while true {
            defer { day = day.advanced(by: -1) }
            let start = zone.start(of: day).seconds
            if start + latest < window.lowerBound { break }
            if start + seconds(runs.lowerBound) > window.upperBound { continue }
            var low = runs.lowerBound
            var high = runs.upperBound
            while low < high {
                let middle = low.advanced(by: low.distance(to: high) / 2)
                if start + seconds(middle) < window.lowerBound {
                    low = middle.advanced(by: 1)
                } else {
                    high = middle
                }
            }
            while low < runs.upperBound, start + seconds(low) <= window.upperBound {
                if timetable.services.isActive(patterns.runServices[low], on: day),
                    !body(low, day)
                {
                    break
                }
                low = low.advanced(by: 1)
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
        return RideWay(
            from: from, to: to, routes: routes,
            stretches: stretches(from: from, to: to).filter {
                routes?.contains(patterns.routes[$0.pattern]) ?? true
            })
    }

    /// The next rides on a way from a time on, at most `most` of them, within so many seconds.
    ///
    /// Looks an hour ahead first, and further where that is not enough.
    package func next(
        on way: RideWay, from time: Int64, within seconds: Int64, overlay: RealtimeOverlay,
        most: Int = 20, where isWanted: (FoundRide) -> Bool = { _ in true }
    ) -> [FoundRide] {
        var length = min(3600, seconds)
        while true {
            let found = rides(
                on: way, leaving: time...time + length, overlay: overlay, most: .max
            ).filter(isWanted)
            if found.count >= most || length >= seconds { return Array(found.prefix(most)) }
            length = min(seconds, length * 4)
        }
    }

    /// The rides on a way that leave in a window; see ``rides(from:to:routes:leaving:overlay:most:)``.
    package func rides(
        on way: RideWay, leaving window: ClosedRange<Int64>, overlay: RealtimeOverlay,
        most: Int = 20
    ) -> [FoundRide] {
        var found = addedRides(from: way.from, to: way.to, overlay: overlay).filter {
            window.contains($0.departure) && way.routes?.contains($0.run.route) ?? true
        }
        let early = overlay.changes.isEmpty ? 0 : Self.longestDelay
        for stretch in way.stretches {
            forEachRun(of: stretch, leaving: window.lowerBound - early...window.upperBound) {
                number, day in
                let ride = Ride(
                    run: .scheduled(number, stretch.pattern), day: day, board: stretch.board,
                    alight: stretch.alight)
                if let run = RunOnDay(ride.run, day: day, timetable, overlay),
                    !run.isSkipped(ride.board), !run.isSkipped(ride.alight)
                {
                    let candidate = FoundRide(ride: ride, run: run)
                    if window.contains(candidate.departure) { found.append(candidate) }
                }
                return true
            }
        }
        found.sort {
            ($0.departure, $0.arrival, $1.ride.board) < ($1.departure, $1.arrival, $0.ride.board)
        }
        var seen = Set<RunKey>()
        let latestFirst = found.reversed().filter {
            seen.insert(RunKey(run: $0.ride.run, day: $0.ride.day)).inserted
        }
        return Array(latestFirst.reversed().prefix(most))
    }

    private struct RunKey: Hashable {
        let run: RunReference
        let day: ServiceDay
    }

    private func addedRides(
        from: [StopIndex], to: [StopIndex], overlay: RealtimeOverlay
    ) -> [FoundRide] {
        guard !overlay.added.isEmpty else { return [] }
        let ends = Set(to)
        return from.flatMap { overlay.addedCalls(at: $0) }.compactMap { place in
            let added = overlay.added[place.run]
            let later = added.calls.indices.dropFirst(place.position + 1)
            guard let alight = later.first(where: { ends.contains(added.calls[$0].stop) }),
                let run = RunOnDay(.added(place.run), day: added.day, timetable, overlay)
            else { return nil }
            return FoundRide(
                ride: Ride(
                    run: .added(place.run), day: added.day, board: place.position, alight: alight),
                run: run)
        }
    }
}
