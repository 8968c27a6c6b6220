import Foundation

/// Creates requests to ntfy servers: a message as JSON, posted to the server's root.
enum NtfyPosting {
    /// ntfy accepts messages of 4,096 bytes and titles of 250.
    private static let maximumMessage = 4000
    private static let maximumTitle = 250

    private struct Content: Encodable {
        let topic: String
        let title: String
        let message: String
        let priority: Int
        let tags: [String]
        let click: String?
        let sequence: String

        enum CodingKeys: String, CodingKey {
            case topic, title, message, priority, tags, click
            // Servers since 2.16 replace an earlier message of the same sequence; older ones show
            // both.
            case sequence = "sequence_id"
        }
    }

    static func posting(_ message: RiderMessage, to address: NtfyAddress) -> Posting? {
        let title = TextCutting.beginning(of: message.title, bytes: maximumTitle)
        let content = Content(
            topic: address.topic, title: title,
            // ntfy shows "triggered" for an empty message.
            message: message.body.isEmpty
                ? title : TextCutting.beginning(of: message.body, bytes: maximumMessage),
            priority: message.urgency.ntfyPriority, tags: ["tram"], click: message.link,
            sequence: sequence(message.topic))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(content) else { return nil }
        var headers = ["Content-Type": "application/json"]
        if let token = address.token { headers["Authorization"] = "Bearer \(token)" }
        return Posting(url: address.server + "/", headers: headers, body: Array(body))
    }

    /// Sequences have the format of ntfy topics: letters, digits, `-` and `_`.
    private static func sequence(_ topic: String) -> String {
        String(topic.map { $0 == "." || $0 == ":" ? "_" : $0 })
    }
}

extension MessageUrgency {
    /// ntfy's priorities range from 1 (least) to 5 (bypasses silence), which we never use.
    fileprivate var ntfyPriority: Int {
        switch self {
        case .veryLow: 1
        case .low: 2
        case .normal: 3
        case .high: 4
        }
    }
}
