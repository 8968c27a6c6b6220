package import Timetables
package import TransitModel

extension VehicleFix {
    /// Returns the fix with the current ids of its trip and route.
    ///
    /// When it was stored, the network may have been made of fewer or more feeds, which changes
    /// ids.
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
