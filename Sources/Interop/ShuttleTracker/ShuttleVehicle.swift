/// A tracked vehicle, as `GET /vehicles` lists it.
package struct ShuttleVehicle: Hashable, Sendable, Codable {
    /// The number of the vehicle.
    package let id: Int64
    /// What riders read on the vehicle.
    package let name: String
    /// When the entry was made.
    package let created: ShuttleTime
    /// When the entry last changed.
    package let updated: ShuttleTime
    /// Whether riders get to see the vehicle.
    package let isEnabled: Bool
    /// The id of the device in the vehicle.
    package let trackerID: String

    /// Makes a vehicle, complete as listed.
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
