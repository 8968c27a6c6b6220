package import TransitModel

/// A route that shuttles serve in a loop, as in `GET /routes`.
package struct ShuttleRoute: Hashable, Sendable {
    package let id: Int64
    /// The name that riders see.
    package let name: String
    /// The description that riders see; may be empty.
    package let summary: String
    /// Whether the operator offers the route at all.
    package let isEnabled: Bool
    /// A colour such as `#E1501B`.
    package let colour: String
    /// The width of the line on maps, in pixels.
    package let widthPixels: Int64
    /// The stops in order of travel; a stop may occur repeatedly.
    package let stopIDs: [Int64]
    package let created: ShuttleTime
    package let updated: ShuttleTime
    /// The shape; the last point connects to the first.
    package let points: [Coordinate]
    /// Whether the schedule has the route active now.
    package let isActive: Bool
    /// The active periods; encoded as `[]`, never as `null`, if empty.
    package let schedule: [ShuttleActivePeriod]
    /// The operator's headway in minutes; nil if not given.
    ///
    /// An addition of Takt's: the original API has no such member, and nil is not encoded.
    package let headwayMinutes: Int64?

    package init(
        id: Int64, name: String, summary: String = "", isEnabled: Bool = true,
        colour: RGBColour, widthPixels: Int64 = 4, stopIDs: [Int64], created: ShuttleTime,
        updated: ShuttleTime, points: [Coordinate], isActive: Bool = true,
        schedule: [ShuttleActivePeriod] = [], headwayMinutes: Int64? = nil
    ) {
        self.id = id
        self.name = name
        self.summary = summary
        self.isEnabled = isEnabled
        self.colour = colour.hex
        self.widthPixels = widthPixels
        self.stopIDs = stopIDs
        self.created = created
        self.updated = updated
        self.points = points
        self.isActive = isActive
        self.schedule = schedule
        self.headwayMinutes = headwayMinutes
    }
}

extension ShuttleRoute: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, name, created, updated, points, schedule
        case summary = "description"
        case isEnabled = "enabled"
        case colour = "color"
        case widthPixels = "width"
        case stopIDs = "stop_ids"
        case isActive = "active"
        case headwayMinutes = "headway"
    }

    /// Decodes a route.
    ///
    /// - Throws: `DecodingError` if a value is missing or has another type.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int64.self, forKey: .id)
        name = try container.decode(String.self, forKey: .name)
        summary = try container.decode(String.self, forKey: .summary)
        isEnabled = try container.decode(Bool.self, forKey: .isEnabled)
        colour = try container.decode(String.self, forKey: .colour)
        widthPixels = try container.decode(Int64.self, forKey: .widthPixels)
        created = try container.decode(ShuttleTime.self, forKey: .created)
        updated = try container.decode(ShuttleTime.self, forKey: .updated)
        isActive = try container.decode(Bool.self, forKey: .isActive)
        // Go encodes a nil slice as `null`.
        stopIDs = try container.decodeIfPresent([Int64].self, forKey: .stopIDs) ?? []
        points = try container.decodeIfPresent([Coordinate].self, forKey: .points) ?? []
        schedule =
            try container.decodeIfPresent([ShuttleActivePeriod].self, forKey: .schedule) ?? []
        headwayMinutes = try container.decodeIfPresent(Int64.self, forKey: .headwayMinutes)
    }
}

/// A part of the week in which a route is active.
package struct ShuttleActivePeriod: Hashable, Sendable, Codable {
    package let id: Int64
    package let routeID: Int64
    /// 0 is Sunday, 6 is Saturday.
    package let startDay: Int
    /// Only the time of day counts, not the date.
    package let startTime: ShuttleTime
    /// 0 is Sunday, 6 is Saturday.
    package let endDay: Int
    /// Only the time of day counts, not the date.
    package let endTime: ShuttleTime

    private enum CodingKeys: String, CodingKey {
        case id
        case routeID = "route_id"
        case startDay = "start_day"
        case startTime = "start_time"
        case endDay = "end_day"
        case endTime = "end_time"
    }
}
