package import TransitModel

/// A place where shuttles stop, as `GET /stops` lists it.
package struct ShuttleStop: Hashable, Sendable {
    /// The number of the stop.
    package let id: Int64
    /// Where it is.
    package let coordinate: Coordinate
    /// When the entry was made.
    package let created: ShuttleTime
    /// When the entry last changed.
    package let updated: ShuttleTime
    /// nil if the stop was never named; written as `null`.
    package let name: String?
    /// nil if nothing is said about the stop; written as `null`.
    package let summary: String?

    /// Makes a stop, complete as listed.
    package init(
        id: Int64, coordinate: Coordinate, created: ShuttleTime, updated: ShuttleTime,
        name: String?, summary: String? = nil
    ) {
        self.id = id
        self.coordinate = coordinate
        self.created = created
        self.updated = updated
        self.name = name
        self.summary = summary
    }
}

extension ShuttleStop: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, latitude, longitude, created, updated, name
        case summary = "description"
    }

    /// Reads one entry.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int64.self, forKey: .id)
        coordinate = Coordinate(
            latitude: try container.decode(Double.self, forKey: .latitude),
            longitude: try container.decode(Double.self, forKey: .longitude))
        created = try container.decode(ShuttleTime.self, forKey: .created)
        updated = try container.decode(ShuttleTime.self, forKey: .updated)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        summary = try container.decodeIfPresent(String.self, forKey: .summary)
    }

    /// Writes one entry.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(coordinate.latitude, forKey: .latitude)
        try container.encode(coordinate.longitude, forKey: .longitude)
        try container.encode(created, forKey: .created)
        try container.encode(updated, forKey: .updated)
        // Not `encodeIfPresent`: clients expect the key, with `null` for nothing.
        try container.encode(name, forKey: .name)
        try container.encode(summary, forKey: .summary)
    }
}
