import Raptor
import Timetables
import TransitModel

extension RoutingDay {
    private static let maximumVias = 5

    /// Returns a request in the numbers of the day's columns.
    ///
    /// Stops in another part of the network are left out.
    func numbered(_ request: RoutingRequest) -> RaptorRequest {
        var numbered = RaptorRequest(
            from: self.numbered(request.origins), to: self.numbered(request.destinations))
        numbered.vias = request.vias.prefix(Self.maximumVias).map { via in
            ViaLocations(
                stops: via.stops.compactMap(locations.location), staySeconds: via.staySeconds)
        }
        numbered.maximumRides = request.maximumRides
        numbered.marginSeconds = request.marginSeconds
        numbered.walkingPercent = request.walkingPercent
        numbered.guessSeconds = guessSeconds(request)
        numbered.guesses = request.guesses
        return numbered
    }

    private func numbered(_ stops: [AccessStop]) -> [AccessLocation] {
        stops.compactMap { access in
            locations.location(of: access.stop).map {
                AccessLocation(stop: $0, seconds: access.seconds)
            }
        }
    }

    /// Guesses a journey's duration from the straight-line distance; nil if it is unknown.
    private func guessSeconds(_ request: RoutingRequest) -> Int32? {
        let stops = timetable.stops
        guard let from = request.origins.first.flatMap({ stops.coordinate($0.stop) }),
            let to = request.destinations.first.flatMap({ stops.coordinate($0.stop) })
        else { return nil }
        // Three hours, plus the distance at 24 km/h: more than most journeys take.
        return 10_800 + Int32(min(from.distanceMetres(to: to), 2e6) * 0.15)
    }

    /// Returns a journey with the network's stops, runs and patterns.
    func named(_ journey: RaptorJourney) -> Journey {
        Journey(
            rides: journey.rides, departure: journey.departure, arrival: journey.arrival,
            legs: journey.legs.map { leg in
                switch leg {
                case .walk(let walk):
                    .walk(
                        Journey.Walk(
                            from: walk.from.map(locations.stop), to: walk.to.map(locations.stop),
                            departure: walk.departure, arrival: walk.arrival))
                case .ride(let ride): .ride(named(ride))
                }
            })
    }

    private func named(_ ride: RaptorJourney.Ride) -> Journey.Ride {
        Journey.Ride(
            run: dated.runs[ride.run], day: day.advanced(by: Int(dated.days[ride.run])),
            pattern: dated.patterns[ride.route], board: ride.board, alight: ride.alight,
            boardAt: locations.stop(of: ride.from), alightAt: locations.stop(of: ride.to),
            departure: ride.departure, arrival: ride.arrival, staysSeated: ride.staysSeated)
    }
}
