/// The paths of this server, which each slice declares in an extension.
package enum APIPaths {
    /// The OpenAPI 3.1 description of this API.
    package static let description = "/api/openapi.json"
    /// A check of the operator's token; `/predictions` for the accuracy of predictions, `/matching`
    /// for how live sources match the network.
    package static let operators = "/api/v1/operator"
    /// The server's metrics, for Prometheus.
    package static let metrics = "/metrics"
    /// The liveness probe: the process answers.
    package static let live = "/health/live"
    /// The readiness probe: the server can serve riders.
    package static let ready = "/health/ready"
    /// The probe of the storage: what riders save can be read and stored.
    package static let storage = "/health/storage"
    /// OwnTracks in its HTTP mode.
    package static let ownTracks = "/pub"
    /// Overland, another logger.
    package static let overland = "/overland"
}
