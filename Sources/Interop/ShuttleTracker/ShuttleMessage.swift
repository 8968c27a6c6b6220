/// What the operator has to say to everybody, as `GET /adminMessage` tells it.
package struct ShuttleMessage: Hashable, Sendable, Codable {
    /// The text; may be empty.
    package let message: String
    /// Whether riders get to see it.
    package let isEnabled: Bool
    /// When it was first said.
    package let created: ShuttleTime
    /// When it was last changed.
    package let updated: ShuttleTime
    /// Where there is more to read; empty if nowhere.
    package let link: String

    /// Makes a message, complete as told.
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
