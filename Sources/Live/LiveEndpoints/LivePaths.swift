package import APISchema

extension APIPaths {
    /// The operators' service alerts.
    package static let alerts = "/api/v1/alerts"
    /// The status of the live sources.
    package static let sources = "/api/v1/sources"
    /// All vehicles at once.
    package static let vehicles = "/api/v1/vehicles"
    /// The vehicles as a stream of changes.
    package static let vehicleStream = "/api/v1/vehicles/stream"
}
