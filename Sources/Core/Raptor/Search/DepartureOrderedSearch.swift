import Timetables
import TransitModel

/// Finds journeys one after another, in the order in which they leave, and no more than are wanted.
///
/// Whoever leaves at a moment or later arrives, with so many vehicles at most, no earlier than who leaves at
/// that moment: so rounds from the origin tell when the next journeys arrive, one for each number of
/// vehicles that pays. Rounds from the destination tell how late one may leave for each of them; they look at
/// nothing that the others have not reached by then, so that they cost little. What pays leaves at the first
/// of these departures or after it: from the second after it on all is looked for again, except what is known
/// to leave later, and that bounds the search. Last, a journey is told by rounds that run forwards within
/// what those from the destination left: who changes takes the next vehicle, not the last that will do.
///
/// By when one may be there is guessed first, and the search goes on if that was too early: without a bound it
/// would look at all that can be reached at any time before it finds the first way.
struct DepartureOrderedSearch: ~Copyable {
    /// Runs from the origin to the destination.
    private var early: RaptorSearch
    /// Runs from the destination to the origin.
    private var late: RaptorSearch
    /// From the destination, too.
    private var fewest: FewestRides
    /// With how few vehicles one can be there at all.
    private var least = 0
    /// How many vehicles one may take.
    private var most = 0

    init(_ columns: RoutingColumns) {
        early = RaptorSearch(columns)
        early.walksBound = false
        early.keepsLabels = false
        late = RaptorSearch(columns)
        late.keepsLabels = false
        fewest = FewestRides(columns)
    }

    /// Searches on another day's columns from now on; memory that is too small is made anew.
    mutating func move(to columns: RoutingColumns) {
        early.move(to: columns)
        late.move(to: columns)
        if !fewest.fits(columns) { fewest = FewestRides(columns) }
    }

    /// What is searched, in the direction of the search.
    struct Task {
        let request: RoutingRequest
        let origins: [AccessStop]
        let destinations: [AccessStop]
        let vias: [ViaStops]
        /// The columns of the direction of the search, and those of time running the other way.
        let columns: RoutingColumns
        let opposite: RoutingColumns
        /// How long the first journey may take, if nothing better is known.
        let guessSeconds: Int32
    }

    /// The next journey with so many vehicles.
    struct Found {
        let criteria: PackedCriteria
        /// Nil where walking is as good, whoever leaves until then.
        let journey: Journey?
    }

    /// What the next journey may take more than the last one, beside a quarter of that, in seconds.
    private static let guessSlack: Int32 = 3600
    /// A guess that was too short grows by half, and no further than this.
    private static let maximumGuess: Int32 = 86_400

    /// Makes ready for a task; gives whether the destination can be reached at all.
    mutating func prepare(_ task: borrowing Task) -> Bool {
        early.use(task.columns)
        early.prepare(task.request, vias: task.vias, destinations: task.destinations, rows: false)
        late.use(task.opposite)
        late.prepare(
            task.request, vias: task.vias.reversed(), destinations: task.origins, rows: false)
        most = min(early.maximumRides, RaptorSearch.maximumRides)
        guard
            let least = fewest.find(
                task.opposite, from: task.destinations, to: task.origins, most: most)
        else { return false }
        self.least = max(1, least)
        early.arrivalBoundsByStage = [ArrivalLowerBounds](
            repeating: ArrivalLowerBounds(fewest, bounds: UnsafePointer(early.bounds)),
            count: early.lastStage + 1)
        return true
    }

    /// Of those who leave at a moment or later who arrives first, for each number of vehicles that pays.
    ///
    /// Only what beats those that are `known`, who leave at that moment or later too; all who leave before it
    /// are told, `last` those who left last. `rounds` are prepared for the same task, and tell the journeys.
    mutating func journeys(
        _ task: borrowing Task, from instant: Int32, beating known: [Found], after last: [Found],
        _ rounds: inout RaptorSearch, _ reconstructor: JourneyReconstructor
    ) -> [Found] {
        // With fewer vehicles than those who left last all that leaves next is known.
        let fewest = max(least, last.map(\.criteria.rides).min() ?? 0)
        var seconds = task.guessSeconds
        if let first = last.map(\.criteria.arrival).min() {
            seconds = (first - instant) / 4 * 5 + Self.guessSlack
        }
        var found: [Found] = []
        var limit = most
        while limit >= fewest {
            let isAll = seconds > Self.maximumGuess
            let end = isAll ? .max : instant + seconds
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
            // Few vehicles lead to few places: these are looked at as far as the day goes.
            seconds += limit < most ? Self.maximumGuess : seconds / 2
        }
        return found
    }

    /// The journey of the early riders' answer that leaves last.
    private mutating func journey(
        _ task: borrowing Task, _ answer: RaptorSearch.Answer, from instant: Int32,
        _ rounds: inout RaptorSearch, _ reconstructor: JourneyReconstructor
    ) -> Found {
        let departure = latestDeparture(task, answer, from: instant)
        // Whoever leaves until then is there as early on foot.
        let onFoot = early.bounds[0] &- instant
        let criteria = PackedCriteria(
            departure: departure ?? max(instant, answer.arrival &- onFoot), arrival: answer.arrival,
            rides: answer.rides)
        let told = departure == nil ? nil : tell(criteria, task, &rounds)
        return Found(criteria: criteria, journey: told.map { reconstructor.journey($0, rounds) })
    }

    private mutating func latestDeparture(
        _ task: borrowing Task, _ answer: RaptorSearch.Answer, from instant: Int32
    ) -> Int32? {
        late.startAgain()
        late.limit(to: answer.rides, before: 1 - instant)
        // What is reached at the very moment of arrival need not be known to the rounds from the origin.
        late.arrivalBoundsByStage = (0...late.lastStage).map {
            ArrivalLowerBounds(early.stages[late.lastStage - $0], horizon: answer.arrival)
        }
        return late.run(from: task.destinations, departingAt: -answer.arrival)
            .first { $0.rides == answer.rides }.map { -$0.arrival }
    }

    private func tell(
        _ criteria: PackedCriteria, _ task: borrowing Task, _ rounds: inout RaptorSearch
    ) -> RaptorSearch.Answer? {
        rounds.startAgain()
        rounds.limit(to: criteria.rides, before: criteria.arrival &+ 1)
        rounds.arrivalBoundsByStage = (0...late.lastStage).map {
            ArrivalLowerBounds(late.stages[late.lastStage - $0], horizon: ArrivalLowerBounds.never)
        }
        return rounds.run(from: task.origins, departingAt: criteria.departure)
            .first { $0.rides == criteria.rides && $0.arrival == criteria.arrival }
    }
}
