package import Timetables
package import TransitModel

extension VehicleFix {
    /// The fix with the ids that its trip and route have in a network, which may have been made of fewer or
    /// more feeds when the fix was stored.
    package func current(in timetable: Timetable) -> VehicleFix {
        guard let trip else { return self }
        let tripID = trip.tripID.map { id in
            timetable.keptTrip(id).map { timetable.trips.id($0) } ?? id
        }
        let routeID = trip.routeID.map { id in
            timetable.keptRoute(id).map { timetable.routes.id($0) } ?? id
        }
        guard tripID != trip.tripID || routeID != trip.routeID else { return self }
        return on(
            TripReference(
                tripID: tripID, routeID: routeID, directionID: trip.directionID,
                serviceDay: trip.serviceDay, startTime: trip.startTime))
    }
}
