/// A tracked vehicle, as in `GET /vehicles`.
package struct ShuttleVehicle: Hashable, Sendable, Codable {
    package let id: Int64
    /// The public label of the vehicle.
    package let name: String
    package let created: ShuttleTime
    package let updated: ShuttleTime
    /// Whether riders see the vehicle.
    package var isEnabled: Bool = true
    /// The id of the device in the vehicle.
    package let trackerID: String

    private enum CodingKeys: String, CodingKey {
        case id, name, created, updated
        case isEnabled = "enabled"
        case trackerID = "tracker_id"
    }
}
