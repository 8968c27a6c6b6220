package import Realtime
package import Timetables
package import TransitModel

/// A connection for riders: legs, transfers, and what is expected to differ from the timetable.
package struct Itinerary: Hashable, Sendable {
    /// Identifies the connection on this or another day; see
    /// ``JourneyPlanner/find(_:on:in:options:includesPassed:)``.
    package let id: String
    package let departure: EventTime
    package let arrival: EventTime
    /// The number of rides; staying seated through a continuation starts no new one.
    package let rideCount: Int
    /// At least one, in travel order.
    package let legs: [ItineraryLeg]
    /// One between each ride and the next, in travel order.
    package let transfers: [Transfer]
    /// Why the connection cannot be made as scheduled, in travel order; empty if it can.
    package let troubles: [Trouble]
    /// The service alerts that apply to it at its time.
    package let alerts: [ServiceAlert]
    /// Whether all of it is known to be wheelchair accessible; nil if the request did not ask.
    package let wheelchair: Accessibility?
    /// Whether all of its vehicles are known to take bicycles; nil if the request did not ask.
    package let bicycles: Accessibility?

    /// Whether any of its times comes from live data.
    package var usesLiveData: Bool { rides.contains { $0.isLive } }

    package var rides: [RideLeg] {
        legs.compactMap { if case .ride(let ride) = $0 { ride } else { nil } }
    }

    package var walkMetres: Double {
        legs.reduce(0) { if case .walk(let walk) = $1 { $0 + walk.metres } else { $0 } }
    }

    /// The time on foot, without waiting.
    package var walkSeconds: Int {
        legs.reduce(0) { if case .walk(let walk) = $1 { $0 + walk.seconds } else { $0 } }
    }

    /// Why a connection cannot be made.
    package enum Trouble: Hashable, Sendable {
        /// That ride's run is cancelled.
        case cancelled(ride: Int)
        /// That ride's run skips the boarding or alighting stop.
        case skipped(ride: Int)
        /// The transfer after that ride needs more time than there is.
        case missed(transfer: Int)
    }
}

/// The scheduled and expected time of an arrival or departure.
package struct EventTime: Hashable, Sendable {
    /// By the timetable; nil for an added run.
    package let scheduled: UnixTime?
    /// By all that is known; equal to the scheduled time without live data.
    package let expected: UnixTime
    /// Whether the expected time comes from live data.
    package let isLive: Bool
    /// The likely range of the expected time; nil if unknown.
    package let span: ExpectedSpan?

    /// Seconds behind the timetable, negative if early; nil without live data.
    package var delaySeconds: Int? {
        guard isLive, let scheduled else { return nil }
        return Int(expected.seconds - scheduled.seconds)
    }

    func shifted(by seconds: Int64) -> EventTime {
        func moved(_ time: UnixTime) -> UnixTime { UnixTime(seconds: time.seconds + seconds) }
        return EventTime(
            scheduled: scheduled.map(moved), expected: moved(expected), isLive: isLive,
            span: span?.shifted(by: Double(seconds)))
    }
}

/// An end of a leg.
package struct ItineraryPlace: Hashable, Sendable {
    /// Empty for a location without a name.
    package let name: String
    /// Nil for a location that is no stop.
    package let stop: StopIndex?
    /// Nil if the feed does not say.
    package let coordinate: Coordinate?
    package let timeZone: TransitTimeZone
}

/// One part of a connection.
package enum ItineraryLeg: Hashable, Sendable {
    case walk(WalkLeg)
    case ride(RideLeg)
}

/// A part on foot.
package struct WalkLeg: Hashable, Sendable {
    package let from: ItineraryPlace
    package let to: ItineraryPlace
    package let departure: UnixTime
    package let arrival: UnixTime
    /// The length, along streets where these are known.
    package let metres: Double
    /// Metres ridden on a bicycle among them; 0 for those who walk.
    package let riddenMetres: Double
    /// The walk along streets; nil if the streets are unknown.
    package let streets: StreetWalk?

    package var seconds: Int { Int(arrival.seconds - departure.seconds) }
}

/// A part in one vehicle.
package struct RideLeg: Hashable, Sendable {
    /// Nil for an added run.
    package let run: RunIndex?
    /// GTFS `trip_id`.
    package let tripID: String
    package let day: ServiceDay
    package let route: RouteIndex
    /// The headsign at the boarding stop; nil if the feed does not say.
    package let headsign: String?
    package let board: RideCall
    package let alight: RideCall
    /// The calls between; empty unless the request asks for them.
    package let passed: [RideCall]
    /// The positions of both calls in the run's pattern.
    package let positions: ClosedRange<Int>
    package let isCancelled: Bool
    /// Whether the times come from a headway and are not exact.
    package let isApproximate: Bool
    /// Seconds to the next run of a trip with a headway; nil if unknown.
    package let headwaySeconds: Int?
    /// Whether the run is estimated from how often a loop's vehicles come; no timetable has it.
    package let isEstimated: Bool
    /// Whether the rider is already in the vehicle.
    package let staysSeated: Bool
    package let wheelchair: Accessibility
    package let bicycles: Accessibility
    /// Runs of other routes that would do as well, by departure; at most three.
    package let alternatives: [AlternativeRide]

    /// Whether live data about the run is known.
    package var isLive: Bool { isCancelled || board.isLive || alight.isLive }
}

/// A run's call where a rider boards, alights or passes.
package struct RideCall: Hashable, Sendable {
    /// The expected location.
    package let place: ItineraryPlace
    /// Nil if the feed names none.
    package let scheduledPlatform: String?
    package let expectedPlatform: String?
    package let arrival: EventTime
    package let departure: EventTime
    /// Whether nobody can board or alight.
    package let isSkipped: Bool
    /// The expected occupancy at departure; nil if unknown.
    package let occupancy: OccupancyStatus?
    /// Whether the vehicle stops without a request here; `regular` where the rider passes.
    package let rule: BoardingRule
    /// How to book the stop; nil if no booking is needed or nothing is known.
    package let booking: CallBooking?

    var isLive: Bool { arrival.isLive || departure.isLive || isSkipped }
}

/// Another route's run between the same stops or stations.
package struct AlternativeRide: Hashable, Sendable {
    package let route: RouteIndex
    /// GTFS `trip_id`.
    package let tripID: String
    package let day: ServiceDay
    package let headsign: String?
    package let board: RideCall
    package let alight: RideCall
}

/// The transfer between two rides.
package struct Transfer: Hashable, Sendable {
    package let from: ItineraryPlace
    package let to: ItineraryPlace
    /// From the arrival to the next departure; negative if that is earlier.
    package let availableSeconds: Int
    /// The time of the walk or of the transfer at the stop, without a requested stay at a via.
    package let neededSeconds: Int
    package let state: State

    /// The spare time; negative if the transfer fails.
    package var marginSeconds: Int { availableSeconds - neededSeconds }

    /// A transfer is tight with less spare time than this.
    ///
    /// An unreported delay of a minute breaks it. A limit of two minutes would mark more than a
    /// third of the connections in a town with frequent service, which helps nobody choose.
    package static let tightSeconds = 60

    /// How reliable a transfer is.
    package enum State: String, Hashable, Sendable {
        /// There is enough time.
        case easy
        /// It can be made with less than ``Transfer/tightSeconds`` to spare.
        case tight
        /// There is not enough time.
        case broken
        /// The rider stays in the vehicle.
        case staySeated
        /// The next vehicle waits (GTFS transfer type 1).
        case guaranteed
    }
}
