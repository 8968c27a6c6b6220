package import Timetables
package import TransitModel

/// Where a journey begins, ends or passes.
package enum PlanningPlace: Hashable, Sendable {
    /// A stop, or a station with all its platforms; an entrance means its station. `members`
    /// are the stops where vehicles call if they differ, as for adjacent stops of one name.
    case stop(StopIndex, members: [StopIndex] = [])
    /// Any coordinate, with its name; nil if it has none.
    case point(Coordinate, name: String?)
}

/// A place to visit on the way.
package struct PlanningVia: Hashable, Sendable {
    /// For a coordinate, the stops near it are visited.
    package let place: PlanningPlace
    /// The minimum stay in seconds; with 0 the rider may stay in a vehicle that calls there.
    package let staySeconds: Int32

    package init(_ place: PlanningPlace, staySeconds: Int32 = 0) {
        self.place = place
        self.staySeconds = staySeconds
    }
}

/// The travel preferences of a request.
package struct PlanningOptions: Hashable, Sendable {
    /// The allowed modes; nil for all.
    package var modes: Set<TransitMode>?
    package var excludedRoutes: Set<RouteIndex> = []
    /// Whether to leave out what is stated to be impossible in a wheelchair.
    package var wheelchair = false
    /// Whether the rider takes a bicycle.
    ///
    /// Ends are ridden unless ``wheelchair`` is set; vehicles stated to take none are left out.
    package var bicycle = false
    /// The maximum number of transfers, clamped to ``transferRange``.
    package var maximumTransfers = 7
    /// Metres a second on foot, clamped to `0.3...3`; nil for the speed of the network's footpaths.
    package var walkingSpeed: Double?
    /// Spare seconds at every transfer beyond what it needs, clamped to an hour.
    package var marginSeconds: Int32 = 0
    /// The longest walk at either end in seconds, clamped to `0...maximumWalkSeconds`.
    package var walkSeconds: Int32 = 900

    /// The allowed values of ``maximumTransfers``.
    package static let transferRange = 0...14
    /// The longest allowed walk at either end: an hour.
    package static let maximumWalkSeconds: Int32 = 3600

    /// How the rider gets to the first stop and from the last one.
    package var profile: WalkProfile { wheelchair ? .wheelchair : bicycle ? .bicycle : .foot }

    /// All modes at the usual pace.
    package init() {}
}

/// A request for connections.
package struct PlanningRequest: Hashable, Sendable {
    package var origin: PlanningPlace
    package var destination: PlanningPlace
    /// In order; at most ``maximumVias``.
    package var vias: [PlanningVia] = []
    /// The departure or arrival time.
    package var time: UnixTime
    /// Whether the time is that of arrival.
    package var isArrival = false
    /// The requested page; nil for the first one, which begins (or ends) at the time.
    package var cursor: PageCursor?
    package var options = PlanningOptions()
    /// The number of connections on a page, clamped to `1...maximumResults`; a page has more if
    /// several depart in the same second, and fewer if there are no more within ``spanSeconds``.
    package var results = 6
    /// Whether the first page also has up to three connections with less walking than all others,
    /// if these walk for long.
    package var offersLessWalking = false

    package static let maximumVias = 5
    package static let maximumResults = 30
    /// The time that a page searches: a day.
    package static let spanSeconds: Int64 = 86_400
    /// The longest stay at a via: half a day.
    package static let maximumStaySeconds: Int32 = 43_200

    /// Requests connections that depart at or after an instant.
    package init(from origin: PlanningPlace, to destination: PlanningPlace, at time: UnixTime) {
        self.origin = origin
        self.destination = destination
        self.time = time
    }
}
