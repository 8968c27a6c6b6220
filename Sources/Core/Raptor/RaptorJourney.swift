package import TransitModel

/// A journey in the numbers of the ``RoutingColumns`` it was found in.
package struct RaptorJourney: Hashable, Sendable {
    /// The number of rides.
    ///
    /// Staying seated when a run continues as another does not count as one.
    package let rides: Int
    /// The departure from the origin, no earlier than the first ride requires.
    package let departure: ServiceTime
    package let arrival: ServiceTime
    /// The legs in order of travel.
    package let legs: [Leg]

    /// One part of a journey.
    package enum Leg: Hashable, Sendable {
        case walk(Walk)
        case ride(Ride)
    }

    /// A leg on foot.
    package struct Walk: Hashable, Sendable {
        /// The stop where the walk begins; nil for an origin that is not a stop.
        package let from: UInt32?
        /// The stop where the walk ends; nil for a destination that is not a stop.
        package let to: UInt32?
        package let departure: ServiceTime
        package let arrival: ServiceTime
    }

    /// A leg in a vehicle.
    package struct Ride: Hashable, Sendable {
        /// The RAPTOR route, a row of ``RoutingColumns/Routes/rows``.
        package let route: Int
        /// The run, a row of ``RoutingColumns/Runs/times``.
        package let run: Int
        /// The boarding position within the RAPTOR route.
        package let board: Int
        /// The alighting position, after ``board``.
        package let alight: Int
        /// The stop where the rider boards.
        package let from: UInt32
        package let to: UInt32
        package let departure: ServiceTime
        package let arrival: ServiceTime
        /// Whether the rider is already in the vehicle because it served the ride before.
        package let staysSeated: Bool
    }
}

extension RaptorJourney.Walk {
    func shifted(by seconds: Int32) -> RaptorJourney.Walk {
        RaptorJourney.Walk(
            from: from, to: to, departure: ServiceTime(seconds: departure.seconds + seconds),
            arrival: ServiceTime(seconds: arrival.seconds + seconds))
    }
}

extension RaptorJourney {
    /// Returns the journey in normal time, for one that was found with time reversed.
    func reversed(_ columns: RoutingColumns) -> RaptorJourney {
        func reversed(_ time: ServiceTime) -> ServiceTime { ServiceTime(seconds: -time.seconds) }
        // With time reversed the earlier of two joined rides stays seated; in normal time it is the
        // later.
        var staysSeated = false
        let legs = self.legs.reversed().map { leg -> Leg in
            switch leg {
            case .walk(let walk):
                staysSeated = false
                return .walk(
                    Walk(
                        from: walk.to, to: walk.from, departure: reversed(walk.arrival),
                        arrival: reversed(walk.departure)))
            case .ride(let ride):
                defer { staysSeated = ride.staysSeated }
                let route = columns.routes.rows[ride.route]
                let last = Int(route.stopCount) - 1
                return .ride(
                    Ride(
                        route: ride.route, run: route.reversedRow(ride.run),
                        board: last - ride.alight, alight: last - ride.board, from: ride.to,
                        to: ride.from, departure: reversed(ride.arrival),
                        arrival: reversed(ride.departure), staysSeated: staysSeated))
            }
        }
        return RaptorJourney(
            rides: rides, departure: reversed(arrival), arrival: reversed(departure),
            legs: legs)
    }
}
