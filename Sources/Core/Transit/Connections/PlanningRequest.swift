package import Timetables
package import TransitModel

/// Somewhere a journey begins, ends or passes.
package enum PlanningPlace: Hashable, Sendable {
    /// A stop, or a station with all its platforms; an entrance stands for its station. `members`
    /// are the stops where vehicles call, if others or fewer are meant, as stops of one name side
    /// by side.
    case stop(StopIndex, members: [StopIndex] = [])
    /// Any place on the map, by what people call it; nil if it has no name.
    case point(Coordinate, name: String?)
}

/// A place to visit on the way.
package struct PlanningVia: Hashable, Sendable {
    /// Where; of a point, the stops next to it.
    package let place: PlanningPlace
    /// The least stay in seconds; at 0 the rider may stay in a vehicle that calls there.
    package let staySeconds: Int32

    /// Asks for a visit.
    package init(_ place: PlanningPlace, staySeconds: Int32 = 0) {
        self.place = place
        self.staySeconds = staySeconds
    }
}

/// How a rider wants to travel.
package struct PlanningOptions: Hashable, Sendable {
    /// The modes that may be used; nil for all.
    package var modes: Set<TransitMode>?
    /// Routes that may not be used.
    package var excludedRoutes: Set<RouteIndex> = []
    /// Leaves out what is stated to be impossible in a wheelchair.
    package var wheelchair = false
    /// Leaves out vehicles that are stated to take no bicycles.
    package var bicycle = false
    /// The most changes, clamped to `0...maximumChanges`.
    package var changes = 7
    /// Metres a second on foot, clamped to `0.3...3`; nil for the speed that the network was made
    /// with.
    package var walkingSpeed: Double?
    /// Seconds to spare at every change beyond what it needs, clamped to an hour.
    package var marginSeconds: Int32 = 0
    /// The longest walk at either end in seconds, clamped to `0...maximumWalkSeconds`.
    package var walkSeconds: Int32 = 900

    /// The most changes that can be asked for.
    package static let maximumChanges = 14
    /// The longest walk at either end that can be asked for: an hour.
    package static let maximumWalkSeconds: Int32 = 3600

    /// Everything that runs, at a usual pace.
    package init() {}
}

/// A question for connections.
package struct PlanningRequest: Hashable, Sendable {
    /// Where from.
    package var origin: PlanningPlace
    /// Where to.
    package var destination: PlanningPlace
    /// Places to visit, in order; at most ``maximumVias``.
    package var vias: [PlanningVia] = []
    /// When to leave, or by when to arrive.
    package var time: UnixTime
    /// The time is when to be there.
    package var isArrival = false
    /// The page of results to show; nil for the first one, which begins (or ends) at the time.
    package var cursor: PageCursor?
    /// How.
    package var options = PlanningOptions()
    /// How many connections make a page, clamped to `1...maximumResults`; a page has more if
    /// several leave in the same second, and fewer if there are no more within ``spanSeconds``.
    package var results = 6

    /// The most vias.
    package static let maximumVias = 5
    /// The longest page.
    package static let maximumResults = 30
    /// How far a page looks for connections: a day.
    package static let spanSeconds: Int64 = 86_400
    /// The longest stay in a via: half a day.
    package static let maximumStaySeconds: Int32 = 43_200

    /// Asks for connections that leave at a moment or later.
    package init(from origin: PlanningPlace, to destination: PlanningPlace, at time: UnixTime) {
        self.origin = origin
        self.destination = destination
        self.time = time
    }
}
