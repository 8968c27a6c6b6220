import Timetables
package import Transit
import TransitModel
package import TransportAPI

extension OpendataMapper {
    /// Converts a place of a connection; a platform becomes its station.
    package func location(_ place: ItineraryPlace) -> OpendataLocation {
        if let stop = place.stop { return location(stop) }
        return OpendataLocation(
            id: nil, name: place.name.isEmpty ? nil : place.name, coordinate: place.coordinate)
    }

    /// Converts a connection; nil if it has no legs.
    package func connection(_ itinerary: Itinerary) -> OpendataConnection? {
        let sections = itinerary.legs.map(section)
        guard var from = sections.first?.departure, var to = sections.last?.arrival
        else { return nil }
        from.departure = scheduled(itinerary.departure)
        from.expect(
            arrival: nil,
            departure: itinerary.departure.isLive ? itinerary.departure.expected : nil)
        to.arrival = scheduled(itinerary.arrival)
        to.expect(
            arrival: itinerary.arrival.isLive ? itinerary.arrival.expected : nil, departure: nil)
        // After a final walk, the platform of the last ride is still of interest.
        if to.platform == nil, let ride = itinerary.rides.last { setPlatform(&to, ride.alight) }
        return OpendataConnection(
            from: from, to: to,
            durationSeconds: Self.seconds(from: from.departure, to: to.arrival),
            transfers: max(0, itinerary.rideCount - 1),
            products: itinerary.rides.map { timetable.routes.lineName($0.route) },
            sections: sections)
    }

    /// Converts a connection that consists of a walk.
    package func connection(_ walk: WalkLeg) -> OpendataConnection {
        let section = section(.walk(walk))
        return OpendataConnection(
            from: section.departure, to: section.arrival ?? section.departure,
            durationSeconds: walk.seconds, transfers: 0, products: [], sections: [section])
    }

    private static func seconds(from: OffsetTime?, to: OffsetTime?) -> Int {
        guard let from, let to else { return 0 }
        return max(0, Int(to.time.seconds - from.time.seconds))
    }

    private func section(_ leg: ItineraryLeg) -> OpendataSection {
        switch leg {
        case .walk(let walk):
            var departure = OpendataStop(location(walk.from))
            departure.departure = clock.local(walk.departure)
            var arrival = OpendataStop(location(walk.to))
            arrival.arrival = clock.local(walk.arrival)
            return OpendataSection(
                journey: nil, walk: OpendataWalk(seconds: walk.seconds), departure: departure,
                arrival: arrival)
        case .ride(let ride):
            let trip = timetable.trips.find(id: ride.tripID)
            var journey = journey(
                route: ride.route, tripID: ride.tripID, trip: trip, headsign: ride.headsign)
            let board = stop(ride.board, arrives: false, departs: true)
            let alight = stop(ride.alight, arrives: true, departs: false)
            journey.passList =
                [board] + ride.passed.map { stop($0, arrives: true, departs: true) } + [alight]
            return OpendataSection(
                journey: journey, walk: nil, departure: board, arrival: alight)
        }
    }

    /// Returns the scheduled time; for a run that is in no timetable, the expected one.
    private func scheduled(_ time: EventTime) -> OffsetTime {
        clock.local(time.scheduled ?? time.expected)
    }

    private func stop(_ call: RideCall, arrives: Bool, departs: Bool) -> OpendataStop {
        var stop = OpendataStop(location(call.place))
        stop.arrival = arrives ? scheduled(call.arrival) : nil
        stop.departure = departs ? scheduled(call.departure) : nil
        stop.expect(
            arrival: call.arrival.isLive ? call.arrival.expected : nil,
            departure: call.departure.isLive ? call.departure.expected : nil)
        setPlatform(&stop, call)
        stop.isCancelled = call.isSkipped
        if departs { stop.prognosis.capacity2nd = call.occupancy.map(capacity) }
        return stop
    }

    private func setPlatform(_ stop: inout OpendataStop, _ call: RideCall) {
        stop.platform = call.scheduledPlatform
        if let other = call.expectedPlatform, other != call.scheduledPlatform {
            stop.prognosis.platform = other
        }
    }
}
