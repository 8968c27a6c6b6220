package import APISchema
import NetworkAPI

extension APIPaths {
    /// The description of the served network.
    package static let network = NetworkRoute.network.rawValue
    /// The part of the network that a phone keeps.
    package static let networkFile = "/api/v1/network/file"
    /// All routes; `/{id}` for one.
    package static let routes = NetworkRoute.routes.rawValue
    /// The lines of routes as GeoJSON.
    package static let routesGeoJSON = NetworkRoute.routesGeoJSON.rawValue
    /// `/{id}` for the run of a trip on a service day.
    package static let trips = "/api/v1/trips"
    /// Stops in a box; `/{id}` for one.
    package static let stops = NetworkRoute.stops.rawValue
    /// Stop search by text.
    package static let stopSearch = NetworkRoute.stopSearch.rawValue
    /// Stops around a coordinate.
    package static let stopsNearby = NetworkRoute.stopsNearby.rawValue
    /// Stops within a walk of some minutes.
    package static let reachable = "/api/v1/reachable"
    /// Stops, addresses and other places by text, or near a coordinate.
    package static let places = "/api/v1/places"
    /// The vector tiles of the map: `/{z}/{x}/{y}`.
    package static let tiles = "/api/v1/tiles"
    /// Address search by text.
    package static let addresses = "/api/v1/addresses"
    /// Connections between places; `/{id}` for one found earlier.
    package static let connections = NetworkRoute.connections.rawValue
    /// The operators' service alerts.
    package static let alerts = NetworkRoute.alerts.rawValue
    /// The landscape to draw under the lines.
    package static let landscape = "/api/v1/landscape.geojson"
}
