package import Realtime
package import TransitModel

/// The vehicle of a run.
package struct RideVehicle: Encodable, Sendable {
    let id: String
    let latitude: Double
    let longitude: Double
    let state: String

    package init(_ vehicle: LiveVehicle, now: UnixTime) {
        id = vehicle.id
        latitude = vehicle.fix.coordinate.latitude
        longitude = vehicle.fix.coordinate.longitude
        state = vehicle.freshness(at: now).rawValue
    }
}
