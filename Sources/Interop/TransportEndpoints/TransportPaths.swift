package import APISchema

extension APIPaths {
    /// The Transport API of transport.opendata.ch; this path identifies the server.
    package static let opendataRoot = "/v1"
    /// The Transport API's places.
    package static let opendataLocations = "/v1/locations"
    /// The Transport API's connections.
    package static let opendataConnections = "/v1/connections"
    /// The Transport API's boards.
    package static let opendataStationboard = "/v1/stationboard"
    /// The Transport API's own description.
    package static let opendataSwagger = "/swagger.json"
}
