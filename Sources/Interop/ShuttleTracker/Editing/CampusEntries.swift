import TransitModel

/// An operator's input for a vehicle; nil fields keep their value.
package struct VehicleEntry: Decodable, Sendable {
    let name: String?
    let enabled: Bool?
    let trackerID: String?

    private enum CodingKeys: String, CodingKey {
        case name, enabled
        case trackerID = "tracker_id"
    }

    /// Validates the input.
    ///
    /// - Throws: ``CampusProblem/badField(_:expected:)`` if a field is missing or invalid.
    func vehicle(
        id: Int64, from old: ShuttleVehicle?, at now: ShuttleTime
    ) throws(CampusProblem) -> ShuttleVehicle {
        ShuttleVehicle(
            id: id, name: try Field.text("name", name ?? old?.name, 1...100),
            created: old?.created ?? now, updated: now,
            isEnabled: enabled ?? old?.isEnabled ?? true,
            trackerID: try Field.text("tracker_id", trackerID ?? old?.trackerID ?? "\(id)", 1...100)
        )
    }
}

/// An operator's input for a stop; nil fields keep their value.
package struct StopEntry: Decodable, Sendable {
    let name: String?
    let description: String?
    let latitude: Double?
    let longitude: Double?

    /// Validates the input.
    ///
    /// - Throws: ``CampusProblem/badField(_:expected:)`` if a field is missing or invalid.
    func stop(
        id: Int64, from old: ShuttleStop?, at now: ShuttleTime
    ) throws(CampusProblem) -> ShuttleStop {
        let latitude = latitude ?? old?.coordinate.latitude
        let longitude = longitude ?? old?.coordinate.longitude
        let name = name ?? old?.name
        let summary = description ?? old?.summary
        return ShuttleStop(
            id: id, coordinate: try Field.place(latitude, longitude), created: old?.created ?? now,
            updated: now,
            name: try name.map { name throws(CampusProblem) in
                try Field.text("name", name, 0...200)
            },
            summary: try summary.map { text throws(CampusProblem) in
                try Field.text("description", text, 0...2000)
            })
    }
}

/// An operator's input for a route; nil fields keep their value.
package struct RouteEntry: Decodable, Sendable {
    let name: String?
    let description: String?
    let enabled: Bool?
    let color: String?
    let width: Int64?
    let stopIDs: [Int64]?
    let points: [Point]?
    let schedule: [Period]?
    /// Minutes; 0 removes the headway.
    let headway: Int64?

    struct Point: Decodable, Sendable {
        let latitude: Double
        let longitude: Double
    }

    struct Period: Decodable, Sendable {
        let startDay: Int
        let startTime: ShuttleTime
        let endDay: Int
        let endTime: ShuttleTime

        private enum CodingKeys: String, CodingKey {
            case startDay = "start_day"
            case startTime = "start_time"
            case endDay = "end_day"
            case endTime = "end_time"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case name, description, enabled, color, width, points, schedule, headway
        case stopIDs = "stop_ids"
    }

    /// The maximum number of stops of a route, with repeats.
    private static let maximumStops = 500
    /// The maximum number of points of a route's shape.
    private static let maximumPoints = 5000
    private static let maximumPeriods = 100
    private static let maximumHeadwayMinutes: Int64 = 720

    /// Validates the input.
    ///
    /// Without points the shape connects the route's stops by straight lines.
    ///
    /// `stops`: The existing stops.
    ///
    /// - Throws: ``CampusProblem/badField(_:expected:)`` if a field is missing or invalid.
    func route(
        id: Int64, from old: ShuttleRoute?, stops: [ShuttleStop], at now: ShuttleTime
    ) throws(CampusProblem) -> ShuttleRoute {
        let stopIDs = stopIDs ?? old?.stopIDs ?? []
        let places = Dictionary(
            stops.map { ($0.id, $0.coordinate) }, uniquingKeysWith: { first, _ in first })
        for stop in stopIDs where places[stop] == nil {
            throw .badField("stop_ids", expected: "numbers of stops; there is no stop \(stop)")
        }
        guard stopIDs.count <= Self.maximumStops else {
            throw .badField("stop_ids", expected: "at most \(Self.maximumStops) stops")
        }
        return ShuttleRoute(
            id: id, name: try Field.text("name", name ?? old?.name, 1...200),
            summary: try Field.text("description", description ?? old?.summary ?? "", 0...2000),
            isEnabled: enabled ?? old?.isEnabled ?? true,
            colour: try Field.colour("color", color ?? old?.colour ?? "#5A6470"),
            widthPixels: try Field.number("width", width ?? old?.widthPixels ?? 4, 1...50),
            stopIDs: stopIDs, created: old?.created ?? now, updated: now,
            points: try points(from: old, stopIDs.compactMap { places[$0] }),
            schedule: try periods(of: id) ?? old?.schedule ?? [],
            headwayMinutes: try minutes(from: old))
    }

    private func minutes(from old: ShuttleRoute?) throws(CampusProblem) -> Int64? {
        guard let headway else { return old?.headwayMinutes }
        return headway == 0
            ? nil : try Field.number("headway", headway, 1...Self.maximumHeadwayMinutes)
    }

    private func points(
        from old: ShuttleRoute?, _ stops: [Coordinate]
    ) throws(CampusProblem) -> [Coordinate] {
        guard let points else {
            let known = old?.points ?? []
            return known.isEmpty ? stops : known
        }
        guard points.count <= Self.maximumPoints else {
            throw .badField("points", expected: "at most \(Self.maximumPoints) places")
        }
        var places: [Coordinate] = []
        for point in points { places.append(try Field.place(point.latitude, point.longitude)) }
        return places
    }

    private func periods(of route: Int64) throws(CampusProblem) -> [ShuttleActivePeriod]? {
        guard let schedule else { return nil }
        guard schedule.count <= Self.maximumPeriods else {
            throw .badField("schedule", expected: "at most \(Self.maximumPeriods) periods")
        }
        for period in schedule {
            guard (0...6).contains(period.startDay), (0...6).contains(period.endDay) else {
                throw .badField("schedule", expected: "periods between days 0 (Sunday) and 6")
            }
        }
        return schedule.enumerated().map { number, period in
            ShuttleActivePeriod(
                id: Int64(number + 1), routeID: route, startDay: period.startDay,
                startTime: period.startTime, endDay: period.endDay, endTime: period.endTime)
        }
    }
}

/// An operator's input for the message; nil fields keep their value.
package struct MessageEntry: Decodable, Sendable {
    let message: String?
    let enabled: Bool?
    let link: String?

    /// Validates the input.
    ///
    /// - Throws: ``CampusProblem/badField(_:expected:)`` if a field is invalid.
    func message(
        from old: ShuttleMessage?, at now: ShuttleTime
    ) throws(CampusProblem) -> ShuttleMessage {
        let link = try Field.text("link", link ?? old?.link ?? "", 0...500)
        guard link.isEmpty || link.hasPrefix("https://") || link.hasPrefix("http://") else {
            throw .badField("link", expected: "an address that begins with https://")
        }
        return ShuttleMessage(
            message: try Field.text("message", message ?? old?.message ?? "", 0...2000),
            isEnabled: enabled ?? old?.isEnabled ?? true, created: old?.created ?? now,
            updated: now, link: link)
    }
}

/// Validates single fields.
private enum Field {
    static func text(
        _ name: String, _ value: String?, _ length: ClosedRange<Int>
    ) throws(CampusProblem) -> String {
        // Control characters are refused, except line feeds.
        guard let value, length.contains(value.unicodeScalars.count),
            value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f || $0 == "\n" })
        else {
            throw .badField(
                name, expected: "text of \(length.lowerBound) to \(length.upperBound) characters")
        }
        return value
    }

    static func number(
        _ name: String, _ value: Int64, _ range: ClosedRange<Int64>
    ) throws(CampusProblem) -> Int64 {
        guard range.contains(value) else {
            throw .badField(
                name, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    static func colour(_ name: String, _ value: String) throws(CampusProblem) -> RGBColour {
        guard let colour = RGBColour(hex: value) else {
            throw .badField(name, expected: "a colour as in #E1501B")
        }
        return colour
    }

    static func place(_ latitude: Double?, _ longitude: Double?) throws(CampusProblem) -> Coordinate
    {
        guard let latitude, let longitude else {
            throw .badField("latitude", expected: "given, with 'longitude'")
        }
        let place = Coordinate(latitude: latitude, longitude: longitude)
        guard place.isPlausible else {
            throw .badField("latitude", expected: "with 'longitude' a place on Earth, in degrees")
        }
        return place
    }
}
