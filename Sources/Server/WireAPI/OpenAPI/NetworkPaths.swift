package import APISchema

extension APIPaths {
    /// The description of the served network.
    package static let network = "/api/v1/network"
    /// All routes; `/{id}` for one.
    package static let routes = "/api/v1/routes"
    /// The lines of routes as GeoJSON.
    package static let routesGeoJSON = "/api/v1/routes.geojson"
    /// `/{id}` for the run of a trip on a service day.
    package static let trips = "/api/v1/trips"
    /// Stops in a box; `/{id}` for one.
    package static let stops = "/api/v1/stops"
    /// Stop search by text.
    package static let stopSearch = "/api/v1/stops/search"
    /// Stops around a coordinate.
    package static let stopsNearby = "/api/v1/stops/nearby"
    /// Stops within a walk of some minutes.
    package static let reachable = "/api/v1/reachable"
    /// Stops, addresses and other places by text, or near a coordinate.
    package static let places = "/api/v1/places"
    /// The vector tiles of the map: `/{z}/{x}/{y}`.
    package static let tiles = "/api/v1/tiles"
    /// Address search by text.
    package static let addresses = "/api/v1/addresses"
    /// Connections between places; `/{id}` for one found earlier.
    package static let connections = "/api/v1/connections"
    /// The landscape to draw under the lines.
    package static let landscape = "/api/v1/landscape.geojson"
}
