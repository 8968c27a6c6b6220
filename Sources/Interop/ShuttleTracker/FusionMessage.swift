import Foundation
package import TransitModel

/// A command of a client of the socket at `/fusion/`.
package enum FusionCommand: Hashable, Sendable {
    case subscribe(FusionTopic)
    case unsubscribe(FusionTopic)
    /// The client's position, which the original server used to track its shuttles.
    case position(Coordinate)
    /// Someone waits for a shuttle at a position, with an emoji.
    case busButton(BusButton)

    /// Decodes a message; nil for unknown ones, which servers ignore.
    package init?(_ text: String) {
        let bytes = Data(text.utf8)
        let decoder = JSONDecoder()
        guard let kind = try? decoder.decode(Kind.self, from: bytes).type else { return nil }
        func message<Message: Decodable>(_ type: Message.Type) -> Message? {
            (try? decoder.decode(Envelope<Message>.self, from: bytes))?.message
        }
        switch kind {
        case "subscribe", "unsubscribe":
            guard
                let topic = message(TopicMessage.self).flatMap({ FusionTopic(rawValue: $0.topic) })
            else {
                return nil
            }
            self = kind == "subscribe" ? .subscribe(topic) : .unsubscribe(topic)
        case "position":
            guard let coordinate = message(PositionMessage.self)?.coordinate else { return nil }
            self = .position(coordinate)
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

    private struct TopicMessage: Decodable {
        let topic: String
    }

    private struct PositionMessage: Decodable {
        let latitude: Double
        let longitude: Double

        var coordinate: Coordinate? {
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            return coordinate.isPlausible ? coordinate : nil
        }
    }
}

/// A topic to which clients of the socket can subscribe.
package enum FusionTopic: String, Sendable, CaseIterable {
    /// Expected arrivals, as one ``ShuttleArrivals`` per vehicle.
    case arrivals = "eta"
    /// Vehicle locations, as one ``ShuttleUpdate`` per vehicle.
    case locations = "vehicle_location"
    /// Waiting riders, as one ``BusButton`` each.
    case busButton = "bus_button"
}

/// A rider who waits for a shuttle at a position.
package struct BusButton: Hashable, Sendable, Codable {
    package let coordinate: Coordinate
    /// An emoji; at most ``maximumEmoji`` characters.
    package let emoji: String

    static let maximumEmoji = 4

    private enum CodingKeys: String, CodingKey {
        case latitude, longitude
        case emoji = "emojiChoice"
    }

    /// Decodes a client's message.
    ///
    /// - Throws: `DecodingError` if a value is missing or has another type.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        coordinate = Coordinate(
            latitude: try container.decode(Double.self, forKey: .latitude),
            longitude: try container.decode(Double.self, forKey: .longitude))
        emoji = try container.decode(String.self, forKey: .emoji)
    }

    /// Encodes the message for other clients.
    ///
    /// - Throws: `EncodingError` if the coordinate is not finite.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(coordinate.latitude, forKey: .latitude)
        try container.encode(coordinate.longitude, forKey: .longitude)
        try container.encode(emoji, forKey: .emoji)
    }
}

/// The messages of the server on the socket.
package enum FusionMessage {
    /// The first message; clients start over if the id differs from before.
    package static func serverID(_ id: String) -> [UInt8] { bytes("server_id", id) }

    /// A message about a topic.
    package static func update(_ topic: FusionTopic, _ message: some Encodable) -> [UInt8] {
        bytes(topic.rawValue, message)
    }

    private static func bytes(_ type: String, _ message: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Finite numbers and text always encode.
        let data = try? encoder.encode(Envelope(type: type, message: message))
        return data.map(Array.init) ?? []
    }
}

/// The envelope of every message on the socket.
private struct Envelope<Message> {
    let type: String
    let message: Message
}

extension Envelope: Decodable where Message: Decodable {}
extension Envelope: Encodable where Message: Encodable {}
