import TransitModel

/// Finds journeys one after another in order of departure, and no more than needed.
///
/// A rider who departs at or after an instant, with at most k rides, arrives no earlier than one
/// who departs at that instant. A forward search at that instant therefore finds when the next
/// journeys arrive, one for each Pareto-optimal number of rides. A backward search from the
/// destination finds the latest departure for each of them. It visits only what the forward search
/// reached in time, so it costs little. Every Pareto-optimal journey departs at or after the first
/// of these departures. From one second after it the search is repeated, except for journeys
/// already known to depart later, which bound it. Finally a forward search, pruned by the backward
/// one, reconstructs the journey, so that riders who transfer take the next vehicle and not the
/// last possible one.
///
/// The arrival is guessed first, and the search continues with a later limit if the guess was too
/// early. Without a bound, the search would explore everything reachable at any time before it
/// finds the first journey.
struct DepartureOrderedSearch: ~Copyable {
    /// Searches from the origin to the destination.
    private var early: RaptorSearch
    /// Searches from the destination to the origin.
    private var late: RaptorSearch
    /// The minimum number of rides from each location to the destination.
    private var fewest: FewestRides
    /// The minimum number of rides of any journey.
    private var minimumRides = 0
    /// The maximum number of rides of the request.
    private var maximumRides = 0

    init(_ columns: RoutingColumns) {
        early = RaptorSearch(columns)
        early.walksBound = false
        early.findsSlowRides = true
        early.steps.isKept = false
        late = RaptorSearch(columns)
        late.findsSlowRides = true
        late.steps.isKept = false
        // Its bounds leave little that later rides could bound.
        late.looksAhead = false
        fewest = FewestRides(columns)
    }

    /// Switches to another day's columns; memory that is too small is reallocated.
    mutating func move(to columns: RoutingColumns) {
        early.move(to: columns)
        late.move(to: columns)
        if !fewest.fits(columns) { fewest = FewestRides(columns) }
    }

    /// A request in the direction of the search.
    struct Task {
        let request: RaptorRequest
        let origins: [AccessLocation]
        let destinations: [AccessLocation]
        let vias: [ViaLocations]
        /// The columns in the direction of the search, and the time-reversed ones.
        let columns: RoutingColumns
        let opposite: RoutingColumns
        /// The request's guesses on the clock of the search.
        let guesses: [PackedCriteria]
    }

    /// The next journey with a certain number of rides.
    struct Found {
        let criteria: PackedCriteria
        /// Nil where walking arrives as early for every departure up to this one.
        let journey: RaptorJourney?
    }

    /// The next journey's duration is guessed as that of the last one plus half of it plus these
    /// seconds.
    ///
    /// A guess that is too short costs a search, one that is too long a few labels.
    private static let guessSlack: Int32 = 3600
    /// A guess that was too short is tripled; beyond this many seconds the search is unlimited.
    private static let maximumGuess: Int32 = 86_400
    /// The guessed duration of a journey where the request gives none, in seconds.
    private static let defaultGuess: Int32 = 21_600

    /// Prepares a task.
    ///
    /// Returns whether the destination can be reached at all.
    mutating func prepare(_ task: borrowing Task) -> Bool {
        early.use(task.columns)
        early.prepare(
            task.request, vias: task.vias, destinations: task.destinations, byRides: false)
        late.use(task.opposite)
        late.prepare(
            task.request, vias: task.vias.reversed(), destinations: task.origins, byRides: false)
        maximumRides = min(early.maximumRides, RaptorSearch.maximumRides)
        guard
            let count = fewest.find(
                task.opposite, from: task.destinations, to: task.origins, maximumRides: maximumRides
            )
        else { return false }
        minimumRides = max(1, count)
        early.arrivalBoundsByStage = [ArrivalLowerBounds](
            repeating: ArrivalLowerBounds(fewest, bounds: early.bounds),
            count: early.lastStage + 1)
        return true
    }

    /// Returns the earliest arrival for each Pareto-optimal number of rides, among journeys
    /// departing at or after `instant`.
    ///
    /// Only journeys that improve on `known`, which also depart at or after `instant`, are
    /// returned. All journeys that depart earlier have been returned before; `last` are the latest
    /// of them. `rounds` is prepared for the same task and reconstructs the journeys.
    mutating func journeys(
        _ task: borrowing Task, from instant: Int32, beating known: [Found], after last: [Found],
        _ rounds: inout RaptorSearch, _ reconstructor: JourneyReconstructor
    ) -> [Found] {
        // All next journeys with fewer rides than the last ones are already known.
        let fewest = max(minimumRides, last.map { $0.criteria.rides }.min() ?? 0)
        var seconds = task.request.guessSeconds ?? Self.defaultGuess
        if let first = last.map({ $0.criteria.arrival }).min() {
            seconds = (first - instant) / 2 * 3 + Self.guessSlack
        }
        var guesses = task.guesses.filter { guess in
            guess.departure >= instant && !known.contains { $0.criteria.isAsGood(as: guess) }
        }
        var found: [Found] = []
        var limit = maximumRides
        while limit >= fewest {
            let guess = guesses.filter { $0.rides <= limit }.map { $0.arrival }.min()
            let isAll = guess == nil && seconds > Self.maximumGuess
            let end = guess.map { $0 + 1 } ?? (isAll ? .max : instant + seconds)
            early.startAgain()
            early.limit(to: limit, before: end)
            for each in known + found {
                early.lowerBounds(from: each.criteria.rides, to: each.criteria.arrival)
            }
            for answer in early.run(from: task.origins, departingAt: instant) where answer.rides > 0
            {
                found.append(journey(task, answer, from: instant, &rounds, reconstructor))
                limit = min(limit, answer.rides - 1)
            }
            let isKnown = known.contains {
                $0.criteria.rides <= fewest && $0.criteria.arrival < end
            }
            if isAll || isKnown { break }
            guard guess == nil else {
                guesses.removeAll { $0.arrival < end }
                continue
            }
            // Few locations are reachable with few rides, so search them without a time limit.
            seconds += limit < maximumRides ? Self.maximumGuess : seconds * 2
        }
        return found
    }

    /// Returns the latest departing journey for an answer of the forward search.
    private mutating func journey(
        _ task: borrowing Task, _ answer: RaptorSearch.Answer, from instant: Int32,
        _ rounds: inout RaptorSearch, _ reconstructor: JourneyReconstructor
    ) -> Found {
        let departure = latestDeparture(task, answer, from: instant)
        // Departing up to `answer.arrival - onFoot`, a walk arrives as early.
        let onFoot = early.bounds[0] &- instant
        let criteria = PackedCriteria(
            departure: departure ?? max(instant, answer.arrival &- onFoot), arrival: answer.arrival,
            rides: answer.rides)
        let answer = departure == nil ? nil : reconstruct(criteria, task, &rounds)
        return Found(criteria: criteria, journey: answer.map { reconstructor.journey($0, rounds) })
    }

    private mutating func latestDeparture(
        _ task: borrowing Task, _ answer: RaptorSearch.Answer, from instant: Int32
    ) -> Int32? {
        late.startAgain()
        late.limit(to: answer.rides, before: 1 - instant)
        // The forward search need not know what is reached exactly at the arrival.
        late.arrivalBoundsByStage = (0...late.lastStage).map {
            ArrivalLowerBounds(
                early.stages[late.lastStage - $0], horizon: answer.arrival, rides: answer.rides)
        }
        return late.run(from: task.destinations, departingAt: -answer.arrival)
            .first { $0.rides == answer.rides }.map { -$0.arrival }
    }

    private func reconstruct(
        _ criteria: PackedCriteria, _ task: borrowing Task, _ rounds: inout RaptorSearch
    ) -> RaptorSearch.Answer? {
        rounds.startAgain()
        rounds.limit(to: criteria.rides, before: criteria.arrival &+ 1)
        rounds.arrivalBoundsByStage = (0...late.lastStage).map {
            ArrivalLowerBounds(
                late.stages[late.lastStage - $0], horizon: ArrivalLowerBounds.never,
                rides: criteria.rides)
        }
        return rounds.run(from: task.origins, departingAt: criteria.departure)
            .first { $0.rides == criteria.rides && $0.arrival == criteria.arrival }
    }
}
