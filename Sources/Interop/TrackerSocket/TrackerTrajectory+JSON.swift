import JSONWriting
import TransitModel

extension TrackerTrajectory {
    /// The maximum number of corners or intervals of a trajectory.
    package static let maximumPoints = 20_000

    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { feature in
            feature.member("type", "Feature")
            feature.object("geometry") { geometry in
                geometry.member("type", "LineString")
                geometry.array("coordinates") { list in
                    for corner in corners { list.point(corner) }
                    // A line needs two ends, even if nothing moves.
                    if corners.count == 1 { list.point(corners[0]) }
                }
            }
            feature.object("properties") { write(to: &$0) }
        }
        return writer.bytes
    }

    private func write(to properties: inout JSONWriter) {
        properties.member("train_id", trainID)
        properties.member("type", mode.rawValue)
        properties.member("tenant", tenant)
        properties.key("line")
        if let line { line.write(to: &properties) } else { properties.null() }
        properties.array("time_intervals") { list in
            for interval in intervals {
                list.array {
                    $0.value(Int(interval.time))
                    $0.number(interval.fraction, decimals: 6)
                    if let direction = interval.direction {
                        $0.number(direction, decimals: 4)
                    } else {
                        $0.null()
                    }
                }
            }
        }
        let bounds = bounds
        properties.array("bounds") { list in
            for edge in [bounds.left, bounds.bottom, bounds.right, bounds.top] { list.number(edge) }
        }
        properties.member("delay", delay)
        properties.member("state", state?.rawValue)
        properties.member("timestamp", timestamp)
        properties.member("event_timestamp", eventTimestamp)
        properties.member("time_since_update", timeSinceUpdate)
        properties.member("has_journey", hasJourney)
        properties.member("has_realtime", hasRealtime)
        properties.member("has_realtime_journey", hasRealtime && hasJourney)
        properties.member("operator_provides_realtime_journey", hasJourney ? "yes" : "unknown")
        properties.member("route_identifier", routeIdentifier)
        properties.member("gen_level", level?.rawValue)
        properties.array("gen_range") { list in
            list.value(GeneralisationLevel.five.rawValue)
            list.value(GeneralisationLevel.hundred.rawValue)
        }
        properties.member("graph", "osm")
    }

    /// Parses a feature of any server version; nil if it lacks the vehicle or its location.
    ///
    /// Intervals that are out of order are dropped, and fractions are limited to 0...1.
    init?(_ feature: JSONNode) {
        let properties = feature["properties"]
        guard let trainID = properties["train_id"].id, !trainID.isEmpty,
            let corners = Self.corners(feature["geometry"]),
            let instants = properties["time_intervals"].array,
            instants.count <= Self.maximumPoints
        else { return nil }
        let intervals = Self.intervals(instants)
        guard let first = intervals.first else { return nil }
        self.init(
            trainID: trainID, mode: TrackerMode(rawValue: properties["type"].string ?? "") ?? .rail,
            tenant: properties["tenant"].string ?? "", corners: corners, intervals: intervals,
            timestamp: properties["timestamp"].integer ?? first.time)
        line = TrackerLine(properties["line"])
        delay = properties["delay"].integer
        state = properties["state"].string.flatMap { State(rawValue: $0) }
        eventTimestamp = properties["event_timestamp"].integer
        timeSinceUpdate = properties["time_since_update"].integer
        hasJourney = properties["has_journey"].bool ?? false
        // Servers without this member sent only vehicles that report themselves.
        hasRealtime = properties["has_realtime"].bool ?? true
        routeIdentifier = properties["route_identifier"].string
        level = properties["gen_level"].integer.flatMap { GeneralisationLevel(rawValue: Int($0)) }
    }

    /// Returns the corners of a line, or a single point.
    ///
    /// The first servers sent coordinates in degrees. Metres that small are all in the sea off
    /// Ghana, where broken devices are but nothing runs.
    private static func corners(_ geometry: JSONNode) -> [MercatorPoint]? {
        guard let corners = metres(geometry) else { return nil }
        guard corners.allSatisfy({ abs($0.x) <= 180 && abs($0.y) <= 90 }) else { return corners }
        return corners.map { MercatorPoint(Coordinate(latitude: $0.y, longitude: $0.x)) }
    }

    private static func metres(_ geometry: JSONNode) -> [MercatorPoint]? {
        if geometry["type"].string == "Point" {
            return geometry["coordinates"].point.map { [$0] }
        }
        guard let list = geometry["coordinates"].array, list.count <= maximumPoints else {
            return nil
        }
        let corners = list.compactMap(\.point)
        return corners.isEmpty || corners.count < list.count ? nil : corners
    }

    private static func intervals(_ instants: [JSONNode]) -> [Interval] {
        var intervals: [Interval] = []
        for instant in instants {
            guard let values = instant.array, values.count >= 2, let time = values[0].integer,
                let fraction = values[1].double, time > intervals.last?.time ?? .min
            else { continue }
            intervals.append(
                Interval(
                    time: time,
                    fraction: max(min(max(fraction, 0), 1), intervals.last?.fraction ?? 0),
                    direction: values.count > 2 ? values[2].double : nil))
        }
        return intervals
    }
}
