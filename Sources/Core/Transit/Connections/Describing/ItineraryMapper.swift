import Realtime
import Timetables
import TransitModel

/// Maps a skeleton to an itinerary, with all that is known of its runs.
struct ItineraryMapper {
    let places: PlaceFinder
    let overlay: RealtimeOverlay
    let origin: ItineraryPlace
    let destination: ItineraryPlace
    let walkingPercent: Int32
    let options: PlanningOptions
    /// Whether to include the calls that the rider passes.
    let includesPassed: Bool

    var timetable: Timetable { places.timetable }
    private var transfers: TransferFinder { places.transfers }

    /// Returns nil if an added run is gone, or there is no ride.
    ///
    /// `stays` are the minimum seconds of visits, by the number of the transfer.
    func itinerary(_ skeleton: JourneySkeleton, stays: [Int: Int32] = [:]) -> Itinerary? {
        let rides = skeleton.rides
        let runs = rides.compactMap { RunOnDay($0.run, day: $0.day, timetable, overlay) }
        guard let first = rides.first, let last = rides.last, runs.count == rides.count
        else { return nil }
        let calls = zip(rides, runs).map { call(of: $0, $1) }
        let transfers = (1..<max(1, rides.count)).map { number in
            transfer(number, skeleton, runs)
        }
        let before = skeleton.firstWalk
        let after = skeleton.lastWalk
        let departure = event(runs[0], first.board, isArrival: false)
            .shifted(by: -Int64(before?.seconds ?? 0))
        let arrival = event(runs[runs.count - 1], last.alight, isArrival: true)
            .shifted(by: Int64(after?.seconds ?? 0))
        var legs: [ItineraryLeg] = []
        if let before {
            legs.append(
                .walk(
                    walkLeg(from: origin, to: calls[0].board.place, before, at: departure.expected))
            )
        }
        for (number, ride) in calls.enumerated() {
            if number > 0, transfers[number - 1].state != .staySeated,
                transfers[number - 1].from.stop != transfers[number - 1].to.stop
            {
                // A rider who visits the place walks on after the stay.
                let stay = Int64(stays[number - 1] ?? 0)
                let start = calls[number - 1].alight.arrival.expected.seconds + stay
                legs.append(
                    .walk(walkLeg(transfers[number - 1], at: UnixTime(seconds: start))))
            }
            legs.append(.ride(ride))
        }
        if let after {
            let start = calls[calls.count - 1].alight
            legs.append(
                .walk(
                    walkLeg(from: start.place, to: destination, after, at: start.arrival.expected)))
        }
        return Itinerary(
            id: ConnectionID.text(
                skeleton, origin: origin, destination: destination, timetable, overlay),
            departure: departure, arrival: arrival,
            rideCount: rides.count { !$0.staysSeated }, legs: legs, transfers: transfers,
            troubles: troubles(calls, transfers),
            alerts: alerts(runs, rides, from: departure.expected, to: arrival.expected),
            wheelchair: options.wheelchair
                ? accessibility(calls, from: departure.expected, to: arrival.expected) : nil,
            bicycles: options.bicycle ? Self.bicycles(calls) : nil)
    }

    private static func bicycles(_ rides: [RideLeg]) -> Accessibility {
        if rides.contains(where: { $0.bicycles == .no }) { return .no }
        return rides.allSatisfy { $0.bicycles == .yes } ? .yes : .unknown
    }

    // MARK: - Rides

    private func call(of ride: Ride, _ run: RunOnDay) -> RideLeg {
        RideLeg(
            run: run.runIndex, tripID: run.tripID, day: run.day, route: run.route,
            headsign: run.headsign(at: ride.board), board: call(run, ride.board, rider: .boards),
            alight: call(run, ride.alight, rider: .alights),
            passed: includesPassed
                ? (ride.board + 1..<max(ride.board + 1, ride.alight)).map { call(run, $0) } : [],
            positions: ride.board...max(ride.board, ride.alight), isCancelled: run.isCancelled,
            isApproximate: run.isApproximate, headwaySeconds: run.headwaySeconds,
            isEstimated: run.isEstimated,
            staysSeated: ride.staysSeated,
            wheelchair: run.trip.map(timetable.trips.wheelchair) ?? .unknown,
            bicycles: run.trip.map(timetable.trips.bicycles) ?? .unknown, alternatives: [])
    }

    /// What the rider does at a call.
    enum RiderAction {
        case boards, alights, passes
    }

    func call(
        _ run: RunOnDay, _ position: Int, rider action: RiderAction = .passes
    ) -> RideCall {
        func platform(_ stop: StopIndex) -> String? {
            timetable.strings.ifAny(timetable.stops.platforms[stop])
        }
        let stop = run.stop(position)
        return RideCall(
            place: places.place(stop, zone: run.timeZone),
            scheduledPlatform: platform(run.scheduledStop(position)),
            expectedPlatform: platform(stop), arrival: event(run, position, isArrival: true),
            departure: event(run, position, isArrival: false), isSkipped: run.isSkipped(position),
            occupancy: run.occupancy(position), rule: rule(run, position, action),
            booking: action == .passes
                ? nil
                : run.runIndex.flatMap {
                    timetable.booking(
                        of: $0, at: position, on: run.day, dropsOff: action == .alights)
                })
    }

    private func rule(
        _ run: RunOnDay, _ position: Int, _ action: RiderAction
    ) -> BoardingRule {
        guard case .scheduled(_, let pattern) = run.reference else { return .regular }
        let rules = timetable.patterns.boardingRules(of: pattern, at: position)
        return switch action {
        case .boards: rules.pickup
        case .alights: rules.dropOff
        case .passes: .regular
        }
    }

    private func event(_ run: RunOnDay, _ position: Int, isArrival: Bool) -> EventTime {
        let scheduled = run.scheduled(position)
        let expected = run.expected(position)
        return EventTime(
            scheduled: (isArrival ? scheduled?.arrival : scheduled?.departure)
                .map { UnixTime(seconds: $0) },
            expected: UnixTime(seconds: isArrival ? expected.arrival : expected.departure),
            isLive: run.isChanged && !run.isCancelled,
            span: run.span(position, isArrival: isArrival))
    }

    // MARK: - Transfers and walks

    private func walk(_ leg: JourneySkeleton.Leg?) -> JourneySkeleton.Walk? {
        if case .walk(let walk)? = leg { walk } else { nil }
    }

    private func walkLeg(
        from: ItineraryPlace, to: ItineraryPlace, _ walk: JourneySkeleton.Walk, at start: UnixTime
    ) -> WalkLeg {
        // A walk from an origin that is a station begins at one of its platforms.
        let begin = walk.from.map { places.place($0) } ?? from
        let end = walk.to.map { places.place($0) } ?? to
        // From stop to stop a bicycle is pushed along the network's footpath.
        let isAccess = walk.from == nil || walk.to == nil
        return walkLeg(
            (begin, end), at: start, seconds: walk.seconds,
            isAccess ? options.profile : footpathProfile)
    }

    private func walkLeg(_ transfer: Transfer, at start: UnixTime) -> WalkLeg {
        walkLeg(
            (transfer.from, transfer.to), at: start,
            seconds: Int32(clamping: transfer.neededSeconds), footpathProfile)
    }

    private var footpathProfile: WalkProfile { options.wheelchair ? .wheelchair : .foot }

    private func walkLeg(
        _ ends: (from: ItineraryPlace, to: ItineraryPlace), at start: UnixTime, seconds: Int32,
        _ profile: WalkProfile
    ) -> WalkLeg {
        let (from, to) = ends
        let streets = places.walks.streets(
            places.walks.end(from), places.walks.end(to), profile)
        let metres =
            streets?.length.metres
            ?? transfers.metres(from.coordinate, to.coordinate, seconds: seconds)
        return WalkLeg(
            from: from, to: to, departure: start,
            arrival: UnixTime(seconds: start.seconds + Int64(seconds)), metres: metres,
            riddenMetres: profile.riddenMetres(of: metres, streets), streets: streets)
    }

    /// Returns the transfer before the ride of that number.
    private func transfer(
        _ number: Int, _ skeleton: JourneySkeleton, _ runs: [RunOnDay]
    ) -> Transfer {
        let rides = skeleton.rides
        let (before, after) = (rides[number - 1], rides[number])
        let from = runs[number - 1].stop(before.alight)
        let to = runs[number].stop(after.board)
        let available =
            runs[number].expected(after.board).departure
            - runs[number - 1].expected(before.alight).arrival
        func transfer(_ needed: Int, _ state: Transfer.State) -> Transfer {
            Transfer(
                from: places.place(from, zone: runs[number - 1].timeZone),
                to: places.place(to, zone: runs[number].timeZone),
                availableSeconds: Int(available), neededSeconds: needed, state: state)
        }
        if after.staysSeated { return transfer(0, .staySeated) }
        let found = transfers.transfer(
            .init(stop: from, route: runs[number - 1].route, trip: runs[number - 1].trip),
            .init(stop: to, route: runs[number].route, trip: runs[number].trip),
            percent: walkingPercent)
        let planned = walk(skeleton.legs[skeleton.rideLegs[number] - 1])
        var needed = Int(found?.seconds ?? guessedSeconds(from, to))
        if let planned, planned.from == from, planned.to == to { needed = Int(planned.seconds) }
        let margin = Int(available) - needed
        if margin < 0 { return transfer(needed, .broken) }
        if found?.isGuaranteed == true { return transfer(needed, .guaranteed) }
        return transfer(needed, margin < Transfer.tightSeconds ? .tight : .easy)
    }

    /// Estimates the time to another platform than planned where the network has no footpath.
    private func guessedSeconds(_ from: StopIndex, _ to: StopIndex) -> Int32 {
        let stops = timetable.stops
        guard let start = stops.coordinate(from), let end = stops.coordinate(to) else {
            return 5 * TransferFinder.defaultSeconds
        }
        let seconds = start.distanceMetres(to: end) * transfers.detour / transfers.networkSpeed
        let scaled = min(86_400, seconds * Double(walkingPercent) / 100)
        return max(TransferFinder.defaultSeconds, Int32(scaled.rounded(.up)))
    }

    // MARK: - Troubles, alerts, accessibility

    private func troubles(_ rides: [RideLeg], _ transfers: [Transfer]) -> [Itinerary.Trouble] {
        var troubles: [Itinerary.Trouble] = []
        for (number, ride) in rides.enumerated() {
            if ride.isCancelled {
                troubles.append(.cancelled(ride: number))
            } else if ride.board.isSkipped || ride.alight.isSkipped {
                troubles.append(.skipped(ride: number))
            }
            if number < transfers.count, transfers[number].state == .broken {
                troubles.append(.missed(transfer: number))
            }
        }
        return troubles
    }

    private func alerts(
        _ runs: [RunOnDay], _ rides: [Ride], from start: UnixTime, to end: UnixTime
    ) -> [ServiceAlert] {
        guard !overlay.alerts.isEmpty else { return [] }
        let stops = timetable.stops
        let called = zip(runs, rides).map { run, ride in
            let ends = [run.stop(ride.board), run.stop(ride.alight)]
            return Set(ends + ends.compactMap(stops.parent))
        }
        return overlay.alerts.filter { alert in
            guard alert.holds(from: start, to: end) else { return false }
            return alert.subjects.isEmpty
                || alert.subjects.contains { subject in
                    runs.indices.contains { number in
                        (subject.route == nil || subject.route == runs[number].route)
                            && (subject.direction == nil
                                || subject.direction == runs[number].direction)
                            && (subject.trip == nil || subject.trip == runs[number].trip)
                            && (subject.stop.map {
                                called[number].contains(stops.riderPlace(of: $0))
                            } ?? true)
                    }
                }
        }
    }

    private func accessibility(
        _ rides: [RideLeg], from start: UnixTime, to end: UnixTime
    ) -> Accessibility {
        let closures = StepFreeClosures(overlay.alerts, from: start, to: end, in: timetable)
        var known = Accessibility.yes
        var left: StopIndex?
        for ride in rides {
            let (board, alight) = (ride.board.place.stop, ride.alight.place.stop)
            if [board, alight].contains(where: { $0.map(closures.close) ?? false }) { return .no }
            if let left, let board, !ride.staysSeated,
                closures.closeWalk(from: left, to: board, in: timetable)
            {
                return .no
            }
            left = alight
            let stops = [ride.board, ride.alight].map {
                $0.place.stop.map(timetable.stops.wheelchairBoarding) ?? .unknown
            }
            for value in stops + [ride.wheelchair] {
                if value == .no { return .no }
                if value == .unknown { known = .unknown }
            }
        }
        return known
    }
}
