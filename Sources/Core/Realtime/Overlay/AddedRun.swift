package import Timetables
package import TransitModel

/// A run that is not in any timetable: an additional one, or a replacement for a cancelled run.
package struct AddedRun: Hashable, Sendable {
    /// The GTFS `trip_id` assigned by the source.
    package let tripID: String
    /// The service day whose start its times count from, in the time zone of its route's agency.
    package let day: ServiceDay
    package let route: RouteIndex
    /// The headsign; nil if the source gives none.
    package let headsign: String?
    /// The run that it replaces, which must be cancelled as well; nil if there is none.
    package let replaces: DatedRun?
    /// At least two calls, with times that never decrease.
    package let calls: [AddedCall]

    /// Returns nil if there are fewer than two calls or if times decrease.
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

/// A call of an added run.
package struct AddedCall: Hashable, Sendable {
    package let stop: StopIndex
    /// The expected arrival.
    package let arrival: ServiceTime
    /// The expected departure.
    package let departure: ServiceTime
    /// The expected occupancy on departure; nil if unknown.
    package let occupancy: OccupancyStatus?

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
