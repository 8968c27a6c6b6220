import DiaryInference
import History
import Matching
import Realtime
import Timetables
import TransitModel

/// Asks the history where the vehicles of lines were while somebody rode.
struct VehicleWitness: Sendable {
    private let history: FixReader
    /// A history is asked about so many rides of a window at most, the last ones; it does not reach far back.
    private static let maximumRides = 60
    /// So many fixes of vehicles are read at most for a ride.
    private static let maximumFixes = 20_000
    /// A vehicle is looked for from so long before a ride until so long after it, in seconds.
    private static let margin = 120.0

    init(_ history: FixReader) { self.history = history }

    /// What was seen of the lines that may have been ridden on some legs.
    func sightings(
        of legs: [DiaryLeg], timetable: Timetable
    ) async throws -> VehicleSightings {
        var sightings = VehicleSightings()
        for leg in legs.filter({ !$0.lines.isEmpty }).suffix(Self.maximumRides) {
            for route in Set(leg.lines.map(\.route)).sorted() {
                let id = timetable.routes.id(route)
                let query = FixQuery(
                    routeIDs: [id]
                        + timetable.otherSpellings(of: id, in: timetable.routes.feeds[route]),
                    from: Self.time(leg.start - Self.margin),
                    to: Self.time(leg.end + Self.margin))
                var count = 0
                for try await archived in history.fixes(query) {
                    let fix = archived.fix
                    sightings.add(
                        fix.vehicleID,
                        VehicleSightings.Sighting(
                            time: Double(fix.time.milliseconds) / 1000, place: fix.coordinate,
                            route: id, trip: fix.current(in: timetable).trip?.tripID))
                    count += 1
                    if count >= Self.maximumFixes { break }
                }
            }
        }
        return sightings
    }

    private static func time(_ seconds: Double) -> UnixTime {
        UnixTime(milliseconds: Int64((seconds * 1000).rounded()))
    }
}
