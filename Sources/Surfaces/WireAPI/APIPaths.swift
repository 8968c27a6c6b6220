/// The paths of Takt's own API, declared once for server, documentation and tests.
package enum APIPaths {
    package static let network = "/api/v1/network"
    package static let routes = "/api/v1/routes"
    package static let routesGeoJSON = "/api/v1/routes.geojson"
    package static let stops = "/api/v1/stops"
    package static let vehicles = "/api/v1/vehicles"
    package static let vehicleStream = "/api/v1/vehicles/stream"
    package static let landscape = "/api/v1/landscape.geojson"
    package static let live = "/health/live"
    package static let ready = "/health/ready"

    // Protocols of other services.
    package static let vehiclePositions = "/gtfs-rt/vehicle-positions.pb"
    package static let tripUpdates = "/gtfs-rt/trip-updates.pb"
    package static let shuttleVehicles = "/vehicles"
    package static let shuttleRoutes = "/routes"
    package static let shuttleStops = "/stops"
    package static let shuttleUpdates = "/updates"
}
