private import DiarySensing
private import Foundation

/// The delays until the state machine noticed the beginning of trips.
package struct TripNotices: Sendable, Hashable {
    /// The maximum delay of a trip noticed in time, in seconds.
    package static let limitSeconds = 300.0

    /// For each trip, the seconds from its start until the state was precise or a fast vehicle.
    ///
    /// It is 0 if it was so already, and nil if it never was before the trip's end.
    package let delaysSeconds: [Double?]

    /// The number of trips noticed in time.
    package var noticed: Int { delaysSeconds.count { ($0 ?? .infinity) <= Self.limitSeconds } }

    /// Evaluates known trips, spans of Unix seconds; those that begin outside the record are
    /// omitted.
    package init(_ timeline: StateTimeline, trips: [Range<Double>]) {
        let whole =
            timeline.start.timeIntervalSince1970...timeline.end.timeIntervalSince1970
        delaysSeconds = trips.filter { whole.contains($0.lowerBound) }.map { trip in
            let seen = timeline.spans.first {
                [.activelyMoving, .inFastVehicle].contains($0.state)
                    && $0.span.upperBound > trip.lowerBound
                    && $0.span.lowerBound < trip.upperBound
            }
            return seen.map { max(0, $0.span.lowerBound - trip.lowerBound) }
        }
    }
}
