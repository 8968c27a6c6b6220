package import APISchema

extension APIPaths {
    /// New riders; `/pair` for a rider's further device.
    package static let riders = "/api/v1/riders"
    /// The rider whose token the request has; all of the rider's data is below.
    package static let rider = "/api/v1/rider"
    /// The key with which a browser subscribes to messages.
    package static let push = "/api/v1/push"
}
