package import Realtime
package import Timetables
import TransitModel

/// The ids of vehicles, trips, lines and stations on the tracker socket.
///
/// Numbers are derived from the GTFS ids, so that they survive another import of the network.
package struct TrackerNames: Sendable {
    /// The tenant of all vehicles, and the prefix of every train id.
    package static let tenant = "takt"

    private let timetable: Timetable
    private let lineNumbers: [RouteIndex: Int64]
    private let stationNumbers: [StopIndex: Int64]
    private let stationsByNumber: [Int64: StopIndex]
    /// The stations and single stops with stop calls, in order of rows.
    package let stations: [StopIndex]

    package init(_ timetable: Timetable) {
        self.timetable = timetable
        lineNumbers =
            StableNumbers(timetable.routes.indices.map { ($0, timetable.lastingID(of: $0)) })
            .numbers
        var served = Set<StopIndex>()
        for stop in timetable.stops.indices where !timetable.stops.callOffsets[stop].isEmpty {
            served.insert(Self.station(of: stop, timetable))
        }
        stations = served.sorted()
        stationNumbers = Self.numbers(stations, timetable)
        stationsByNumber = Dictionary(
            stationNumbers.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Keeps ids that are numbers, such as UIC codes.
    private static func numbers(_ stations: [StopIndex], _ timetable: Timetable)
        -> [StopIndex: Int64]
    {
        var numbers: [StopIndex: Int64] = [:]
        var others: [(thing: StopIndex, id: String)] = []
        for station in stations {
            let id = timetable.lastingID(of: station)
            if let number = Int64(id), (1...0x7fff_ffff).contains(number), "\(number)" == id {
                numbers[station] = number
            } else {
                others.append((station, id))
            }
        }
        let taken = Set(numbers.values)
        for (station, number) in StableNumbers(others, avoiding: taken).numbers {
            numbers[station] = number
        }
        return numbers
    }

    private static func station(of stop: StopIndex, _ timetable: Timetable) -> StopIndex {
        var place = stop
        // A boarding area is part of a platform, which is part of a station.
        for _ in 0..<3 {
            guard let parent = timetable.stops.parent(place) else { break }
            place = parent
        }
        return place
    }

    /// Returns the number of a stop's station; nil if it has no stop calls.
    package func number(of stop: StopIndex) -> Int64? {
        stationNumbers[Self.station(of: stop, timetable)]
    }

    /// Returns the station with this number or GTFS id, which may be a platform's; nil if none.
    package func station(_ name: String) -> StopIndex? {
        if let number = Int64(name), let station = stationsByNumber[number] { return station }
        return timetable.keptStop(PercentEncoding.decoded(name)).map {
            Self.station(of: $0, timetable)
        }
    }

    package func line(_ route: RouteIndex) -> TrackerLine {
        TrackerLine(
            id: lineNumbers[route], name: timetable.routes.lineName(route),
            colour: timetable.routes.colour(route), textColour: timetable.routes.textColour(route))
    }

    /// Returns the train id of an observed vehicle.
    package func trainID(vehicle id: String) -> String { "\(Self.tenant)_\(id.percentEncoded())" }

    /// Returns the train id of a trip without an observed vehicle.
    package func trainID(_ dated: DatedRun) -> String {
        let trip = timetable.trips.id(timetable.patterns.runTrips[dated.run])
        let start = timetable.patterns.runStarts[dated.run]
        return "\(Self.tenant)_\(Self.runMark)\(trip.percentEncoded())"
            + ":\(dated.day.compactDescription):\(start)"
    }

    /// Returns the trip of a train id; nil if it is a vehicle's or unknown.
    package func run(trainID: String) -> DatedRun? {
        let mark = "\(Self.tenant)_\(Self.runMark)"
        guard trainID.hasPrefix(mark) else { return nil }
        let parts = trainID.dropFirst(mark.count).split(
            separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let day = ServiceDay(parts[1]), let start = Int32(parts[2]),
            let trip = timetable.keptTrip(PercentEncoding.decoded(parts[0]), on: day)
        else { return nil }
        let patterns = timetable.patterns
        let run = timetable.trips.runs(of: trip).first {
            patterns.runStarts[$0] == start
                && timetable.services.isActive(patterns.runServices[$0], on: day)
        }
        return run.map { DatedRun(run: $0, day: day) }
    }

    /// Percent-encoded vehicle ids have no colon, so this mark is unambiguous.
    private static let runMark = "run:"
}
