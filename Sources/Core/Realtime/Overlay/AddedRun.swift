package import Timetables
package import TransitModel

/// A run that no timetable knows: put on in addition, or in place of a run that does not take place.
package struct AddedRun: Hashable, Sendable {
    /// The GTFS `trip_id` that the source gave it.
    package let tripID: String
    /// The service day whose start its times count from, in the zone of its route's agency.
    package let day: ServiceDay
    /// The route it runs for.
    package let route: RouteIndex
    /// Where the vehicle says it goes; nil if the source does not say.
    package let headsign: String?
    /// The run in whose place it comes, which must be cancelled beside it; nil if there is none.
    package let replaces: DatedRun?
    /// Its calls, two at least, times never falling.
    package let calls: [AddedCall]

    /// Describes a run; nil with fewer than two calls or with times that fall.
    package init?(
        tripID: String, day: ServiceDay, route: RouteIndex, headsign: String? = nil,
        replaces: DatedRun? = nil, calls: [AddedCall]
    ) {
        guard calls.count >= 2 else { return nil }
        var earliest = Int32.min
        for call in calls {
            guard call.arrival.seconds >= earliest, call.departure >= call.arrival else {
                return nil
            }
            earliest = call.departure.seconds
        }
        self.tripID = tripID
        self.day = day
        self.route = route
        self.headsign = headsign
        self.replaces = replaces
        self.calls = calls
    }
}

/// A stop of an added run.
package struct AddedCall: Hashable, Sendable {
    /// Where it calls.
    package let stop: StopIndex
    /// When it is expected.
    package let arrival: ServiceTime
    /// When it is expected to leave.
    package let departure: ServiceTime
    /// How full the vehicle is expected to be when it leaves; nil if nobody knows.
    package let occupancy: OccupancyStatus?

    /// Describes a call.
    package init(
        stop: StopIndex, arrival: ServiceTime, departure: ServiceTime,
        occupancy: OccupancyStatus? = nil
    ) {
        self.stop = stop
        self.arrival = arrival
        self.departure = departure
        self.occupancy = occupancy
    }
}
