import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Transit

/// A drawn network and a planner, with requests and results as short lines.
struct PlanningScene {
    static let day = ServiceDay(daysSince1970: 20_577)  // 2026-05-04, a Monday

    let timetable: Timetable
    let planner: JourneyPlanner
    var overlay = RealtimeOverlay.none
    var day = PlanningScene.day

    /// Draws a network whose stops are 7.6 km apart, too far to walk.
    ///
    /// `files` replaces or adds files of the feed.
    init(_ drawing: String, files: [String: String] = [:], transfers: String? = nil) throws {
        var feed = TextFeed(drawing)
        feed.files["stops.txt"] = Self.spread(feed.files["stops.txt"] ?? "")
        feed.files.merge(files) { $1 }
        if let transfers {
            feed.files["transfers.txt"] =
                "from_stop_id,to_stop_id,transfer_type,min_transfer_time\n" + transfers + "\n"
        }
        timetable = try feed.compiled()
        planner = JourneyPlanner(timetable)
    }

    init(_ timetable: Timetable) {
        self.timetable = timetable
        planner = JourneyPlanner(timetable)
    }

    /// Spreads stops ten times as far apart as they are drawn.
    static func spread(_ stops: String) -> String {
        let lines = stops.split(separator: "\n")
        return lines.prefix(1).map { $0 + "\n" }.joined()
            + lines.dropFirst().enumerated().map { place, line in
                line.split(separator: ",").dropLast().joined(separator: ",")
                    + ",\(8.0 + Double(place) * 0.1)\n"
            }.joined()
    }

    func stop(_ id: String) throws -> StopIndex { try #require(timetable.stops.find(id: id)) }

    /// Returns an instant by the local time of a day; hours may exceed 24, and count from noon
    /// minus twelve.
    func time(_ text: String, on day: ServiceDay? = nil) throws -> UnixTime {
        timetable.timeZone.time(try #require(ServiceTime(text)), on: day ?? self.day)
    }

    func request(_ from: String, _ to: String, at time: String) throws -> PlanningRequest {
        PlanningRequest(
            from: .stop(try stop(from)), to: .stop(try stop(to)), at: try self.time(time))
    }

    func page(_ request: PlanningRequest, passed: Bool = false) throws -> ConnectionPage {
        try planner.connections(request, overlay: overlay, includesPassed: passed)
    }

    func plan(_ request: PlanningRequest) throws -> String {
        described(try page(request).itineraries)
    }

    func problem(_ request: PlanningRequest) throws -> PlanningProblem {
        try #require(throws: PlanningProblem.self) { try page(request) }
    }

    // MARK: - Real time

    func run(_ trip: String) throws -> RunIndex {
        let index = try #require(timetable.trips.find(id: trip))
        return try #require(timetable.trips.runs(of: index).first)
    }

    /// Delays a run from a position on.
    func late(
        _ trip: String, by seconds: Int32, from first: Int = 0, skipping: Set<Int> = [],
        platforms: [Int: StopIndex] = [:], off: Int32? = nil, occupancy: OccupancyStatus? = nil
    ) throws -> RunChange {
        let run = try run(trip)
        let patterns = timetable.patterns
        let pattern = patterns.pattern(of: run)
        return RunChange(
            calls: patterns.stops(of: pattern).indices.map { position in
                let times = patterns.times(of: run, in: pattern, at: position)
                let late = position >= first ? seconds : 0
                return ExpectedCall(
                    arrival: ServiceTime(seconds: times.arrival.seconds + late),
                    departure: ServiceTime(seconds: times.departure.seconds + late),
                    stop: platforms[position], isSkipped: skipping.contains(position),
                    spread: off.map { CallSpread(either: $0) }, occupancy: occupancy)
            })
    }

    mutating func change(
        _ changes: [String: RunChange], added: [AddedRun] = [], alerts: [ServiceAlert] = [],
        version: UInt64 = 1
    ) throws {
        overlay = RealtimeOverlay(
            version: version,
            changes: Dictionary(
                uniqueKeysWithValues: try changes.map {
                    (DatedRun(run: try run($0.key), day: day), $0.value)
                }), added: added, alerts: alerts)
    }

    // MARK: - Output

    /// Returns one line per connection: `8:00-8:40 2: red-1 A-B, walk B-C 5:00, blue-1 C-D`.
    func described(_ itineraries: [Itinerary]) -> String {
        itineraries.map(described).joined(separator: "\n")
    }

    func described(_ itinerary: Itinerary) -> String {
        let zone = timetable.timeZone
        func clock(_ time: UnixTime) -> String {
            let text = String(zone.iso8601(time).dropFirst(11).prefix(8))
            return text.hasSuffix(":00") ? String(text.prefix(5)) : text
        }
        let legs = itinerary.legs.map { leg in
            switch leg {
            case .walk(let walk): return "walk \(id(walk.from))-\(id(walk.to)) \(walk.seconds) s"
            case .ride(let ride):
                return (ride.staysSeated ? "still " : "")
                    + "\(ride.tripID) \(id(ride.board.place))-\(id(ride.alight.place))"
            }
        }
        let troubles = itinerary.troubles.isEmpty ? "" : " \(itinerary.troubles)"
        return "\(clock(itinerary.departure.expected))-\(clock(itinerary.arrival.expected)) "
            + "\(itinerary.rideCount): " + legs.joined(separator: ", ") + troubles
    }

    private func id(_ place: ItineraryPlace) -> String {
        place.stop.map(timetable.stops.id) ?? "*"
    }
}
