import Realtime
import Timetables
import TransitModel

/// Searches the first rides on a connection with an expected departure within a window.
///
/// Riders who wait for the next vehicle need one ride or a few, while an hour of a busy connection
/// has a hundred. The scan of each pattern therefore stops once enough rides depart earlier. After
/// that point only runs with live data are examined, because they may be early.
struct RideSearch {
    private let timetable: Timetable
    private let overlay: RealtimeOverlay
    private let window: ClosedRange<Int64>
    private let limit: Int
    private let includesCancelled: Bool
    private var found: [Candidate] = []
    /// The departures of the earliest rides, in order; unused if runs may be found twice.
    private var firstDepartures: [Int64] = []
    private var isBounded = false

    /// A candidate, before anything more of its run is computed.
    private struct Candidate {
        let ride: Ride
        let departure: Int64
        let arrival: Int64
    }

    private struct RunKey: Hashable {
        let run: RunReference
        let day: ServiceDay
    }

    /// Searches at most `limit` rides within a window.
    init(
        _ timetable: Timetable, _ overlay: RealtimeOverlay, leaving window: ClosedRange<Int64>,
        limit: Int, includesCancelled: Bool = true
    ) {
        self.timetable = timetable
        self.overlay = overlay
        self.window = window
        self.limit = limit
        self.includesCancelled = includesCancelled
    }

    /// Returns the rides on a connection, sorted by departure.
    mutating func rides(on way: RideWay) -> [FoundRide] {
        found.removeAll()
        firstDepartures.removeAll()
        // A run that is found twice would count as two.
        isBounded = !way.meetsRunsTwice && limit < 100
        addAdded(on: way)
        let hasAdded = !found.isEmpty
        for stretch in way.stretches { addRuns(of: stretch) }
        let order = found.indices.sorted { isBefore($0, $1) }
        let chosen = hasAdded || way.meetsRunsTwice ? onlyLatestBoardings(order) : order
        return chosen.prefix(limit).compactMap { index in
            let ride = found[index].ride
            return RunOnDay(ride.run, day: ride.day, timetable, overlay).map {
                FoundRide(ride: ride, run: $0)
            }
        }
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        let (first, second) = (found[left], found[right])
        if first.departure != second.departure { return first.departure < second.departure }
        if first.arrival != second.arrival { return first.arrival < second.arrival }
        if first.ride.board != second.ride.board { return first.ride.board > second.ride.board }
        return left < right
    }

    /// Keeps the last ride of each run.
    private func onlyLatestBoardings(_ order: [Int]) -> [Int] {
        var seen = Set<RunKey>()
        let latestFirst = order.reversed().filter {
            seen.insert(RunKey(run: found[$0].ride.run, day: found[$0].ride.day)).inserted
        }
        return latestFirst.reversed()
    }

    // MARK: - Runs of the timetable

    private mutating func addRuns(of stretch: RideStretch) {
        let times = StretchTimes(stretch, timetable)
        let changed = overlay.changedRuns(in: times.runs)
        let early = changed.isEmpty ? 0 : RideFinder.maximumDelay
        times.forEachDay(window.lowerBound - early...window.upperBound) { day, start in
            let first = times.first(from: window.lowerBound - start)
            for run in changed.prefix(while: { $0 < first })
            where start + times.departure(run) >= window.lowerBound - early {
                add(run, day, start, times, isChanged: true)
            }
            var run = first
            while run < times.runs.upperBound,
                start + times.departure(run) <= min(window.upperBound, latestOfUse)
            {
                add(run, day, start, times, isChanged: !changed.isEmpty)
                run = run.advanced(by: 1)
            }
            for run in changed.drop(while: { $0 < run }) {
                if start + times.departure(run) > window.upperBound { break }
                add(run, day, start, times, isChanged: true)
            }
        }
    }

    /// The latest departure that can still be among the wanted rides.
    private var latestOfUse: Int64 {
        firstDepartures.count < limit ? .max : firstDepartures.last ?? .max
    }

    private mutating func add(
        _ run: RunIndex, _ day: ServiceDay, _ start: Int64, _ times: StretchTimes, isChanged: Bool
    ) {
        guard timetable.services.isActive(timetable.patterns.runServices[run], on: day) else {
            return
        }
        let stretch = times.stretch
        var (departure, arrival) = (times.departure(run), Int64(0))
        if isChanged, let change = overlay.change(of: run, on: day) {
            if change.isCancelled {
                guard includesCancelled, !change.isDeleted else { return }
                arrival = times.arrival(run)
            } else {
                let (board, alight) = (change.calls[stretch.board], change.calls[stretch.alight])
                guard !board.isSkipped, !alight.isSkipped else { return }
                departure = Int64(board.departure.seconds)
                arrival = Int64(alight.arrival.seconds)
            }
        } else {
            arrival = times.arrival(run)
        }
        guard window.contains(start + departure) else { return }
        let ride = Ride(
            run: .scheduled(run, stretch.pattern), day: day, board: stretch.board,
            alight: stretch.alight)
        found.append(Candidate(ride: ride, departure: start + departure, arrival: start + arrival))
        if isBounded { note(start + departure) }
    }

    private mutating func note(_ departure: Int64) {
        guard departure < latestOfUse else { return }
        let index = firstDepartures.firstIndex { $0 > departure } ?? firstDepartures.endIndex
        firstDepartures.insert(departure, at: index)
        if firstDepartures.count > limit { firstDepartures.removeLast() }
    }

    // MARK: - Added runs

    private mutating func addAdded(on way: RideWay) {
        guard !overlay.added.isEmpty else { return }
        let ends = Set(way.to)
        for place in way.from.flatMap({ overlay.addedCalls(at: $0) }) {
            let added = overlay.added[place.run]
            let later = added.calls.indices.dropFirst(place.position + 1)
            guard let alight = later.first(where: { ends.contains(added.calls[$0].stop) }),
                let run = RunOnDay(.added(place.run), day: added.day, timetable, overlay)
            else { continue }
            let ride = FoundRide(
                ride: Ride(
                    run: .added(place.run), day: added.day, board: place.position, alight: alight),
                run: run)
            guard window.contains(ride.departure), way.routes?.contains(run.route) ?? true else {
                continue
            }
            found.append(
                Candidate(ride: ride.ride, departure: ride.departure, arrival: ride.arrival))
        }
    }
}
