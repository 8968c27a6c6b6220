import Timetables
import TransitModel

/// Finds journeys one after another, in the order in which they arrive, and no more than are wanted.
///
/// From the origin it is found how early a rider can be anywhere (``ReachSearch``) and with how few vehicles
/// (``FewestVehicles``); then rounds run from the destination towards the origin, for one moment of arrival
/// after another, and look at nothing that cannot be reached in time, or with so many vehicles that nothing
/// is gained. What is found is told by rounds that run forwards within what those from the destination left.
struct FollowingSearch: ~Copyable {
    /// Runs from the destination to the origin.
    private var back: RoundSearch
    private var reach: ReachLayers
    private var fewest: FewestVehicles

    /// The moments of arrival that are looked for at once, in seconds.
    private static let chunkSeconds: Int32 = 1800

    init(_ columns: RoutingColumns) {
        back = RoundSearch(columns)
        reach = ReachLayers(columns)
        fewest = FewestVehicles(columns)
    }

    /// Searches on another day's columns from now on; memory that is too small is made anew.
    mutating func move(to columns: RoutingColumns) {
        back.move(to: columns)
        if !reach.fits(columns) { reach = ReachLayers(columns) }
        if !fewest.fits(columns) { fewest = FewestVehicles(columns) }
    }

    /// What is searched, in the direction of the search.
    struct Task {
        let request: RoutingRequest
        let origins: [AccessStop]
        let destinations: [AccessStop]
        let vias: [ViaStops]
        let start: Int32
        let end: Int32
    }

    /// All journeys that leave before the moment that comes with them.
    ///
    /// `forwards` is prepared for the same request. `needed` is asked after each find.
    mutating func outlines(
        _ task: Task, _ forwards: borrowing RoundSearch, opposite: RoutingColumns,
        needed: ([RawOutline]) -> Int32?
    ) -> (found: [RawOutline], end: Int32) {
        back.use(opposite)
        back.prepare(
            task.request, vias: task.vias.reversed(), destinations: task.origins, rows: true)
        let most = back.maximumVehicles
        guard
            let least = fewest.find(
                forwards.columns, from: task.origins, to: task.destinations, most: most)
        else { return ([], task.end) }
        let reaching = ReachLayers.Task(
            columns: forwards.columns, tables: forwards.tables, origins: task.origins,
            start: task.start, margin: back.marginSeconds)
        reach.begin(reaching)
        guard let first = firstArrival(task) else { return ([], task.end) }
        // Whoever leaves earlier is of no interest, nor are more vehicles.
        back.limit(to: most, before: 1 - task.start)
        var found: [RawOutline] = []
        var need = task.end - 1
        var open = most
        var asked = 0
        var from = first
        let last = back.lastMoment(from: task.destinations)
        while from <= last, open >= max(1, least) {
            let end = from + Self.chunkSeconds
            reach.advance(to: end)
            useCorridor()
            for moment in back.departures(from: task.destinations, in: 1 - end..<1 - from) {
                for answer in back.leave(task.destinations, at: moment) where answer.vehicles > 0 {
                    found.append(
                        RawOutline(
                            departure: -answer.arrival, arrival: -moment,
                            vehicles: answer.vehicles))
                }
                if found.count > asked {
                    asked = found.count
                    need = min(need, needed(found) ?? .max)
                    while open > 0, -back.bounds[open] >= need { open -= 1 }
                    guard open >= max(1, least) else { break }
                    back.limit(to: open)
                    useCorridor()
                }
                if reach.count(back.journalCount, reaching, until: end, back.bounds, least...open) {
                    useCorridor()
                }
            }
            from = end
        }
        return (found.filter { $0.departure <= need }, need + 1)
    }

    /// For the rounds that tell the journeys: what those from the destination left.
    func corridors(for forwards: borrowing RoundSearch) -> [Corridor] {
        let round = RoundSearch.maximumVehicles
        return (0...back.lastStage).map { number in
            let stage = back.stages[back.lastStage - number]
            return Corridor(
                ready: UnsafePointer(stage.ready(round)),
                ridden: UnsafePointer(stage.ridden(round)),
                shift: stage.layout.shift, later: UnsafePointer(stage.ready(round)),
                laterVehicles: .max, horizon: ReachSearch.never, fewest: nil, limit: 0,
                bounds: UnsafePointer(forwards.bounds))
        }
    }

    private mutating func useCorridor() {
        let corridor = reach.corridor(fewest, back.bounds, most: back.maximumVehicles)
        back.corridors = [Corridor](repeating: corridor, count: back.lastStage + 1)
    }

    /// A moment before which nobody is at the destination; nil if nobody ever is.
    private mutating func firstArrival(_ task: Task) -> Int32? {
        let places = back.columns.places
        while true {
            let (cells, horizon) = (reach.first.cells, reach.first.horizon)
            let first =
                task.destinations.flatMap { end in
                    places.places(of: end.stop).map { place in
                        let cell = Int(place) << 1
                        return min(cells[cell], cells[cell | 1] - back.marginSeconds)
                            + max(0, end.seconds)
                    }
                }.min() ?? .max
            if first < horizon { return first < ReachSearch.never ? first : nil }
            reach.advance(to: horizon + Self.chunkSeconds)
        }
    }
}
