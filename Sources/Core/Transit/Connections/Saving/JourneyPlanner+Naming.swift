package import Realtime
import Timetables
import TransitModel

extension JourneyPlanner {
    /// Returns the id of a connection of known rides.
    ///
    /// The connection begins with the walk from `origin` and ends with the one to `destination`;
    /// without them it begins where the first vehicle is boarded and ends where the last one is
    /// left. Empty without rides.
    package func connectionID(
        of rides: [FoundRide], from origin: PlanningPlace? = nil,
        to destination: PlanningPlace? = nil, overlay: RealtimeOverlay
    ) -> String {
        guard let first = rides.first, let last = rides.last else { return "" }
        func place(_ end: PlanningPlace?, _ found: FoundRide, _ position: Int) -> ItineraryPlace {
            var (stop, coordinate): (StopIndex?, Coordinate?)
            switch end {
            case .stop(let known, _)?: stop = known
            case .point(let point, _)?: coordinate = point
            case nil: stop = found.run.scheduledStop(position)
            }
            return ItineraryPlace(
                name: "", stop: stop, coordinate: coordinate, timeZone: timetable.timeZone)
        }
        return ConnectionID.text(
            JourneySkeleton(rides.map { .ride($0.ride) }),
            origin: place(origin, first, first.ride.board),
            destination: place(destination, last, last.ride.alight), timetable, overlay)
    }
}
