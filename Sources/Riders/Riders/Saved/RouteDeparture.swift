package import Transit
package import TransitModel

/// One departure of a saved route, as runs on a day.
package struct RouteDeparture: Sendable {
    /// The runs in order.
    ///
    /// There are fewer than the route's rides if it breaks; then the last one is cancelled or has
    /// no onward ride.
    package let rides: [FoundRide]
    /// The number of the route's rides.
    package let wanted: Int

    /// Whether the whole route can be travelled.
    package var works: Bool {
        rides.count == wanted && !rides.contains { $0.run.isCancelled }
    }

    package var first: FoundRide? { rides.first }

    /// The expected departure of the first vehicle; nil without rides.
    package var departure: UnixTime? {
        rides.first.map { UnixTime(seconds: $0.departure) }
    }

    /// The expected arrival of the last vehicle; nil if the route breaks.
    package var arrival: UnixTime? {
        works ? rides.last.map { UnixTime(seconds: $0.arrival) } : nil
    }
}
