package import Realtime
import Timetables
package import TransitModel

/// A connection that was found again by its id.
package struct FoundConnection: Sendable {
    /// The local calendar day of departure.
    package let day: ServiceDay
    /// The connection as it runs that day; nil if one of its rides is gone.
    package let itinerary: Itinerary?
    /// How each of its rides was found, in order.
    package let matches: [RideMatch]
    /// If it does not hold, the next few connections that do, from its departure on.
    package let next: [Itinerary]
}

extension JourneyPlanner {
    /// The maximum of alternatives for a connection that does not hold.
    private static let maximumNext = 3

    /// Finds a connection by its id, on the day it was saved for or another, as it is expected to
    /// run.
    ///
    /// `day` is the local calendar day of departure, nil for the first one. Each ride is the same
    /// trip or, if that does not run, the route's nearest run within ten minutes.
    /// - Throws: ``PlanningProblem`` if the id is damaged or names what the network lacks.
    package func find(
        _ id: String, on day: ServiceDay? = nil, in snapshot: NetworkSnapshot,
        options: PlanningOptions = PlanningOptions(), includesPassed: Bool = false
    ) throws(PlanningProblem) -> FoundConnection {
        try find(
            id, on: day, overlay: snapshot.overlay, options: options, includesPassed: includesPassed
        )
    }

    /// Finds a connection by the timetable and a realtime overlay.
    package func find(
        _ id: String, on day: ServiceDay? = nil, overlay: RealtimeOverlay,
        options: PlanningOptions = PlanningOptions(), includesPassed: Bool = false
    ) throws(PlanningProblem) -> FoundConnection {
        guard let connection = ConnectionID.read(id), let first = connection.rides.first else {
            throw .badID
        }
        // A ride at 24:20 departs on the calendar day after its service day.
        let nights = Int((Double(first.departure) / 86_400).rounded(.down))
        let serviceDay = day?.advanced(by: -nights) ?? connection.day
        let calendarDay = serviceDay.advanced(by: nights)
        let services = timetable.services
        guard serviceDay >= services.firstDay, serviceDay <= services.lastDay else {
            throw .outsideTimetable(
                calendarDay, first: services.firstDay, last: services.lastDay)
        }
        guard let origin = place(connection.origin), let destination = place(connection.destination)
        else { throw .connectionGone(calendarDay, ride: 1) }
        let found = connection.rides.map {
            saved.ride($0, on: serviceDay.advanced(by: $0.dayOffset), overlay)
        }
        let start = timetable.timeZone.start(of: serviceDay).seconds + Int64(first.departure)
        var request = PlanningRequest(
            from: origin, to: destination, at: UnixTime(seconds: start))
        request.options = options
        request.results = Self.maximumNext + 1
        let ends = try places.ends(of: request)
        let question = PlanningContext(self, request, ends, overlay, includesPassed: includesPassed)
        let rides = found.compactMap { $0?.ride }
        var itinerary: Itinerary?
        if rides.count == found.count {
            itinerary = question.itinerary(
                places.transfers.seated(skeleton(rides, connection, ends, overlay)))
        }
        var next: [Itinerary] = []
        if itinerary?.troubles.isEmpty != true {
            request.time =
                itinerary.map { $0.departure }.map { $0.scheduled ?? $0.expected }
                ?? request.time
            let page = try? connections(request, overlay: overlay, includesPassed: includesPassed)
            next = page?.itineraries.filter { $0.troubles.isEmpty } ?? []
        }
        return FoundConnection(
            day: calendarDay, itinerary: itinerary, matches: found.map { $0?.match ?? .gone },
            next: Array(next.prefix(Self.maximumNext)))
    }

    private func place(_ end: IdentifiedConnection.End) -> PlanningPlace? {
        switch end {
        case .stop(let hash, _): saved.stop(hash).map { .stop($0) }
        case .point(let coordinate): .point(coordinate, name: nil)
        }
    }

    /// Returns the rides with the walks at both ends; the walks between follow from the rides.
    private func skeleton(
        _ rides: [Ride], _ connection: IdentifiedConnection, _ ends: ResolvedEndpoints,
        _ overlay: RealtimeOverlay
    ) -> JourneySkeleton {
        var legs: [JourneySkeleton.Leg] = []
        for (number, ride) in rides.enumerated() {
            var ride = ride
            if ride.staysSeated {
                // Another run of the route may not continue as the saved one does.
                let before = number > 0 ? rides[number - 1] : nil
                let last = before.flatMap {
                    RunOnDay($0.run, day: $0.day, timetable, overlay)
                }.map { $0.count - 1 }
                ride.staysSeated = ride.board == 0 && before?.alight == last && last != nil
            }
            legs.append(.ride(ride))
        }
        func stop(_ ride: Ride?, _ position: Int) -> StopIndex? {
            guard let ride else { return nil }
            return RunOnDay(ride.run, day: ride.day, timetable, overlay)?.stop(position)
        }
        if let board = stop(rides.first, rides.first?.board ?? 0),
            let walk = walk(ends.origin, connection.origin, to: board, ends)
        {
            legs.insert(
                .walk(JourneySkeleton.Walk(from: walk.stop, to: board, seconds: walk.seconds)),
                at: 0)
        }
        if let alight = stop(rides.last, rides.last?.alight ?? 0),
            let walk = walk(
                ends.destination, connection.destination, to: alight, ends, isDestination: true)
        {
            legs.append(
                .walk(JourneySkeleton.Walk(from: alight, to: walk.stop, seconds: walk.seconds)))
        }
        return JourneySkeleton(legs)
    }

    /// Returns the walk between an end and a stop; nil if there is none.
    ///
    /// Its own stop is nil if the end is a coordinate.
    private func walk(
        _ end: ItineraryPlace, _ saved: IdentifiedConnection.End, to stop: StopIndex,
        _ ends: ResolvedEndpoints, isDestination: Bool = false
    ) -> (stop: StopIndex?, seconds: Int32)? {
        let transfers = places.transfers
        let percent = ends.walkingPercent
        guard let own = end.stop, case .stop(_, let walking) = saved else {
            guard let from = places.walks.end(end), let to = timetable.stops.walkEnd(stop) else {
                return nil
            }
            let speed = transfers.networkSpeed * 100 / Double(max(1, percent))
            let walker = WalkFinder.Walker(speed, ends.profile)
            return (nil, places.walks.seconds(from, to, walker))
        }
        let stops = timetable.stops
        var starts = timetable.stops.platforms(of: own) + [own]
        if let walking, let known = self.saved.stop(walking) {
            guard known != stop else { return nil }
            starts = [known]
        } else if starts.contains(stop) || stops.names[own] == stops.names[stop] {
            // Adjacent stops of one name are one place to riders.
            return nil
        }
        let walks = starts.compactMap { start in
            (isDestination
                ? transfers.walkSeconds(stop, start, percent, false)
                : transfers.walkSeconds(start, stop, percent, false)).map { (start, $0) }
        }
        if let best = walks.min(by: { $0.1 < $1.1 }) { return (best.0, best.1) }
        let metres = transfers.metres(end.coordinate, stops.coordinate(stop), seconds: 300)
        return (starts[0], Int32(min(86_400, metres / transfers.networkSpeed)))
    }
}
