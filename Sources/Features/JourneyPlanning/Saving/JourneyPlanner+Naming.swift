package import Realtime
package import Rides
import Timetables

extension JourneyPlanner {
    /// The id by which a connection of known rides is found again.
    ///
    /// It begins where the first vehicle is boarded and ends where the last one is left. Empty without
    /// rides.
    package func connectionID(of rides: [FoundRide], overlay: RealtimeOverlay) -> String {
        guard let first = rides.first, let last = rides.last else { return "" }
        func place(_ found: FoundRide, _ position: Int) -> ItineraryPlace {
            ItineraryPlace(
                name: "", stop: found.run.scheduledStop(position), coordinate: nil,
                timeZone: timetable.timeZone)
        }
        return ConnectionID.text(
            Sketch(rides.map { .ride($0.ride) }), origin: place(first, first.ride.board),
            destination: place(last, last.ride.alight), timetable, overlay)
    }
}
