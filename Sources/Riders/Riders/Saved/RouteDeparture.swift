package import Transit
package import TransitModel

/// A saved route at one moment: the very runs that make it.
package struct RouteDeparture: Sendable {
    /// The runs, in order; fewer than the route has rides if it breaks, and the last one then is
    /// the one that is cancelled or after which nothing goes on.
    package let rides: [FoundRide]
    /// How many rides the route has.
    package let wanted: Int

    /// All of it can be travelled.
    package var works: Bool {
        rides.count == wanted && !rides.contains { $0.run.isCancelled }
    }

    /// The first run.
    package var first: FoundRide? { rides.first }

    /// When the first vehicle leaves, by all that is known; nil without rides.
    package var departure: UnixTime? {
        rides.first.map { UnixTime(seconds: $0.departure) }
    }

    /// When the last vehicle arrives; nil if the route breaks.
    package var arrival: UnixTime? {
        works ? rides.last.map { UnixTime(seconds: $0.arrival) } : nil
    }
}
