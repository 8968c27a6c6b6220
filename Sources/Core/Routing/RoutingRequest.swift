package import Realtime
package import Timetables
package import TransitModel

/// A stop and the walk between it and the requested location.
package struct AccessStop: Hashable, Sendable {
    package let stop: StopIndex
    /// The duration of the walk in seconds; 0 if the stop itself was requested.
    package let seconds: Int32

    package init(stop: StopIndex, seconds: Int32 = 0) {
        self.stop = stop
        self.seconds = seconds
    }
}

/// Stops of which a journey must visit one, to stay for a while or to pass through.
package struct ViaStops: Hashable, Sendable {
    /// Alternatives, such as the platforms of one station.
    package let stops: [StopIndex]
    /// The minimum stay in seconds.
    ///
    /// At 0 a rider may stay in a vehicle that calls there.
    package let staySeconds: Int32

    package init(stops: [StopIndex], staySeconds: Int32 = 0) {
        self.stops = stops
        self.staySeconds = staySeconds
    }
}

/// The origins, destinations, vias and limits of a journey search.
///
/// A journey may use one footpath before the first ride if the origin has 0 s of access, and one
/// after the last ride if the destination has 0 s. An access walk is never combined with a
/// footpath.
package struct RoutingRequest: Sendable {
    package var origins: [AccessStop]
    package var destinations: [AccessStop]
    /// The stops to visit, in order.
    ///
    /// Those beyond ``maximumVias`` are ignored.
    package var vias: [ViaStops] = []
    /// The maximum number of rides, 1...15.
    package var maximumRides = 8
    /// Extra seconds required at every transfer between two rides, beyond the feed's transfer time.
    package var marginSeconds: Int32 = 0
    /// The duration of walks in percent: 100 as stated, 150 half as long again.
    ///
    /// Values below 100 do not shorten the durations stated in transfers.txt.
    package var walkingPercent: Int32 = 100

    package static let maximumVias = 5

    package init(from origins: [AccessStop], to destinations: [AccessStop]) {
        self.origins = origins
        self.destinations = destinations
    }
}

/// The vehicles, stops and footpaths that a search may not use.
package struct RoutingFilter: Hashable, Sendable {
    /// The allowed modes; nil for all.
    package var modes: Set<TransitMode>?
    /// The routes that may not be used.
    package var excludedRoutes: Set<RouteIndex> = []
    /// Excludes stops, trips and footpaths that are stated to be inaccessible by wheelchair.
    package var wheelchair = false
    /// Elements closed to wheelchairs during the journey.
    ///
    /// Ignored unless ``wheelchair`` is set.
    package var closures = StepFreeClosures.none
    /// Excludes trips that are stated not to carry bicycles.
    package var bicycles = false

    /// Allows everything.
    package init() {}

    /// Whether nothing is excluded.
    package var isEmpty: Bool { self == RoutingFilter() }
}
