package import TransitModel

/// A route that shuttles drive in a loop, as `GET /routes` lists it.
package struct ShuttleRoute: Hashable, Sendable {
    /// The number of the row.
    package let id: Int64
    /// What riders call it.
    package let name: String
    /// What riders read about the route; may be empty.
    package let summary: String
    /// Whether the operator offers the route at all.
    package let isEnabled: Bool
    /// As in `#E1501B`.
    package let colour: String
    /// How broad the line is drawn, in pixels.
    package let widthPixels: Int64
    /// The stops in order of travel; a stop may come more than once.
    package let stopIDs: [Int64]
    /// When the entry was made.
    package let created: ShuttleTime
    /// When the entry last changed.
    package let updated: ShuttleTime
    /// The line of the route; the last point leads back to the first.
    package let points: [Coordinate]
    /// Whether vehicles run at this moment, by the schedule.
    package let isActive: Bool
    /// When the route is active; written as `[]`, never as `null`, when empty.
    package let schedule: [ShuttleActivePeriod]
    /// Minutes from one vehicle to the next, as the operator says; nil where nobody said.
    ///
    /// Takt's own: the original API has no such member, and it is not written where it is nil.
    package let headwayMinutes: Int64?

    /// Makes a route, complete as listed.
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

    /// Reads one entry.
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
        // Go writes a slice that was never made as `null`.
        stopIDs = try container.decodeIfPresent([Int64].self, forKey: .stopIDs) ?? []
        points = try container.decodeIfPresent([Coordinate].self, forKey: .points) ?? []
        schedule =
            try container.decodeIfPresent([ShuttleActivePeriod].self, forKey: .schedule) ?? []
        headwayMinutes = try container.decodeIfPresent(Int64.self, forKey: .headwayMinutes)
    }
}

/// A part of the week in which a route is active.
package struct ShuttleActivePeriod: Hashable, Sendable, Codable {
    /// The number of the row.
    package let id: Int64
    /// The route that is active.
    package let routeID: Int64
    /// 0 is Sunday, 6 is Saturday.
    package let startDay: Int
    /// Only the time of day counts; the date is that of some other day.
    package let startTime: ShuttleTime
    /// 0 is Sunday, 6 is Saturday.
    package let endDay: Int
    /// Only the time of day counts; the date is that of some other day.
    package let endTime: ShuttleTime

    /// Makes a period, complete as listed.
    package init(
        id: Int64, routeID: Int64, startDay: Int, startTime: ShuttleTime, endDay: Int,
        endTime: ShuttleTime
    ) {
        self.id = id
        self.routeID = routeID
        self.startDay = startDay
        self.startTime = startTime
        self.endDay = endDay
        self.endTime = endTime
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case routeID = "route_id"
        case startDay = "start_day"
        case startTime = "start_time"
        case endDay = "end_day"
        case endTime = "end_time"
    }
}
