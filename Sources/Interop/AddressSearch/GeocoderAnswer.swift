import TransitModel

/// A geocoder's answer: a GeoJSON feature collection (RFC 7946) of points.
///
/// Names are composed from the properties of Photon, Nominatim and Pelias. Features without a name
/// or a point are skipped, and other members are ignored.
struct GeocoderAnswer: Decodable {
    private let features: [Feature?]

    private struct Feature: Decodable {
        let properties: Properties?
        let coordinate: Coordinate?

        private enum Key: CodingKey {
            case properties
            case geometry
        }

        private enum GeometryKey: CodingKey {
            case type
            case coordinates
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            properties = try? members.decode(Properties.self, forKey: .properties)
            let geometry = try? members.nestedContainer(
                keyedBy: GeometryKey.self, forKey: .geometry)
            guard let geometry, (try? geometry.decode(String.self, forKey: .type)) == "Point",
                let numbers = try? geometry.decode([Double].self, forKey: .coordinates),
                numbers.count >= 2
            else {
                coordinate = nil
                return
            }
            let place = Coordinate(latitude: numbers[1], longitude: numbers[0])
            coordinate = place.isPlausible ? place : nil
        }
    }

    private struct Properties: Decodable {
        let label: String?
        let name: String?
        let street: String?
        let housenumber: String?
        let postcode: String?
        let city: String?
        let town: String?
        let displayName: String?

        private enum CodingKeys: String, CodingKey {
            case label, name, street, housenumber, postcode, city, town
            case displayName = "display_name"
        }
    }

    /// The maximum length of a name; longer ones are truncated.
    private static let maximumName = 200

    /// Returns the addresses, best first, without repeated names.
    func addresses(limit: Int) -> [Address] {
        var seen = Set<String>()
        var addresses: [Address] = []
        for case let feature? in features {
            guard addresses.count < limit else { break }
            guard let place = feature.coordinate, let properties = feature.properties,
                let name = Self.name(properties).map({ ControlCharacters.leftOut(of: $0) }),
                seen.insert(name).inserted
            else { continue }
            addresses.append(Address(name: name, coordinate: place))
        }
        return addresses
    }

    /// Returns a name such as `Museum, Dorfstrasse 5, 6300 Zug`.
    private static func name(_ properties: Properties) -> String? {
        if let whole = properties.label ?? properties.displayName, !whole.isEmpty {
            return String(whole.prefix(maximumName))
        }
        func joined(_ words: [String?], _ separator: String) -> String? {
            var parts: [String] = []
            for case let word? in words where !word.isEmpty && !parts.contains(word) {
                parts.append(word)
            }
            return parts.isEmpty ? nil : parts.joined(separator: separator)
        }
        let street = joined([properties.street, properties.housenumber], " ")
        let town = joined([properties.postcode, properties.city ?? properties.town], " ")
        return joined([properties.name, street, town], ", ").map { String($0.prefix(maximumName)) }
    }
}
