package import Realtime
package import Timetables
package import TransitModel

/// A connection as riders know it: legs, changes, and what is expected to go otherwise.
package struct Itinerary: Hashable, Sendable {
    /// Finds the same connection again, on this day or another; see
    /// ``JourneyPlanner/find(_:on:in:options:)``.
    package let id: String
    /// When one leaves the origin.
    package let departure: EventTime
    /// When one is at the destination.
    package let arrival: EventTime
    /// Rides, where staying seated through a continuation counts once.
    package let rideCount: Int
    /// Its parts in order of travel, at least one.
    package let legs: [ItineraryLeg]
    /// What lies between each ride and the next, in order.
    package let transfers: [Transfer]
    /// Why it cannot be travelled as scheduled, in order of travel; empty if it works.
    package let troubles: [Trouble]
    /// The messages that concern it, at the time at which it runs.
    package let alerts: [ServiceAlert]
    /// Whether all of it is known to work in a wheelchair; nil if that was not asked.
    package let wheelchair: Accessibility?

    /// Whether something of it is expected by live data instead of by the timetable.
    package var usesLiveData: Bool { rides.contains { $0.isLive } }

    /// The parts in vehicles.
    package var rides: [RideLeg] {
        legs.compactMap { if case .ride(let ride) = $0 { ride } else { nil } }
    }

    /// Metres on foot.
    package var walkMetres: Double {
        legs.reduce(0) { if case .walk(let walk) = $1 { $0 + walk.metres } else { $0 } }
    }

    /// Why a connection cannot be travelled.
    package enum Trouble: Hashable, Sendable {
        /// That ride's vehicle does not run.
        case cancelled(ride: Int)
        /// That ride's vehicle does not call where it should be boarded or left.
        case skipped(ride: Int)
        /// The change after that ride takes longer than there is time.
        case missed(transfer: Int)
    }
}

/// When something happens.
package struct EventTime: Hashable, Sendable {
    /// By the timetable; nil for a vehicle that no timetable knows.
    package let scheduled: UnixTime?
    /// By all that is known; equal to the scheduled time where nothing is known.
    package let expected: UnixTime
    /// The expected time comes from live data.
    package let isLive: Bool
    /// When it may be instead; nil if nobody knows.
    package let span: ExpectedSpan?

    /// Seconds behind the timetable, negative if early; nil if nothing is known.
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

/// Somewhere on the way.
package struct ItineraryPlace: Hashable, Sendable {
    /// What it is called; empty for a place without a name.
    package let name: String
    /// The stop; nil for a place that is none.
    package let stop: StopIndex?
    /// Where it is; nil if the feed does not say.
    package let coordinate: Coordinate?
    /// The zone of its clocks.
    package let timeZone: TransitTimeZone
}

/// One part of a connection.
package enum ItineraryLeg: Hashable, Sendable {
    /// On foot.
    case walk(WalkLeg)
    /// In a vehicle.
    case ride(RideLeg)
}

/// A part on foot.
package struct WalkLeg: Hashable, Sendable {
    /// Where it begins.
    package let from: ItineraryPlace
    /// Where it ends.
    package let to: ItineraryPlace
    /// When to set out.
    package let departure: UnixTime
    /// When one is there.
    package let arrival: UnixTime
    /// As far as known; along streets it may be further.
    package let metres: Double

    /// How long it takes.
    package var seconds: Int { Int(arrival.seconds - departure.seconds) }
}

/// A part in one vehicle.
package struct RideLeg: Hashable, Sendable {
    /// The run of the timetable; nil for one that no timetable knows.
    package let run: RunIndex?
    /// GTFS `trip_id`.
    package let tripID: String
    /// The service day of the run.
    package let day: ServiceDay
    /// The line.
    package let route: RouteIndex
    /// Where the vehicle says it goes when it is boarded; nil if the feed does not say.
    package let headsign: String?
    /// Where it is boarded.
    package let board: RideCall
    /// Where it is left.
    package let alight: RideCall
    /// The calls between; empty unless asked for.
    package let passed: [RideCall]
    /// Where the run's pattern has the calls at both ends, in the order of its stops.
    package let positions: ClosedRange<Int>
    /// The run does not take place.
    package let isCancelled: Bool
    /// The times come from a headway and are not kept to the minute.
    package let isApproximate: Bool
    /// Seconds from the run to the next one, where its trip runs at a headway; nil if that is not
    /// known.
    package let headwaySeconds: Int?
    /// No timetable has the run: it is worked out of how often the vehicles of a loop come.
    package let isEstimated: Bool
    /// The rider sits in the vehicle already.
    package let staysSeated: Bool
    /// Whether the vehicle takes wheelchairs.
    package let wheelchair: Accessibility
    /// Whether it takes bicycles.
    package let bicycles: Accessibility
    /// Runs of other lines that would do as well, by departure; at most three.
    package let alternatives: [AlternativeRide]

    /// Something is known of the run beyond the timetable.
    package var isLive: Bool { isCancelled || board.isLive || alight.isLive }
}

/// A run's call, as those see it who board, leave or pass.
package struct RideCall: Hashable, Sendable {
    /// Where the vehicle calls, by all that is known.
    package let place: ItineraryPlace
    /// The platform of the timetable, nil if the feed names none.
    package let scheduledPlatform: String?
    /// The platform by all that is known.
    package let expectedPlatform: String?
    /// When it comes.
    package let arrival: EventTime
    /// When it leaves.
    package let departure: EventTime
    /// It passes without letting anybody on or off.
    package let isSkipped: Bool
    /// How full the vehicle is expected to be when it leaves; nil if unknown.
    package let occupancy: OccupancyStatus?
    /// Whether the vehicle stops by itself for who gets on or off here; `regular` where it is
    /// passed.
    package let rule: BoardingRule
    /// How to have it stop; nil where nobody need book, and where nothing is known of how.
    package let booking: CallBooking?

    var isLive: Bool { arrival.isLive || departure.isLive || isSkipped }
}

/// Another line's run that takes a rider from and to the same stops or stations.
package struct AlternativeRide: Hashable, Sendable {
    /// The line.
    package let route: RouteIndex
    /// GTFS `trip_id`.
    package let tripID: String
    /// The service day of the run.
    package let day: ServiceDay
    /// Where the vehicle says it goes.
    package let headsign: String?
    /// Where it is boarded.
    package let board: RideCall
    /// Where it is left.
    package let alight: RideCall
}

/// What lies between two rides.
package struct Transfer: Hashable, Sendable {
    /// Where the first vehicle is left.
    package let from: ItineraryPlace
    /// Where the next one is boarded.
    package let to: ItineraryPlace
    /// From the arrival of one to the departure of the other; negative if that leaves before.
    package let availableSeconds: Int
    /// What the walk, or the change at the stop, takes; a visit that was asked for is not part of
    /// it.
    package let neededSeconds: Int
    /// How it looks.
    package let state: State

    /// What is left beyond what is needed; negative if the change breaks.
    package var marginSeconds: Int { availableSeconds - neededSeconds }

    /// A change is tight with less than this to spare beyond its walk.
    ///
    /// An unreported delay of a minute breaks it. A limit of two minutes marks more than a third of
    /// the connections of a town with frequent service, which helps nobody choose.
    package static let tightSeconds = 60

    /// How a change looks.
    package enum State: String, Hashable, Sendable {
        /// There is time.
        case easy
        /// It works, with less than ``Transfer/tightSeconds`` to spare.
        case tight
        /// There is not enough time.
        case broken
        /// The rider stays in the vehicle.
        case staySeated
        /// The next vehicle waits (GTFS transfer type 1).
        case guaranteed
    }
}
