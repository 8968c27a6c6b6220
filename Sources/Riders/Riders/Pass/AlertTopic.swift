import Crypto
import Foundation
import TransitModel

/// What messages about one thing on one day are called: the same today and after a restart, and
/// nothing that tells who or what.
enum AlertTopic {
    /// A departure of a saved route.
    static func route(
        _ rider: RiderID, connection: String, route: String, minute: Int, day: ServiceDay
    ) -> String {
        "r." + digest([rider.rawValue, connection, route, String(minute), "\(day)"])
    }

    /// A planned trip.
    static func trip(_ rider: RiderID, _ trip: String, day: ServiceDay) -> String {
        "t." + digest([rider.rawValue, trip, "\(day)"])
    }

    /// Something else of a rider's, in words.
    static func other(_ rider: RiderID, _ words: [String]) -> String {
        "n." + digest([rider.rawValue] + words)
    }

    private static func digest(_ words: [String]) -> String {
        SHA256.hash(data: Data(words.joined(separator: "\n").utf8)).prefix(12).hexText
    }
}

/// What was told about a topic, and how many messages that took: the next one's id follows from it.
struct SentNote<State: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// How many messages there were.
    var count: Int
    /// What the rider knows by them.
    var state: State

    /// The id of the message that makes this note true.
    func messageID(_ topic: String) -> String { "\(topic).\(count)" }
}
