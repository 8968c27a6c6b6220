import DiaryInference
import History
import Matching
import Timetables
import TransitModel

/// Looks up in the history where the vehicles of lines were during a ride.
struct SightingReader: Sendable {
    private let history: FixReader
    /// The maximum number of rides of a window that are looked up, the last ones; the history does
    /// not reach far back.
    private static let maximumRides = 60
    /// The maximum number of vehicle fixes that are read for a ride.
    private static let maximumFixes = 20_000
    /// The seconds before and after a ride in which its vehicle is looked for.
    private static let margin = 120.0

    init(_ history: FixReader) { self.history = history }

    /// Returns the vehicle positions of the lines that may have been ridden on the legs.
    ///
    /// - Throws: The history's errors.
    func sightings(
        of legs: [DiaryLeg], in timetable: Timetable
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
                            time: fix.time.fractionalSeconds, place: fix.coordinate,
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
