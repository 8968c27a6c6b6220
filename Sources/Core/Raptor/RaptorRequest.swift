/// A stop and the walk between it and the requested place.
package struct AccessLocation: Hashable, Sendable {
    /// A stop, see ``RaptorLocations``.
    package let location: UInt32
    /// The duration of the walk in seconds; 0 if the stop itself was requested.
    package let seconds: Int32

    package init(_ location: UInt32, seconds: Int32 = 0) {
        self.location = location
        self.seconds = seconds
    }
}

/// Stops of which a journey must visit one, to stay for a while or to pass through.
package struct ViaLocations: Hashable, Sendable {
    package let locations: [UInt32]
    /// The minimum stay in seconds.
    ///
    /// At 0 a rider may stay in a vehicle that calls there.
    package let staySeconds: Int32

    package init(_ locations: [UInt32], staySeconds: Int32 = 0) {
        self.locations = locations
        self.staySeconds = staySeconds
    }
}

/// The origins, destinations, vias and limits of a search.
///
/// A journey may use one footpath before the first ride if the origin has 0 s of access, and one
/// after the last ride if the destination has 0 s. An access walk is never combined with a
/// footpath.
package struct RaptorRequest: Sendable {
    package var origins: [AccessLocation]
    package var destinations: [AccessLocation]
    /// The stops to visit, in order.
    package var vias: [ViaLocations] = []
    /// The maximum number of rides, 1...16; 15 where many departures are searched.
    package var maximumRides = 8
    /// Extra seconds required at every transfer between two rides, beyond the transfer's time.
    package var marginSeconds: Int32 = 0
    /// The duration of walks in percent: 100 as in the columns, 150 half as long again.
    ///
    /// Values below 100 do not shorten stated durations.
    package var walkingPercent: Int32 = 100
    /// The guessed duration of a journey in seconds.
    ///
    /// Any guess gives the right result; a bad one costs a search.
    package var guessSeconds: Int32 = 7200

    package init(from origins: [AccessLocation], to destinations: [AccessLocation]) {
        self.origins = origins
        self.destinations = destinations
    }
}
