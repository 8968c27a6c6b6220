import Realtime
import Timetables
import TransitModel

/// Finds runs of other routes that would replace one ride of a connection.
struct AlternativeFinder {
    let mapper: ItineraryMapper

    /// The maximum for each ride.
    static let maximum = 3
    /// The delay against the own vehicle that is acceptable on the last ride, in seconds.
    static let laterSeconds: Int64 = 600
    /// The maximum number of departures considered for each pattern.
    private static let maximumRuns = 32

    private var timetable: Timetable { mapper.timetable }

    /// When the rider is at the boarding stop, and when another vehicle must arrive.
    private struct Bounds {
        let ready: Int64
        let latest: Int64
    }

    private struct Candidate {
        let run: RunOnDay
        let board: Int
        let alight: Int
    }

    /// Adds alternatives to each ride of an itinerary.
    func withAlternatives(_ itinerary: Itinerary) -> Itinerary {
        let rides = itinerary.rides
        var number = 0
        let legs = itinerary.legs.map { leg -> ItineraryLeg in
            guard case .ride(let ride) = leg else { return leg }
            defer { number += 1 }
            let staysSeated =
                ride.staysSeated || number + 1 < rides.count && rides[number + 1].staysSeated
            guard !staysSeated, let bounds = bounds(number, itinerary, rides) else { return leg }
            return .ride(ride.with(alternatives: alternatives(to: ride, bounds)))
        }
        return itinerary.with(legs: legs)
    }

    private func bounds(_ number: Int, _ itinerary: Itinerary, _ rides: [RideLeg]) -> Bounds? {
        let transfers = itinerary.transfers
        var ready = rides[number].board.departure.expected.seconds
        if number > 0 {
            ready =
                rides[number - 1].alight.arrival.expected.seconds
                + Int64(transfers[number - 1].neededSeconds)
        }
        var latest = rides[number].alight.arrival.expected.seconds + Self.laterSeconds
        if number < transfers.count {
            latest =
                rides[number + 1].board.departure.expected.seconds
                - Int64(transfers[number].neededSeconds)
        }
        return ready <= latest ? Bounds(ready: ready, latest: latest) : nil
    }

    private func alternatives(to ride: RideLeg, _ bounds: Bounds) -> [AlternativeRide] {
        guard let from = ride.board.place.stop, let to = ride.alight.place.stop else { return [] }
        let stops = timetable.stops
        var ends: [UInt64] = []
        for stop in stops.siblings(of: to) {
            for row in stops.callOffsets[stop] {
                ends.append(Self.key(stops.callPatterns[row], Int(stops.callPositions[row])))
            }
        }
        ends.sort()
        var best: [RouteIndex: Candidate] = [:]
        for stop in stops.siblings(of: from) {
            for row in stops.callOffsets[stop] {
                let pattern = stops.callPatterns[row]
                let board = Int(stops.callPositions[row])
                let route = timetable.patterns.routes[pattern]
                guard route != ride.route, isAllowed(route),
                    let alight = Self.firstEnd(in: ends, of: pattern, after: board),
                    let run = firstRun(pattern, board, alight, bounds)
                else { continue }
                let candidate = Candidate(run: run, board: board, alight: alight)
                if let known = best[route], departure(known) <= departure(candidate) { continue }
                best[route] = candidate
            }
        }
        var known: Set = [ShownDeparture(timetable, ride.route, ride.board.departure.expected)]
        let sorted = best.sorted { (departure($0.value), $0.key) < (departure($1.value), $1.key) }
        var alternatives: [AlternativeRide] = []
        for (route, candidate) in sorted where alternatives.count < Self.maximum {
            let board = mapper.call(candidate.run, candidate.board, rider: .boards)
            // A train that several routes list is one train to riders.
            guard known.insert(ShownDeparture(timetable, route, board.departure.expected)).inserted
            else { continue }
            alternatives.append(
                AlternativeRide(
                    route: route, tripID: candidate.run.tripID, day: candidate.run.day,
                    headsign: candidate.run.headsign(at: candidate.board), board: board,
                    alight: mapper.call(candidate.run, candidate.alight, rider: .alights)))
        }
        return alternatives
    }

    /// A call as an integer: those of a pattern are next to one another, in order of travel.
    private static func key(_ pattern: PatternIndex, _ position: Int) -> UInt64 {
        UInt64(pattern.rawValue) << 32 | UInt64(position)
    }

    private static func firstEnd(
        in ends: [UInt64], of pattern: PatternIndex, after board: Int
    ) -> Int? {
        let row = ends.partitioningIndex { $0 > key(pattern, board) }
        guard row < ends.count, ends[row] >> 32 == UInt64(pattern.rawValue) else { return nil }
        return Int(ends[row] & 0xFFFF_FFFF)
    }

    /// What riders see of a vehicle on a board.
    private struct ShownDeparture: Hashable {
        let line: String
        let departure: UnixTime

        init(_ timetable: Timetable, _ route: RouteIndex, _ departure: UnixTime) {
            line = timetable.routes.lineName(route)
            self.departure = departure
        }
    }

    private func departure(_ candidate: Candidate) -> Int64 {
        candidate.run.expected(candidate.board).departure
    }

    private func isAllowed(_ route: RouteIndex) -> Bool {
        !mapper.options.excludedRoutes.contains(route)
            && mapper.options.modes?.contains(timetable.routes.mode(route)) ?? true
    }

    /// Returns the first run of a pattern that departs and arrives within the bounds.
    private func firstRun(
        _ pattern: PatternIndex, _ board: Int, _ alight: Int, _ bounds: Bounds
    ) -> RunOnDay? {
        var found: RunOnDay?
        var looked = 0
        let early = mapper.overlay.changes.isEmpty ? 0 : RideFinder.maximumDelay
        let stretch = RideStretch(pattern: pattern, board: board, alight: alight)
        RideFinder(timetable).forEachRun(
            of: stretch, leaving: bounds.ready - early...bounds.latest
        ) { candidate, day in
            looked += 1
            guard looked <= Self.maximumRuns,
                let run = RunOnDay(
                    .scheduled(candidate, pattern), day: day, timetable, mapper.overlay),
                fits(run, board, alight, bounds)
            else { return looked < Self.maximumRuns }
            let leaves = run.expected(board).departure
            if leaves < found?.expected(board).departure ?? .max { found = run }
            return false
        }
        return found
    }

    private func fits(_ run: RunOnDay, _ board: Int, _ alight: Int, _ bounds: Bounds) -> Bool {
        guard run.canBoard(board), run.canAlight(alight),
            run.expected(board).departure >= bounds.ready,
            run.expected(alight).arrival <= bounds.latest
        else { return false }
        guard let trip = run.trip else { return true }
        return !(mapper.options.wheelchair && timetable.trips.wheelchair(trip) == .no)
            && !(mapper.options.bicycle && timetable.trips.bicycles(trip) == .no)
    }
}

extension RideLeg {
    func with(alternatives: [AlternativeRide]) -> RideLeg {
        RideLeg(
            run: run, tripID: tripID, day: day, route: route, headsign: headsign, board: board,
            alight: alight, passed: passed, positions: positions, isCancelled: isCancelled,
            isApproximate: isApproximate, headwaySeconds: headwaySeconds,
            isEstimated: isEstimated, staysSeated: staysSeated, wheelchair: wheelchair,
            bicycles: bicycles, alternatives: alternatives)
    }
}

extension Itinerary {
    func with(legs: [ItineraryLeg]) -> Itinerary {
        Itinerary(
            id: id, departure: departure, arrival: arrival, rideCount: rideCount, legs: legs,
            transfers: transfers, troubles: troubles, alerts: alerts, wheelchair: wheelchair,
            bicycles: bicycles)
    }
}
