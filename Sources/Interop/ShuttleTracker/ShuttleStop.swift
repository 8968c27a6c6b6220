package import TransitModel

/// A stop of shuttles, as in `GET /stops`.
package struct ShuttleStop: Hashable, Sendable {
    package let id: Int64
    package let coordinate: Coordinate
    package let created: ShuttleTime
    package let updated: ShuttleTime
    /// Nil if the stop has no name; encoded as `null`.
    package let name: String?
    /// The description; nil if there is none, encoded as `null`.
    package let summary: String?

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

    /// Decodes a stop.
    ///
    /// - Throws: `DecodingError` if a value is missing or has another type.
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

    /// Encodes a stop.
    ///
    /// - Throws: `EncodingError` if the coordinate is not finite.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(coordinate.latitude, forKey: .latitude)
        try container.encode(coordinate.longitude, forKey: .longitude)
        try container.encode(created, forKey: .created)
        try container.encode(updated, forKey: .updated)
        // Not `encodeIfPresent`: clients expect the key, with `null` for nil.
        try container.encode(name, forKey: .name)
        try container.encode(summary, forKey: .summary)
    }
}
