/// The operator's message to riders, as in `GET /adminMessage`.
package struct ShuttleMessage: Hashable, Sendable, Codable {
    /// The text; may be empty.
    package let message: String
    /// Whether riders see the message.
    package let isEnabled: Bool
    package let created: ShuttleTime
    package let updated: ShuttleTime
    /// The URL of further information; empty if there is none.
    package let link: String

    package init(
        message: String, isEnabled: Bool, created: ShuttleTime, updated: ShuttleTime,
        link: String = ""
    ) {
        self.message = message
        self.isEnabled = isEnabled
        self.created = created
        self.updated = updated
        self.link = link
    }

    private enum CodingKeys: String, CodingKey {
        case message, created, updated, link
        case isEnabled = "enabled"
    }
}
