package import HTTPTypes

/// Names of fields that HTTPTypes does not have, checked once instead of with each request.
extension HTTPField.Name {
    package static let crossOriginOpenerPolicy = constant("Cross-Origin-Opener-Policy")
    package static let permissionsPolicy = constant("Permissions-Policy")
    package static let rateLimitLimit = constant("RateLimit-Limit")
    package static let rateLimitRemaining = constant("RateLimit-Remaining")
    package static let rateLimitReset = constant("RateLimit-Reset")
    package static let referrerPolicy = constant("Referrer-Policy")
    package static let xForwardedFor = constant("X-Forwarded-For")
    package static let xForwardedProto = constant("X-Forwarded-Proto")
    /// The device's name in OwnTracks' requests.
    package static let xLimitD = constant("X-Limit-D")
    package static let xRequestID = constant("X-Request-ID")

    private static func constant(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("'\(name)' is a field's name") }
        return name
    }
}
