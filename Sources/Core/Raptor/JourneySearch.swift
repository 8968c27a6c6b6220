import Timetables
package import TransitModel

/// Finds journeys on one ``RoutingDay``.
///
/// Times are seconds of that day, and expected times where the day's overlay has them. The working
/// memory is allocated once and reused, so an instance runs one search at a time.
package struct JourneySearch: ~Copyable {
    /// The maximum number of rides in one journey.
    package static let maximumRides = RaptorSearch.maximumRides

    package private(set) var day: RoutingDay
    private var rounds: RaptorSearch
    private var following: DepartureOrderedSearch

    /// Allocates working memory for searches on a day.
    package init(_ day: RoutingDay) {
        self.day = day
        rounds = RaptorSearch(day.columns)
        following = DepartureOrderedSearch(day.columns)
    }

    /// Switches to another day, of the same network or of another one.
    ///
    /// The memory is kept if it is large enough, as it is for the same day with another overlay.
    package mutating func move(to day: RoutingDay) {
        guard day !== self.day else { return }
        self.day = day
        rounds.move(to: day.columns)
        following.move(to: day.columns)
    }

    /// Returns the earliest arrival for each Pareto-optimal number of rides, among journeys
    /// departing at or after `departure`.
    ///
    /// Each journey arrives earlier than those before it. A walk, or staying at the origin, has no
    /// ride.
    package mutating func earliestArrivals(
        _ request: RoutingRequest, departure: ServiceTime
    ) -> [Journey] {
        searchOnce(request, isReversed: false, at: departure.seconds)
    }

    /// Returns the latest departure for each Pareto-optimal number of rides, among journeys
    /// arriving by `arrival`.
    package mutating func latestDepartures(
        _ request: RoutingRequest, arrival: ServiceTime
    ) -> [Journey] {
        searchOnce(request, isReversed: true, at: -arrival.seconds)
    }

    /// Returns all Pareto-optimal journeys with rides that depart within the window.
    ///
    /// No other journey, inside or outside the window, on foot or by vehicle, departs as late,
    /// arrives as early and has as few rides. The results of adjacent windows therefore add up to
    /// the result of their union. Sorted by departure, then arrival.
    package mutating func journeys(
        _ request: RoutingRequest, leaving window: Range<ServiceTime>
    ) -> [Journey] {
        searchRange(
            request, isReversed: false,
            window: window.lowerBound.seconds..<window.upperBound.seconds)
    }

    /// Returns all Pareto-optimal journeys with rides that arrive within the window, sorted by
    /// departure, then arrival.
    package mutating func journeys(
        _ request: RoutingRequest, arriving window: Range<ServiceTime>
    ) -> [Journey] {
        searchRange(
            request, isReversed: true,
            window: 1 - window.upperBound.seconds..<1 - window.lowerBound.seconds)
    }

    // MARK: - Searching

    private mutating func prepare(
        _ request: RoutingRequest, isReversed: Bool, rows: Bool
    ) -> [AccessStop] {
        rounds.use(isReversed ? day.reversed : day.columns)
        let vias = Array(request.vias.prefix(RoutingRequest.maximumVias))
        rounds.prepare(
            request, vias: isReversed ? vias.reversed() : vias,
            destinations: isReversed ? request.origins : request.destinations, rows: rows)
        return isReversed ? request.destinations : request.origins
    }

    private mutating func searchOnce(
        _ request: RoutingRequest, isReversed: Bool, at time: Int32
    ) -> [Journey] {
        let origins = prepare(request, isReversed: isReversed, rows: false)
        let answers = rounds.run(from: origins, departingAt: time)
        let reconstructor = JourneyReconstructor(day, rounds.columns, isReversed: isReversed)
        return answers.map { reconstructor.journey($0, rounds) }
    }

    private mutating func searchRange(
        _ request: RoutingRequest, isReversed: Bool, window: Range<Int32>
    ) -> [Journey] {
        guard !window.isEmpty else { return [] }
        let origins = prepare(request, isReversed: isReversed, rows: true)
        let reconstructor = JourneyReconstructor(day, rounds.columns, isReversed: isReversed)
        // Journeys that depart after the window prune those that depart within it.
        _ = rounds.run(from: origins, departingAt: window.upperBound)
        var journeys: [Journey] = []
        for departure in rounds.departures(from: origins, in: window) {
            for answer in rounds.run(from: origins, departingAt: departure) where answer.rides > 0 {
                journeys.append(reconstructor.journey(answer, rounds))
            }
        }
        return Self.sorted(journeys)
    }

    /// Finds journeys in order of departure, one departure after another.
    mutating func follow(
        _ request: RoutingRequest, _ window: DepartureWindow, _ needed: PageCriterion
    ) -> Following {
        let isReversed = window.isReversed
        func criteriaList(_ found: [DepartureOrderedSearch.Found]) -> [JourneyCriteria] {
            found.filter { $0.journey != nil }.map { $0.criteria.criteria(isReversed: isReversed) }
        }
        func told(_ found: [DepartureOrderedSearch.Found], _ departures: Range<Int32>) -> [Journey]
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
        return Following(
            journeys: told(found, .min..<need + 1), neighbours: told(found + ahead, beside),
            end: ServiceTime(seconds: isReversed ? -need : need + 1))
    }

    /// Prepares a search for consecutive journeys.
    ///
    /// Returns nil if the destination is unreachable.
    private mutating func begin(
        _ request: RoutingRequest, isReversed: Bool
    ) -> (task: DepartureOrderedSearch.Task, reconstructor: JourneyReconstructor)? {
        let origins = prepare(request, isReversed: isReversed, rows: false)
        let vias = Array(request.vias.prefix(RoutingRequest.maximumVias))
        let task = DepartureOrderedSearch.Task(
            request: request, origins: origins,
            destinations: isReversed ? request.origins : request.destinations,
            vias: isReversed ? vias.reversed() : vias, columns: rounds.columns,
            opposite: isReversed ? day.columns : day.reversed,
            guessSeconds: guessSeconds(request))
        guard following.prepare(task) else { return nil }
        return (task, JourneyReconstructor(day, rounds.columns, isReversed: isReversed))
    }

    /// Guesses a journey's duration from the straight-line distance.
    private func guessSeconds(_ request: RoutingRequest) -> Int32 {
        let stops = day.timetable.stops
        guard let from = request.origins.first.flatMap({ stops.coordinate($0.stop) }),
            let to = request.destinations.first.flatMap({ stops.coordinate($0.stop) })
        else { return 7200 }
        // One hour, plus the distance at 72 km/h.
        return 3600 + Int32(min(from.distanceMetres(to: to), 2e6) / 20)
    }

    private static func sorted(_ journeys: [Journey]) -> [Journey] {
        journeys.sorted {
            ($0.departure, $0.arrival, $0.rides) < ($1.departure, $1.arrival, $1.rides)
        }
    }
}
