package import TransitModel

/// A row of transfers.txt.
package struct TransferRule: Hashable, Sendable {
    package var fromStop: StopIndex
    package var toStop: StopIndex
    package var fromRoute: RouteIndex
    package var toRoute: RouteIndex
    package var fromTrip: TripIndex
    package var toTrip: TripIndex
    package var type: TransferType
    /// The minimum transfer time in seconds; -1 if none is stated.
    package var seconds: Int32

    /// Creates a rule about two stops or stations.
    package init(
        from fromStop: StopIndex, to toStop: StopIndex, type: TransferType, seconds: Int32 = -1
    ) {
        self.fromStop = fromStop
        self.toStop = toStop
        fromRoute = .none
        toRoute = .none
        fromTrip = .none
        toTrip = .none
        self.type = type
        self.seconds = seconds
    }

    /// A side of a transfer.
    package enum Side {
        case arriving, leaving
    }

    /// Returns the route and trip that the rule names on a side.
    private func named(_ side: Side) -> (route: RouteIndex, trip: TripIndex) {
        side == .arriving ? (fromRoute, fromTrip) : (toRoute, toTrip)
    }

    /// Returns whether the rule names a route or a trip on that side.
    package func isRestricted(_ side: Side) -> Bool {
        named(side) != (.none, .none)
    }

    /// Returns whether a call of a route and trip matches that side of the rule.
    package func matches(_ side: Side, route: RouteIndex, trip: TripIndex) -> Bool {
        let named = named(side)
        return (named.route == .none || named.route == route)
            && (named.trip == .none || named.trip == trip)
    }

    /// Whether the rule applies to all routes and trips.
    package var isGeneral: Bool { !isRestricted(.arriving) && !isRestricted(.leaving) }

    package var isAboutTrips: Bool { fromTrip != .none || toTrip != .none }

    /// Whether the rule is about riders who stay in the vehicle or must leave it.
    var isInSeat: Bool { type == .inSeat || type == .mustAlight }

    /// The specificity, in the order of the specification: both trips, a trip and a route, a trip,
    /// both routes, a route, stops only.
    var rank: Int {
        func rank(_ side: Side) -> Int {
            named(side).trip != .none ? 4 : named(side).route != .none ? 1 : 0
        }
        return rank(.arriving) + rank(.leaving)
    }

    /// Returns the seconds of a transfer under this rule; nil if it is forbidden.
    ///
    /// `usual` is the time without the rule; nil if there is no way then.
    package func seconds(usual: Int32?, atOneStop: Bool) -> Int32? {
        switch type {
        case .forbidden: nil
        case .minimumTime where seconds >= 0: seconds
        case .timed where atOneStop: 0
        case .recommended, .timed, .minimumTime, .inSeat, .mustAlight: usual ?? 0
        }
    }
}

extension FootpathColumns {
    /// Returns the rule in a row; nil if its type is unknown.
    package func rule(_ row: Int) -> TransferRule? {
        guard let type = TransferType(rawValue: ruleTypes[row]) else { return nil }
        var rule = TransferRule(
            from: ruleFromStops[row], to: ruleToStops[row], type: type, seconds: ruleSeconds[row])
        rule.fromRoute = ruleFromRoutes[row]
        rule.toRoute = ruleToRoutes[row]
        rule.fromTrip = ruleFromTrips[row]
        rule.toTrip = ruleToTrips[row]
        return rule
    }
}
