/// How a rider walks, stored with a connection.
package struct SavedWalking: Codable, Hashable, Sendable {
    /// Metres a second; nil for the usual pace.
    package let speed: Double?
    /// The longest walk at either end in minutes; nil for the usual one.
    package let minutes: Int?
    /// Whether the rider needs ways for a wheelchair; nil if not.
    package let wheelchair: Bool?
    /// Whether the rider takes a bicycle; nil if not.
    package let bicycle: Bool?

    package init(
        speed: Double? = nil, minutes: Int? = nil, wheelchair: Bool? = nil, bicycle: Bool? = nil
    ) {
        self.speed = speed
        self.minutes = minutes
        self.wheelchair = wheelchair
        self.bicycle = bicycle
    }

    /// A sentence about the first invalid member; nil if all are valid.
    package var problem: String? {
        guard speed.map({ (0.3...3).contains($0) }) ?? true else {
            return "A walking speed is 0.3 to 3 metres a second."
        }
        guard minutes.map({ (0...60).contains($0) }) ?? true else {
            return "The longest walk is 0 to 60 minutes."
        }
        return nil
    }
}
