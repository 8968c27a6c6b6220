import Raptor
import Routing
import Realtime
import Timetables
import TransitModel

/// The state of one request while it is answered.
struct PlanningContext {
    private let planner: JourneyPlanner
    private let request: PlanningRequest
    private let ends: ResolvedEndpoints
    private let overlay: RealtimeOverlay
    private let includesPassed: Bool
    private let includesTroubles: Bool
    private let closures: StepFreeClosures

    /// The time after the requested departure (before the requested arrival) in which a closure of
    /// step-free access still counts, in seconds.
    private static let closureSeconds = 3 * 3600.0

    /// The maximum number of connections on a page that do not hold.
    static let maximumBroken = 12

    init(
        _ planner: JourneyPlanner, _ request: PlanningRequest, _ ends: ResolvedEndpoints,
        _ overlay: RealtimeOverlay, includesPassed: Bool, includesTroubles: Bool = true
    ) {
        self.planner = planner
        self.request = request
        self.ends = ends
        self.overlay = overlay
        self.includesPassed = includesPassed
        self.includesTroubles = includesTroubles
        let span = request.isArrival ? -Self.closureSeconds : Self.closureSeconds
        let other = request.time.advanced(bySeconds: span)
        closures =
            request.options.wheelchair
            ? StepFreeClosures(
                overlay.alerts, from: min(request.time, other), to: max(request.time, other),
                in: planner.timetable)
            : .none
    }

    func search() -> WindowSearch { search(overlay) }

    private func search(_ overlay: RealtimeOverlay) -> WindowSearch {
        let options = request.options
        var filter = RoutingFilter()
        filter.modes = options.modes
        filter.excludedRoutes = options.excludedRoutes
        filter.wheelchair = options.wheelchair
        filter.closures = closures
        filter.bicycles = options.bicycle
        return WindowSearch(
            timetable: planner.timetable, overlay: overlay, pool: planner.pool, request: routing(),
            filter: filter)
    }

    private func routing() -> RoutingRequest {
        let options = request.options
        var routing = RoutingRequest(from: ends.origins, to: ends.destinations)
        routing.vias = ends.vias
        let range = PlanningOptions.transferRange
        routing.maximumRides =
            min(range.upperBound, max(range.lowerBound, options.maximumTransfers)) + 1
        routing.marginSeconds = min(3600, max(0, options.marginSeconds))
        routing.walkingPercent = ends.walkingPercent
        return routing
    }

    /// What journeys must have to be worth showing: they beat walking all the way.
    ///
    /// A walk that is no longer than those to stops must be slower. Riders may prefer a vehicle to
    /// a longer one at any speed, if it spares them a part of the way; where the streets are
    /// unknown, the walk's length says too little.
    func bar() -> JourneyBar { bar(overlay) }

    private func bar(_ overlay: RealtimeOverlay) -> JourneyBar {
        var bar = JourneyBar { improved($0, overlay) }
        guard let walk = ends.directWalk else { return bar }
        if walk.seconds <= request.options.walkSeconds {
            bar.durationSeconds = Int64(walk.seconds)
        } else if walk.streets != nil {
            bar.walkSeconds = Int64(walk.seconds)
        }
        return bar
    }

    func itinerary(_ journey: FoundJourney) -> Itinerary? {
        let skeleton = improved(journey.skeleton, overlay)
        return itinerary(skeleton, stays: stays(skeleton))
    }

    /// Completes a skeleton with all that is known of it, with alternatives if the request asks for
    /// troubles; nil if an added run is gone.
    func itinerary(_ skeleton: JourneySkeleton, stays: [Int: Int32] = [:]) -> Itinerary? {
        let mapper = mapper()
        let found = mapper.itinerary(skeleton, stays: stays)
        guard includesTroubles else { return found }
        return found.map { AlternativeFinder(mapper: mapper).withAlternatives($0) }
    }

    /// Returns scheduled connections within a window that do not hold; none if the request does not
    /// ask for troubles.
    ///
    /// Estimated runs are not scheduled and are left out. `working` are the journeys of the window
    /// that hold: by the timetable, most of them are found again.
    func broken(
        _ axis: PageCursor.Axis, in window: Range<Int64>, beside working: [FoundJourney]
    ) -> [Itinerary] {
        let zone = planner.timetable.timeZone
        let days = [window.lowerBound, window.upperBound].map { WindowSearch.day(at: $0, zone) }
        let routing = routing()
        guard includesTroubles,
            days.contains(where: { planner.pool.touches($0, overlay, for: routing) })
        else { return [] }
        var search = search(.none)
        search.guesses = working.compactMap(scheduledTimes)
        search.memory = planner.scheduled
        var found: [Itinerary] = []
        let mapper = mapper()
        let alternatives = AlternativeFinder(mapper: mapper)
        // With vias, searching by windows is quicker whatever their length.
        for journey in search.paretoOptimal(
            axis, in: window, isLong: ends.vias.isEmpty, bar: bar(.none))
        where touches(journey.skeleton) {
            let skeleton = improved(journey.skeleton, .none)
            guard let itinerary = mapper.itinerary(skeleton, stays: stays(skeleton)),
                !itinerary.troubles.isEmpty, !itinerary.rides.contains(where: isGuess)
            else { continue }
            found.append(alternatives.withAlternatives(itinerary))
            if found.count == Self.maximumBroken { break }
        }
        return found
    }

    /// Returns the times of a journey by the timetable; nil for one that begins or ends with an
    /// added run.
    private func scheduledTimes(_ journey: FoundJourney) -> JourneyTimes? {
        let skeleton = journey.skeleton
        func run(_ ride: Ride) -> RunOnDay? {
            RunOnDay(ride.run, day: ride.day, planner.timetable, .none)
        }
        guard let first = skeleton.rides.first, let last = skeleton.rides.last,
            let start = run(first)?.expected(first.board).departure,
            let end = run(last)?.expected(last.alight).arrival
        else { return nil }
        return JourneyTimes(
            departure: start - Int64(skeleton.firstWalk?.seconds ?? 0),
            arrival: end + Int64(skeleton.lastWalk?.seconds ?? 0), rides: journey.rideCount)
    }

    private func isGuess(_ ride: RideLeg) -> Bool {
        let timetable = planner.timetable
        return ride.run.map { timetable.trips.isEstimated(timetable.patterns.runTrips[$0]) }
            ?? false
    }

    /// The walk all the way, from the requested departure.
    func directWalk() -> WalkLeg? {
        guard let walk = ends.directWalk else { return nil }
        let seconds = Int64(walk.seconds)
        let start = request.isArrival ? request.time.seconds - seconds : request.time.seconds
        return WalkLeg(
            from: ends.origin, to: ends.destination, departure: UnixTime(seconds: start),
            arrival: UnixTime(seconds: start + seconds), metres: walk.metres,
            riddenMetres: request.options.profile.riddenMetres(of: walk.metres, walk.streets),
            streets: walk.streets)
    }

    private func mapper() -> ItineraryMapper {
        ItineraryMapper(
            places: planner.places, overlay: overlay, origin: ends.origin,
            destination: ends.destination, walkingPercent: ends.walkingPercent,
            options: request.options, includesPassed: includesPassed)
    }

    /// Moves transfers to where riders would make them; those within a via stay.
    private func improved(_ skeleton: JourneySkeleton, _ overlay: RealtimeOverlay)
        -> JourneySkeleton
    {
        let transfers = planner.places.transfers
        // Staying seated would skip a requested visit.
        guard ends.vias.isEmpty else { return skeleton }
        return TransferOptimizer(
            transfers: transfers, overlay: overlay, options: request.options,
            walkingPercent: ends.walkingPercent, closures: closures
        ).improved(transfers.seated(skeleton))
    }

    private func touches(_ skeleton: JourneySkeleton) -> Bool {
        skeleton.rides.contains { ride in
            if case .scheduled(let run, _) = ride.run {
                overlay.change(of: run, on: ride.day) != nil
            } else {
                false
            }
        }
    }

    /// Returns the stay of each transfer that is a visit: each via is visited at the first transfer
    /// at one of its stops.
    private func stays(_ skeleton: JourneySkeleton) -> [Int: Int32] {
        guard ends.vias.contains(where: { $0.staySeconds > 0 }) else { return [:] }
        let runs = skeleton.rides.compactMap {
            RunOnDay($0.run, day: $0.day, planner.timetable, overlay)
        }
        guard runs.count == skeleton.rides.count else { return [:] }
        var stays: [Int: Int32] = [:]
        var next = 0
        for via in ends.vias where via.staySeconds > 0 {
            let stops = Set(via.stops)
            let visit = (next..<max(next, runs.count - 1)).first { number in
                stops.contains(runs[number].stop(skeleton.rides[number].alight))
                    || stops.contains(runs[number + 1].stop(skeleton.rides[number + 1].board))
            }
            guard let visit else { continue }
            stays[visit] = (stays[visit] ?? 0) + via.staySeconds
            next = visit + 1
        }
        return stays
    }
}
