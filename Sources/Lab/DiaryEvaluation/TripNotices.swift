private import DiarySensing
private import Foundation

/// How soon the machine noticed that trips began.
package struct TripNotices: Sendable, Hashable {
    /// A trip counts as noticed if it was noticed within so many seconds.
    package static let limitSeconds = 300.0

    /// For each trip, the seconds from its start until the diary looked precisely, or saw a fast
    /// vehicle.
    ///
    /// 0 where it did so already, nil where it never did before the trip's end.
    package let delaysSeconds: [Double?]

    /// How many trips were noticed in time.
    package var noticed: Int { delaysSeconds.count { ($0 ?? .infinity) <= Self.limitSeconds } }

    /// Looks at noted trips, spans of Unix seconds; those that the record does not cover are left
    /// out.
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
