package import Realtime
package import Timetables
package import TransitModel

/// A stop and the walk between it and a place that was asked for.
package struct AccessStop: Hashable, Sendable {
    /// Where vehicles call.
    package let stop: StopIndex
    /// Seconds of the walk; 0 if the stop itself was asked for.
    package let seconds: Int32

    /// A stop that is so many seconds away.
    package init(stop: StopIndex, seconds: Int32 = 0) {
        self.stop = stop
        self.seconds = seconds
    }
}

/// Stops of which a journey must visit one, in order to stay there for a while or to pass.
package struct ViaStops: Hashable, Sendable {
    /// Any of these will do, as the platforms of one station.
    package let stops: [StopIndex]
    /// The least stay in seconds; at 0 a rider may stay in a vehicle that calls there.
    package let staySeconds: Int32

    /// Asks for a visit.
    package init(stops: [StopIndex], staySeconds: Int32 = 0) {
        self.stops = stops
        self.staySeconds = staySeconds
    }
}

/// What a journey must join, and how.
///
/// From an origin of 0 s one footpath may be walked before the first vehicle, and to a destination of
/// 0 s one after the last; where there is an access walk already, no footpath comes beside it.
package struct RoutingRequest: Sendable {
    /// Where one may begin.
    package var origins: [AccessStop]
    /// Where one may end.
    package var destinations: [AccessStop]
    /// What is visited on the way, in order; ``maximumVias`` at most, more are not looked at.
    package var vias: [ViaStops] = []
    /// The most vehicles boarded, 1...15.
    package var maximumRides = 8
    /// Seconds to spare at every change between two vehicles, beyond what the feed asks for.
    package var marginSeconds: Int32 = 0
    /// How long walks take: 100 as stated, 150 half as long again.
    ///
    /// Those who walk faster do not beat the times that transfers.txt states.
    package var walkingPercent: Int32 = 100

    /// The most vias.
    package static let maximumVias = 5

    /// Asks for journeys between stops.
    package init(from origins: [AccessStop], to destinations: [AccessStop]) {
        self.origins = origins
        self.destinations = destinations
    }
}

/// What a search may not use.
package struct RoutingFilter: Hashable, Sendable {
    /// The modes that may be used; nil for all.
    package var modes: Set<TransitMode>?
    /// Routes that may not be used.
    package var excludedRoutes: Set<RouteIndex> = []
    /// Leaves out stops, trips and walks that are stated to be impossible in a wheelchair.
    package var wheelchair = false
    /// What is closed to wheelchairs for the time of the journey; without ``wheelchair`` it says nothing.
    package var closures = StepFreeClosures.none
    /// Leaves out trips that are stated to take no bicycles.
    package var bicycles = false

    /// Everything may be used.
    package init() {}

    /// Nothing is left out.
    package var isEmpty: Bool { self == RoutingFilter() }
}
