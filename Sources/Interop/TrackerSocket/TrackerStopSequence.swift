import JSONWriting

/// The stops of a run with planned and expected times.
package struct TrackerStopSequence: Hashable, Sendable {
    /// The id of the run.
    package var id: String
    /// The destination as riders read it.
    package var destination: String
    /// The line that the run serves; nil if unknown.
    package var line: TrackerLine?
    package var mode: TrackerMode
    package var tenant: String
    /// The id of the run in other systems; nil if unknown.
    package var routeIdentifier: String?
    /// Whether the run was observed rather than assumed from the timetable.
    package var hasRealtime: Bool
    /// The messages for riders of the run.
    package var situations: [String]
    /// The operator; nil if unknown.
    package var operatorName: String?
    /// The stops in order of travel.
    package var stations: [Station]

    /// A stop of the run.
    package struct Station: Hashable, Sendable {
        /// A number that identifies the stop; nil if there is none.
        package var id: Int64?
        /// The name as riders read it.
        package var name: String
        /// The id of the stop in other systems.
        package var uid: String
        /// The location; nil if unknown.
        package var place: MercatorPoint?
        /// Planned arrival in Unix milliseconds; nil at the first stop.
        package var aimedArrival: Int64?
        /// Expected arrival; nil at the first stop.
        package var arrival: Int64?
        /// Planned departure; nil at the last stop.
        package var aimedDeparture: Int64?
        /// Expected departure; nil at the last stop.
        package var departure: Int64?
        /// Whether the expected times come from a vehicle rather than only from the timetable.
        package var isExpected = false
        /// Whether the vehicle skips the stop.
        package var isCancelled = false
        /// Whether boarding is not allowed.
        package var noPickUp = false
        /// Whether alighting is not allowed.
        package var noDropOff = false
        /// The platform as riders read it; nil if unknown.
        package var platform: String?
        /// The vehicle's progress at this stop; nil if unknown.
        package var state: State?
    }

    /// A vehicle's progress at a stop.
    package enum State: String, Sendable {
        case pending = "PENDING"
        case boarding = "BOARDING"
        case leaving = "LEAVING"
        case timeBased = "TIME_BASED"
        case stopCancelled = "STOP_CANCELLED"
        case journeyCancelled = "JOURNEY_CANCELLED"
    }

    /// Creates a run with its mandatory members.
    package init(
        id: String, destination: String, mode: TrackerMode, tenant: String, stations: [Station]
    ) {
        self.id = id
        self.destination = destination
        self.mode = mode
        self.tenant = tenant
        self.stations = stations
        hasRealtime = false
        situations = []
    }
}

extension TrackerStopSequence {
    /// The maximum number of stops of a run; longer ones are rejected.
    package static let maximumStations = 1000

    /// The JSON object of the run; a message's content is an array of one or more.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { run in
            run.member("id", id)
            run.member("train_id", id)
            run.member("destination", destination)
            run.member("new_destination", nil as String?)
            run.key("line")
            if let line { line.write(to: &run) } else { run.null() }
            run.member("type", mode.rawValue)
            run.member("vehicle_mode", mode.rawValue)
            run.member("tenant", tenant)
            run.member("routeIdentifier", routeIdentifier)
            run.member("train_number", nil as Int?)
            run.member("longName", line?.name)
            run.member("shortName", line?.name)
            run.member("operator", operatorName)
            run.member("publisher", nil as String?)
            run.member("has_realtime", hasRealtime)
            run.member("has_realtime_journey", hasRealtime)
            run.member("operator_provides_realtime_journey", hasRealtime ? "yes" : "unknown")
            run.array("situations") { list in
                for text in situations { list.object { $0.member("description", text) } }
            }
            run.object("extra_data") {
                $0.member("event_timestamp", nil as Int?)
                $0.member("event_location_name", nil as String?)
                $0.member("transport_code", nil as String?)
            }
            run.array("stations") { list in
                for station in stations { list.object { station.write(to: &$0) } }
            }
        }
        return writer.bytes
    }

    init?(_ node: JSONNode) {
        guard let list = node["stations"].array, list.count <= Self.maximumStations else {
            return nil
        }
        self.init(
            id: node["id"].id ?? node["train_id"].id ?? "",
            destination: node["destination"].string ?? "",
            mode: TrackerMode(rawValue: node["type"].string ?? "") ?? .rail,
            tenant: node["tenant"].string ?? "", stations: list.compactMap { Station($0) })
        line = TrackerLine(node["line"])
        routeIdentifier = node["routeIdentifier"].string
        hasRealtime = node["has_realtime"].bool ?? node["has_realtime_journey"].bool ?? false
        situations = (node["situations"].array ?? []).compactMap { $0["description"].string }
        operatorName = node["operator"].string
    }
}

extension TrackerStopSequence.Station {
    fileprivate func write(to station: inout JSONWriter) {
        func delay(_ expected: Int64?, _ aimed: Int64?) -> Int64? {
            guard isExpected, let expected, let aimed else { return nil }
            return expected - aimed
        }
        station.member("stationId", id)
        station.member("stationName", name)
        station.member("stopUID", uid)
        station.key("coordinate")
        if let place { station.point(place) } else { station.null() }
        station.member("arrivalTime", arrival)
        station.member("aimedArrivalTime", aimedArrival)
        station.member("departureTime", departure)
        station.member("aimedDepartureTime", aimedDeparture)
        station.member("arrivalDelay", delay(arrival, aimedArrival))
        station.member("departureDelay", delay(departure, aimedDeparture))
        station.member("cancelled", isCancelled)
        station.member("noPickUp", noPickUp)
        station.member("noDropOff", noDropOff)
        station.member("platform", platform)
        station.member("state", state?.rawValue)
        station.member("changes", [])
        station.member("formation_id", nil as Int?)
    }

    fileprivate init?(_ node: JSONNode) {
        guard node.isObject else { return nil }
        self.init(
            id: node["stationId"].integer, name: node["stationName"].string ?? "",
            uid: node["stopUID"].id ?? "", place: node["coordinate"].point)
        let late = (node["arrivalDelay"].integer, node["departureDelay"].integer)
        arrival = node["arrivalTime"].integer
        departure = node["departureTime"].integer
        // Missing planned times are computed from the expected ones minus the delay.
        aimedArrival =
            node["aimedArrivalTime"].integer ?? Self.aimed(arrival, late.0)
        aimedDeparture =
            node["aimedDepartureTime"].integer ?? Self.aimed(departure, late.1)
        isExpected = late.0 != nil || late.1 != nil
        isCancelled = node["cancelled"].bool ?? false
        noPickUp = node["noPickUp"].bool ?? false
        noDropOff = node["noDropOff"].bool ?? false
        platform = node["platform"].id
        state = node["state"].string.flatMap { TrackerStopSequence.State(rawValue: $0) }
    }

    /// Delays beyond a year are invalid and must not overflow.
    private static func aimed(_ expected: Int64?, _ delay: Int64?) -> Int64? {
        guard let expected, let delay, abs(delay) < 31_536_000_000 else { return expected }
        return expected - delay
    }
}
