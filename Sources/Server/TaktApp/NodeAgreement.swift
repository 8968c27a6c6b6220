import Crypto
import Notifications
import TransitModel

/// What all nodes that share a database must have in common.
enum NodeAgreement {
    private static let pushKey = "push-key"
    private static let feeds = "feeds"

    /// Returns a node's values by subject; feeds are compared only where the server makes the
    /// network of them.
    static func values(_ key: VapidKey, _ feeds: [FeedReference]) -> [String: String] {
        var values = [pushKey: key.applicationServerKey]
        if !feeds.isEmpty {
            let places = feeds.map(\.place).sorted().joined(separator: "\n")
            values[Self.feeds] = SHA256.hash(data: Array(places.utf8)).prefix(8).hexText
        }
        return values
    }

    /// Returns a sentence for operators about a subject of which other nodes have another value.
    static func sentence(_ subject: String) -> String {
        subject == pushKey
            ? "Other nodes of the database have another push key, and push services refuse messages "
                + "to browsers that subscribed at them: copy 'push-key.pem' from the data folder of "
                + "the first node, and restart."
            : "Other nodes of the database make their network from other feeds: nodes that share a "
                + "database need the same 'feed.urls'."
    }
}
