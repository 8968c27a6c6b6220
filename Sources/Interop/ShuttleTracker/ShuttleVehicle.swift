/// A tracked vehicle, as in `GET /vehicles`.
package struct ShuttleVehicle: Hashable, Sendable, Codable {
    package let id: Int64
    /// The public label of the vehicle.
    package let name: String
    package let created: ShuttleTime
    package let updated: ShuttleTime
    /// Whether riders see the vehicle.
    package let isEnabled: Bool
    /// The id of the device in the vehicle.
    package let trackerID: String

    package init(
        id: Int64, name: String, created: ShuttleTime, updated: ShuttleTime,
        isEnabled: Bool = true, trackerID: String
    ) {
        self.id = id
        self.name = name
        self.created = created
        self.updated = updated
        self.isEnabled = isEnabled
        self.trackerID = trackerID
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, created, updated
        case isEnabled = "enabled"
        case trackerID = "tracker_id"
    }
}
