/// A request in the numbers of ``RoutingColumns``; its stops are those of ``RaptorLocations``.
package typealias RaptorRequest = SearchRequest<UInt32>
package typealias AccessLocation = Access<UInt32>
package typealias ViaLocations = Via<UInt32>

/// The origins, destinations, vias and limits of a search.
///
/// A journey may use one footpath before the first ride if the origin has 0 s of access, and one
/// after the last ride if the destination has 0 s. An access walk is never combined with a
/// footpath.
package struct SearchRequest<Stop: Hashable & Sendable>: Hashable, Sendable {
    package var origins: [Access<Stop>]
    package var destinations: [Access<Stop>]
    /// The stops to visit, in order.
    package var vias: [Via<Stop>] = []
    /// The maximum number of rides, 1...16; 15 where many departures are searched.
    package var maximumRides = 8
    /// Extra seconds required at every transfer between two rides, beyond the transfer's time.
    package var marginSeconds: Int32 = 0
    /// The duration of walks in percent: 100 as stated, 150 half as long again.
    ///
    /// Values below 100 do not shorten stated durations.
    package var walkingPercent: Int32 = 100
    /// The guessed duration of a journey in seconds; nil for the default guess.
    ///
    /// Any guess gives the right result; a bad one costs a search.
    package var guessSeconds: Int32?
    /// Journeys that a search for consecutive ones will probably find, and few besides.
    ///
    /// Any guesses give the right result; bad ones cost a search.
    package var guesses: [JourneyCriteria] = []

    package init(from origins: [Access<Stop>], to destinations: [Access<Stop>]) {
        self.origins = origins
        self.destinations = destinations
    }
}

/// A stop and the walk between it and the requested place.
package struct Access<Stop: Hashable & Sendable>: Hashable, Sendable {
    package let stop: Stop
    /// The duration of the walk in seconds; 0 if the stop itself was requested.
    package let seconds: Int32

    package init(stop: Stop, seconds: Int32 = 0) {
        self.stop = stop
        self.seconds = seconds
    }
}

/// Stops of which a journey must visit one, to stay for a while or to pass through.
package struct Via<Stop: Hashable & Sendable>: Hashable, Sendable {
    /// Alternatives, such as the platforms of one station.
    package let stops: [Stop]
    /// The minimum stay in seconds.
    ///
    /// At 0 a rider may stay in a vehicle that calls there.
    package let staySeconds: Int32

    package init(stops: [Stop], staySeconds: Int32 = 0) {
        self.stops = stops
        self.staySeconds = staySeconds
    }
}
