import NetworkAPI

/// The paths of Takt's own API, declared once for server, documentation and tests.
package enum APIPaths {
    /// The OpenAPI 3.1 description of this API.
    package static let description = "/api/openapi.json"
    /// The description of the served network.
    package static let network = NetworkRoute.network.rawValue
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
    /// The status of the live sources.
    package static let sources = "/api/v1/sources"
    /// A check of the operator's token; `/predictions` for the accuracy of predictions, `/matching`
    /// for how live sources match the network.
    package static let operators = "/api/v1/operator"
    /// New riders; `/pair` for a rider's further device.
    package static let riders = "/api/v1/riders"
    /// The rider whose token the request has; all of the rider's data is below.
    package static let rider = "/api/v1/rider"
    /// The key with which a browser subscribes to messages.
    package static let push = "/api/v1/push"
    /// Fixes that the web app recorded while it was open.
    package static let diaryFixes = "/api/v1/diary/fixes"
    /// The thresholds of the diary's state machine.
    package static let diaryConfiguration = "/api/v1/diary/config"
    /// The study that belongs to a code.
    package static let diaryEnrolment = "/api/v1/diary/enrolment"
    /// A personal diary, without a code.
    package static let diaryPersonal = "/api/v1/diary/personal"
    /// Days of a personal diary; `/{date}` for one.
    package static let diaryDays = "/api/v1/diary/days"
    /// The same days as files, each with its extension.
    package static let diaryExports = diaryDays
    /// Corrections of a diary.
    package static let diaryCorrections = "/api/v1/diary/corrections"
    /// Named places of a diary.
    package static let diaryPlaces = "/api/v1/diary/places"
    /// Sums over days.
    package static let diaryStatistics = "/api/v1/diary/statistics"
    /// Repeated rides, as suggestions.
    package static let diarySuggestions = "/api/v1/diary/suggestions"
    /// New participants.
    package static let diaryParticipants = "/api/v1/diary/participants"
    /// The participant whose token the request has; all of the participant's data is below.
    package static let diaryParticipant = "/api/v1/diary/participant"
    /// The study whose researchers' token the request has.
    package static let diaryStudy = "/api/v1/diary/study"
    /// All studies, for operators.
    package static let studies = "/api/v1/operator/studies"
    /// All vehicles at once.
    package static let vehicles = "/api/v1/vehicles"
    /// The vehicles as a stream of changes.
    package static let vehicleStream = "/api/v1/vehicles/stream"
    /// The landscape to draw under the lines.
    package static let landscape = "/api/v1/landscape.geojson"
    /// The server's metrics, for Prometheus.
    package static let metrics = "/metrics"
    /// The liveness probe: the process answers.
    package static let live = "/health/live"
    /// The readiness probe: the server can serve riders.
    package static let ready = "/health/ready"

    // Protocols of other services.
    /// OwnTracks in its HTTP mode.
    package static let ownTracks = "/pub"
    package static let overland = "/overland"
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
    /// The timetable as a GTFS feed.
    package static let staticFeed = "/gtfs.zip"
    /// GTFS-Realtime feeds, each below with its name and the extension `.pb`.
    package static let realtimeFeeds = "/gtfs-rt"
    /// The shuttle tracker's vehicles.
    package static let shuttleVehicles = "/vehicles"
    /// The shuttle tracker's routes.
    package static let shuttleRoutes = "/routes"
    /// The shuttle tracker's stops.
    package static let shuttleStops = "/stops"
    /// The shuttle tracker's latest positions.
    package static let shuttleUpdates = "/updates"
    /// The shuttle tracker's positions of the last 30 days.
    package static let shuttleHistory = "/history"
    /// The tracker socket, also with a trailing slash.
    package static let trackerSockets = ["/tracker-ws/v1", "/tracker-ws/v1/ws"]
    /// The prefix of the tracker socket's paths.
    package static let trackerSocketPrefix = "/tracker-ws/"
    /// The shuttle tracker's arrivals.
    package static let shuttleArrivals = "/eta"
    /// The shuttle tracker's message to everybody.
    package static let shuttleMessage = "/adminMessage"
    /// The shuttle tracker's socket.
    package static let fusion = "/fusion"
    /// The prefixes of all sockets' paths.
    package static let socketPrefixes = [trackerSocketPrefix, fusion]
}
