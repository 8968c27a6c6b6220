package import TransitModel

/// A location in answers: a station, an address or a point of interest.
package struct OpendataLocation: Hashable, Sendable {
    /// The station's id, often but not always a UIC number; nil if this is no station.
    package var id: String?
    /// The name; nil if the service omits it.
    package var name: String?
    /// The position; nil if unknown.
    package var coordinate: Coordinate?
    /// Metres from the requested point; nil without one.
    package var distance: Double?

    package init(
        id: String?, name: String?, coordinate: Coordinate?, distance: Double? = nil
    ) {
        self.id = id
        self.name = name
        self.coordinate = coordinate
        self.distance = distance
    }

    /// Hashes only the id, or the name without one, since boards hash a location for each stop
    /// call.
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

    /// Decodes a location; an id may be a number, and invalid coordinates are ignored.
    ///
    /// - Throws: `DecodingError` if a value has another type.
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

/// The icon of a location in `/locations`.
package enum OpendataIcon: String, Hashable, Sendable, CaseIterable {
    case train, tram, bus, ship, cableway

    /// Returns the icon of the most important of the modes; nil if none has an icon.
    package init?(modes: some Sequence<TransitMode>) {
        let icons = Set(modes.compactMap { OpendataTransportation(mode: $0) }.map(\.rawValue))
        guard let icon = Self.allCases.first(where: { icons.contains($0.rawValue) }) else {
            return nil
        }
        self = icon
    }
}

/// A location found by `/locations`.
package struct OpendataStation: Hashable, Sendable {
    package var location: OpendataLocation
    /// The icon of the modes that stop there; nil if unknown or none.
    package var icon: OpendataIcon?

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

    /// Decodes a location; an unknown icon is ignored.
    ///
    /// - Throws: `DecodingError` if a value has another type.
    package init(from decoder: any Decoder) throws {
        location = try OpendataLocation(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        icon = try container.lenientText(.icon).flatMap { OpendataIcon(rawValue: $0) }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a text or a whole number as text; nil if missing or null.
    ///
    /// - Throws: `DecodingError.typeMismatch` for any other type.
    func lenientText(_ key: Key) throws -> String? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        if let text = try? decode(String.self, forKey: key) {
            return ControlCharacters.leftOut(of: text, keepingLines: true)
        }
        if let number = try? decode(Int.self, forKey: key) { return String(number) }
        throw DecodingError.typeMismatch(
            String.self,
            DecodingError.Context(
                codingPath: codingPath + [key], debugDescription: "neither text nor number"))
    }

    /// Decodes a time; nil if missing, null or empty.
    ///
    /// - Throws: `DecodingError` if the value is not in the format of ``OffsetTime/init(text:)``.
    func offsetTime(_ key: Key) throws -> OffsetTime? {
        guard let text = try lenientText(key), !text.isEmpty else { return nil }
        guard let time = OffsetTime(text: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "no time as in 2026-11-20T08:02:00+0100")
        }
        return time
    }

    /// Decodes an array; empty if missing or null.
    func list<Item: Decodable>(_ key: Key, of item: Item.Type = Item.self) throws -> [Item] {
        try decodeIfPresent([Item].self, forKey: key) ?? []
    }
}
