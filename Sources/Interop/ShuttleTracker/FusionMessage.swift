import Foundation
package import TransitModel

/// What a client of the socket at `/fusion/` says.
package enum FusionCommand: Hashable, Sendable {
    /// It wants to hear what happens on a topic.
    case subscribe(FusionTopic)
    /// It does not want to hear that any more.
    case unsubscribe(FusionTopic)
    /// Where the client is, which helped the original server to follow its shuttles.
    case position(Coordinate)
    /// Somebody waits for a shuttle there, with a picture of their mood.
    case busButton(BusButton)

    /// Reads one message; nil for what is not understood, which servers ignore.
    package init?(_ text: String) {
        let bytes = Data(text.utf8)
        let decoder = JSONDecoder()
        guard let kind = try? decoder.decode(Kind.self, from: bytes).type else { return nil }
        func message<Message: Decodable>(_ type: Message.Type) -> Message? {
            (try? decoder.decode(Envelope<Message>.self, from: bytes))?.message
        }
        switch kind {
        case "subscribe", "unsubscribe":
            guard let topic = message(Wish.self).flatMap({ FusionTopic(rawValue: $0.topic) }) else {
                return nil
            }
            self = kind == "subscribe" ? .subscribe(topic) : .unsubscribe(topic)
        case "position":
            guard let place = message(Place.self)?.coordinate else { return nil }
            self = .position(place)
        case "bus_button":
            guard let button = message(BusButton.self), button.coordinate.isPlausible,
                button.emoji.count <= BusButton.maximumEmoji
            else { return nil }
            self = .busButton(button)
        default: return nil
        }
    }

    private struct Kind: Decodable {
        let type: String
    }

    private struct Wish: Decodable {
        let topic: String
    }

    private struct Place: Decodable {
        let latitude: Double
        let longitude: Double

        var coordinate: Coordinate? {
            let place = Coordinate(latitude: latitude, longitude: longitude)
            return place.isPlausible ? place : nil
        }
    }
}

/// What clients of the socket can hear about.
package enum FusionTopic: String, Sendable, CaseIterable {
    /// When vehicles are expected, a ``ShuttleArrivals`` each.
    case arrivals = "eta"
    /// Where vehicles are, a ``ShuttleUpdate`` each.
    case locations = "vehicle_location"
    /// Who waits for a shuttle, a ``BusButton`` each.
    case busButton = "bus_button"
}

/// Somebody waits for a shuttle at a place.
package struct BusButton: Hashable, Sendable, Codable {
    /// Where.
    package let coordinate: Coordinate
    /// A picture; at most ``longestEmoji`` characters count as one.
    package let emoji: String

    static let maximumEmoji = 4

    private enum CodingKeys: String, CodingKey {
        case latitude, longitude
        case emoji = "emojiChoice"
    }

    /// Reads what a client sent.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        coordinate = Coordinate(
            latitude: try container.decode(Double.self, forKey: .latitude),
            longitude: try container.decode(Double.self, forKey: .longitude))
        emoji = try container.decode(String.self, forKey: .emoji)
    }

    /// Writes it for other clients.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(coordinate.latitude, forKey: .latitude)
        try container.encode(coordinate.longitude, forKey: .longitude)
        try container.encode(emoji, forKey: .emoji)
    }
}

/// What the server says on the socket.
package enum FusionMessage {
    /// The first message: clients start afresh when a server with another id answers.
    package static func serverID(_ id: String) -> [UInt8] { bytes("server_id", id) }

    /// What happened on a topic.
    package static func news(_ topic: FusionTopic, _ message: some Encodable) -> [UInt8] {
        bytes(topic.rawValue, message)
    }

    private static func bytes(_ type: String, _ message: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Finite numbers and texts cannot fail to encode.
        let data = try? encoder.encode(Envelope(type: type, message: message))
        return data.map(Array.init) ?? []
    }
}

/// Every message on the socket is wrapped so.
private struct Envelope<Message> {
    let type: String
    let message: Message
}

extension Envelope: Decodable where Message: Decodable {}
extension Envelope: Encodable where Message: Encodable {}
