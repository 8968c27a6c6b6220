package import TransitModel

/// Finds journeys in one ``RaptorTimetable``.
///
/// Times are seconds of its clock. The working memory is allocated once and reused, so an instance
/// runs one search at a time. A class, as other modules compiled for Embedded Swift
/// cannot store a value that is not copyable.
package final class JourneyFinder {
    package static let maximumRides = RaptorSearch.maximumRides

    private var timetable: RaptorTimetable
    private var rounds: RaptorSearch
    private var following: DepartureOrderedSearch
    /// Allocated on first use.
    private var toDestination: DestinationBounds?
    /// The shortest window for which finding bounds costs less than they spare, in seconds.
    private static let boundedSeconds: Int32 = 21_600

    /// Allocates working memory for searches in a timetable.
    package init(_ timetable: RaptorTimetable) {
        self.timetable = timetable
        rounds = RaptorSearch(timetable.columns)
        following = DepartureOrderedSearch(timetable.columns)
    }

    /// Switches to another timetable.
    ///
    /// The memory is kept if it is large enough.
    package func move(to timetable: RaptorTimetable) {
        guard timetable !== self.timetable else { return }
        self.timetable = timetable
        rounds.move(to: timetable.columns)
        following.move(to: timetable.columns)
    }

    /// Returns the earliest arrival for each Pareto-optimal number of rides, among journeys
    /// departing at or after `departure`.
    ///
    /// Each journey arrives earlier than those before it. A walk, or staying at the origin, has no
    /// ride.
    package func earliestArrivals(
        _ request: RaptorRequest, departure: ServiceTime
    ) -> [RaptorJourney] {
        searchOnce(request, isReversed: false, at: departure.seconds)
    }

    /// Returns the latest departure for each Pareto-optimal number of rides, among journeys
    /// arriving by `arrival`.
    package func latestDepartures(
        _ request: RaptorRequest, arrival: ServiceTime
    ) -> [RaptorJourney] {
        searchOnce(request, isReversed: true, at: -arrival.seconds)
    }

    /// Returns all Pareto-optimal journeys with rides that depart, or arrive, within the window.
    ///
    /// No other journey, inside or outside the window, on foot or by vehicle, departs as late,
    /// arrives as early and has as few rides. The results of adjacent windows therefore add up to
    /// the result of their union. Sorted by departure, then arrival.
    package func journeys(
        _ request: RaptorRequest, _ window: DepartureWindow
    ) -> [RaptorJourney] {
        guard window.start < window.end else { return [] }
        let isReversed = window.isReversed
        let origins = prepare(request, isReversed: isReversed, byRides: true)
        guard
            window.end - window.start < Self.boundedSeconds
                || isReachable(request, origins, isReversed: isReversed)
        else { return [] }
        rounds.startAgain()
        let reconstructor = JourneyReconstructor(rounds.columns, isReversed: isReversed)
        // Journeys that depart after the window prune those that depart within it.
        _ = rounds.run(from: origins, departingAt: window.end)
        var journeys: [RaptorJourney] = []
        for departure in rounds.departures(from: origins, in: window.start..<window.end) {
            for answer in rounds.run(from: origins, departingAt: departure) where answer.rides > 0 {
                journeys.append(reconstructor.journey(answer, rounds))
            }
        }
        return Self.sorted(journeys)
    }

    // MARK: - Searching

    private func prepare(
        _ request: RaptorRequest, isReversed: Bool, byRides: Bool, findsSlowRides: Bool = false
    ) -> [AccessLocation] {
        rounds.findsSlowRides = findsSlowRides
        rounds.use(isReversed ? timetable.reversed : timetable.columns)
        rounds.prepare(
            request, vias: isReversed ? request.vias.reversed() : request.vias,
            destinations: isReversed ? request.origins : request.destinations, byRides: byRides)
        return isReversed ? request.destinations : request.origins
    }

    /// Bounds a search of many departures by the way to the destination.
    ///
    /// Returns whether the destination can be reached at all.
    private func isReachable(
        _ request: RaptorRequest, _ origins: [AccessLocation], isReversed: Bool
    ) -> Bool {
        var found = toDestination.take() ?? DestinationBounds(rounds.columns)
        if !found.fits(rounds.columns) { found = DestinationBounds(rounds.columns) }
        let isReachable = found.find(
            for: &rounds, task(request, origins, isReversed: isReversed),
            timetable.fastestHops(isReversed: isReversed))
        toDestination = consume found
        return isReachable
    }

    private func searchOnce(
        _ request: RaptorRequest, isReversed: Bool, at time: Int32
    ) -> [RaptorJourney] {
        let origins = prepare(request, isReversed: isReversed, byRides: false)
        rounds.startAgain()
        let answers = rounds.run(from: origins, departingAt: time)
        let reconstructor = JourneyReconstructor(rounds.columns, isReversed: isReversed)
        return answers.map { reconstructor.journey($0, rounds) }
    }

    /// Finds the Pareto-optimal journeys with rides within the window, one departure after another,
    /// as many as `needed` requests.
    ///
    /// The result equals ``journeys(_:_:)`` for the window up to ``FollowingJourneys/end``, which
    /// is determined during the search; searching backwards, from that instant on. `needed` is
    /// called after each departure.
    package func follow(
        _ request: RaptorRequest, _ window: DepartureWindow, _ needed: PageCriterion
    ) -> FollowingJourneys<RaptorJourney> {
        let isReversed = window.isReversed
        func criteriaList(_ found: [DepartureOrderedSearch.Found]) -> [JourneyCriteria] {
            found.filter { $0.journey != nil }.map { $0.criteria.criteria(isReversed: isReversed) }
        }
        func within(_ found: [DepartureOrderedSearch.Found], _ departures: Range<Int32>)
            -> [RaptorJourney]
        {
            Self.sorted(
                found.filter { departures.contains($0.criteria.departure) }.compactMap {
                    $0.journey
                })
        }
        var found: [DepartureOrderedSearch.Found] = []
        var ahead: [DepartureOrderedSearch.Found] = []
        var last: [DepartureOrderedSearch.Found] = []
        var (instant, need) = (window.start, window.end - 1)
        // The next journeys are known if they have fewer rides than the last ones found.
        func areNeighboursKnown() -> Bool {
            let least = last.map { $0.criteria.rides }.min() ?? 0
            return instant > need + window.neighbours
                || found.allSatisfy {
                    $0.criteria.departure < need - window.neighbours || $0.criteria.rides <= least
                }
        }
        let search = window.start < window.end ? begin(request, isReversed: isReversed) : nil
        while let search, instant <= need || !areNeighboursKnown() {
            let lastGuess = search.task.guesses.map { $0.departure }.max()
            if lastGuess.map({ instant > $0 }) ?? (need < window.end - 1) {
                // Perhaps nothing departs any more.
                let rest = instant..<max(instant, min(window.end, need + 1 + window.neighbours))
                if rounds.departures(from: search.task.origins, in: rest).isEmpty { break }
            }
            ahead += following.journeys(
                search.task, from: instant, beating: ahead, after: last, &rounds,
                search.reconstructor)
            let next = ahead.map { $0.criteria.departure }.min()
            guard let next, next < window.end else { break }
            last = ahead.filter { $0.criteria.departure == next }
            ahead.removeAll { $0.criteria.departure == next }
            found += last.filter { $0.journey != nil }
            instant = next + 1
            let wanted = needed(criteriaList(found), criteriaList(ahead))?.seconds
            need = min(window.end - 1, wanted.map { isReversed ? -$0 : $0 } ?? .max)
        }
        let beside = need + 1..<max(need + 1, min(window.end, need + 1 + window.neighbours))
        return FollowingJourneys(
            journeys: within(found, .min..<need + 1), neighbours: within(found + ahead, beside),
            end: ServiceTime(seconds: isReversed ? -need : need + 1))
    }

    /// Prepares a search for consecutive journeys.
    ///
    /// Returns nil if the destination is unreachable.
    private func begin(
        _ request: RaptorRequest, isReversed: Bool
    ) -> (task: DepartureOrderedSearch.Task, reconstructor: JourneyReconstructor)? {
        // Bounds are passed on between searches of the same memory layout.
        let origins = prepare(
            request, isReversed: isReversed, byRides: false, findsSlowRides: true)
        let task = task(request, origins, isReversed: isReversed)
        guard following.prepare(task) else { return nil }
        return (task, JourneyReconstructor(rounds.columns, isReversed: isReversed))
    }

    private func task(
        _ request: RaptorRequest, _ origins: [AccessLocation], isReversed: Bool
    ) -> DepartureOrderedSearch.Task {
        DepartureOrderedSearch.Task(
            request: request, origins: origins,
            destinations: isReversed ? request.origins : request.destinations,
            vias: isReversed ? request.vias.reversed() : request.vias, columns: rounds.columns,
            opposite: isReversed ? timetable.columns : timetable.reversed,
            guesses: request.guesses.map { PackedCriteria($0, isReversed: isReversed) })
    }

    private static func sorted(_ journeys: [RaptorJourney]) -> [RaptorJourney] {
        journeys.sorted {
            ($0.departure, $0.arrival, $0.rides) < ($1.departure, $1.arrival, $1.rides)
        }
    }
}
