import Crypto
import TransitModel

/// The topics of messages about one thing on one day: the same after a restart, and without any
/// information about who or what.
enum AlertTopic {
    static func route(
        _ rider: RiderID, connection: String, route: String, minute: Int, day: ServiceDay
    ) -> String {
        "r." + digest([rider.rawValue, connection, route, String(minute), "\(day)"])
    }

    static func trip(_ rider: RiderID, _ trip: String, day: ServiceDay) -> String {
        "t." + digest([rider.rawValue, trip, "\(day)"])
    }

    /// A topic of a rider that is named by words.
    static func other(_ rider: RiderID, _ words: [String]) -> String {
        "n." + digest([rider.rawValue] + words)
    }

    private static func digest(_ words: [String]) -> String {
        SHA256.hash(data: Array(words.joined(separator: "\n").utf8)).prefix(12).hexText
    }
}

/// The rider's knowledge of a topic, and the number of messages, from which the next message id
/// follows.
struct SentNote<State: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    var count: Int
    /// What the rider knows from the messages.
    var state: State

    /// The id of the message that this note belongs to.
    func messageID(_ topic: String) -> String { "\(topic).\(count)" }
}
