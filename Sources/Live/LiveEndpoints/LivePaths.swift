package import APISchema

extension APIPaths {
    /// The status of the live sources.
    package static let sources = "/api/v1/sources"
    /// All vehicles at once.
    package static let vehicles = "/api/v1/vehicles"
    /// The vehicles as a stream of changes.
    package static let vehicleStream = "/api/v1/vehicles/stream"
    /// What differs from the timetable, as a stream of frames.
    package static let deviationStream = "/api/v1/deviations/stream"
}
