package import TransitModel

/// A place in answers: a station, an address or a point of interest.
package struct OpendataLocation: Hashable, Sendable {
    /// The station's id, often but not always a UIC number; nil for what is no station.
    package var id: String?
    /// What it is called; nil where the service leaves that out.
    package var name: String?
    /// Where it is; nil if that is not known.
    package var coordinate: Coordinate?
    /// Metres from the place that was asked for; nil if none was.
    package var distance: Double?

    /// Describes a place.
    package init(
        id: String?, name: String?, coordinate: Coordinate?, distance: Double? = nil
    ) {
        self.id = id
        self.name = name
        self.coordinate = coordinate
        self.distance = distance
    }

    /// Its id is enough to tell places apart: boards look up one for each call.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(id ?? name)
    }
}

extension OpendataLocation {
    func write(to writer: inout AnswerWriter, _ fields: FieldFilter) {
        writer.object { writeFields(to: &$0, fields) }
    }

    func writeFields(to writer: inout AnswerWriter, _ fields: FieldFilter) {
        writer.field("id", fields, id)
        writer.field("name", fields, name)
        writer.field("score", fields, Int?.none)
        writer.field("coordinate", fields) { writer, fields in
            writer.object { writer in
                writer.field("type", fields, "WGS84")
                // The service's x is the latitude.
                writer.field("x", fields, degrees: coordinate?.latitude)
                writer.field("y", fields, degrees: coordinate?.longitude)
            }
        }
        writer.field("distance", fields, distance.map { Int($0.rounded()) })
    }
}

extension OpendataLocation: Decodable {
    private enum CodingKeys: CodingKey {
        case id, name, coordinate, distance
    }

    private struct Position: Decodable {
        let x: Double?
        let y: Double?
    }

    /// Reads a place; ids may be numbers, and what is no place on Earth is none.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.lenientText(.id)
        name = try container.lenientText(.name)
        let position = try container.decodeIfPresent(Position.self, forKey: .coordinate)
        if let x = position?.x, let y = position?.y, abs(x) <= 90, abs(y) <= 180 {
            coordinate = Coordinate(latitude: x, longitude: y)
        }
        let metres = try container.decodeIfPresent(Double.self, forKey: .distance)
        distance = metres.flatMap { (0...50_000_000).contains($0) ? $0 : nil }
    }
}

/// What stops at a place, as `/locations` shows it.
package enum OpendataIcon: String, Hashable, Sendable, CaseIterable {
    case train, tram, bus, ship, cableway

    /// The icon of a place served by those modes: that of the one that matters most.
    package init?(modes: some Sequence<TransitMode>) {
        let icons = Set(modes.compactMap { OpendataTransportation(mode: $0) }.map(\.rawValue))
        guard let icon = Self.allCases.first(where: { icons.contains($0.rawValue) }) else {
            return nil
        }
        self = icon
    }
}

/// A place that `/locations` found.
package struct OpendataStation: Hashable, Sendable {
    /// Which place.
    package var location: OpendataLocation
    /// What stops there; nil if nothing does or it is not known.
    package var icon: OpendataIcon?

    /// Describes what was found.
    package init(_ location: OpendataLocation, icon: OpendataIcon?) {
        self.location = location
        self.icon = icon
    }

    func write(to writer: inout AnswerWriter, _ fields: FieldFilter) {
        writer.object { writer in
            location.writeFields(to: &writer, fields)
            writer.field("icon", fields, icon?.rawValue)
        }
    }
}

extension OpendataStation: Decodable {
    private enum CodingKeys: CodingKey {
        case icon
    }

    /// Reads a place; an unknown icon is none.
    package init(from decoder: any Decoder) throws {
        location = try OpendataLocation(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        icon = try container.lenientText(.icon).flatMap { OpendataIcon(rawValue: $0) }
    }
}

extension KeyedDecodingContainer {
    /// A text, also where the service writes a number; nil if there is none.
    func lenientText(_ key: Key) throws -> String? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        if let text = try? decode(String.self, forKey: key) { return text }
        if let number = try? decode(Int.self, forKey: key) { return String(number) }
        throw DecodingError.typeMismatch(
            String.self,
            DecodingError.Context(
                codingPath: codingPath + [key], debugDescription: "neither text nor number"))
    }

    /// A time; nil if there is none.
    func offsetTime(_ key: Key) throws -> OffsetTime? {
        guard let text = try lenientText(key), !text.isEmpty else { return nil }
        guard let time = OffsetTime(text: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "no time as in 2026-11-20T08:02:00+0100")
        }
        return time
    }

    /// A list that may be missing or null.
    func list<Item: Decodable>(_ key: Key, of item: Item.Type = Item.self) throws -> [Item] {
        try decodeIfPresent([Item].self, forKey: key) ?? []
    }
}
