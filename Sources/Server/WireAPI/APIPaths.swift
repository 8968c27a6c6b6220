/// The paths of Takt's own API, declared once for server, documentation and tests.
package enum APIPaths {
    /// The description of this API (OpenAPI 3.1).
    package static let description = "/api/openapi.json"
    /// What is served.
    package static let network = "/api/v1/network"
    /// All routes; `/{id}` for one.
    package static let routes = "/api/v1/routes"
    /// The lines on the ground.
    package static let routesGeoJSON = "/api/v1/routes.geojson"
    /// `/{id}` for the run of a trip on a service day.
    package static let trips = "/api/v1/trips"
    /// Stops in a box; `/{id}` for one.
    package static let stops = "/api/v1/stops"
    /// Stops by what was typed.
    package static let stopSearch = "/api/v1/stops/search"
    /// Stops around a place.
    package static let stopsNearby = "/api/v1/stops/nearby"
    /// Addresses by what was typed.
    package static let addresses = "/api/v1/addresses"
    /// Connections between places; `/{id}` for one that was found before.
    package static let connections = "/api/v1/connections"
    /// What operators of services say about them.
    package static let alerts = "/api/v1/alerts"
    /// How the live sources are doing.
    package static let sources = "/api/v1/sources"
    /// Whether the operator's token is good; `/predictions` how good predictions were,
    /// `/matching` how live sources match the network.
    package static let operators = "/api/v1/operator"
    /// New riders; `/pair` for a rider's further device.
    package static let riders = "/api/v1/riders"
    /// The rider whose token the request shows, and all that is theirs below.
    package static let rider = "/api/v1/rider"
    /// What a browser needs to subscribe to messages.
    package static let push = "/api/v1/push"
    /// Fixes that the web app recorded while it was open.
    package static let diaryFixes = "/api/v1/diary/fixes"
    /// The thresholds of the diary's state machine.
    package static let diaryConfiguration = "/api/v1/diary/config"
    /// What a code lets people join.
    package static let diaryEnrolment = "/api/v1/diary/enrolment"
    /// A diary of one's own, without a code.
    package static let diaryPersonal = "/api/v1/diary/personal"
    /// Days of somebody's diary; `/{date}` for one.
    package static let diaryDays = "/api/v1/diary/days"
    /// The same as files, each by its ending.
    package static let diaryExports = diaryDays
    /// What somebody says of their diary.
    package static let diaryCorrections = "/api/v1/diary/corrections"
    /// The places that somebody named.
    package static let diaryPlaces = "/api/v1/diary/places"
    /// Sums over days.
    package static let diaryStatistics = "/api/v1/diary/statistics"
    /// Rides that somebody makes again and again.
    package static let diarySuggestions = "/api/v1/diary/suggestions"
    /// New participants.
    package static let diaryParticipants = "/api/v1/diary/participants"
    /// The participant whose token the request shows, and all that is theirs below.
    package static let diaryParticipant = "/api/v1/diary/participant"
    /// The study whose researchers' token the request shows.
    package static let diaryStudy = "/api/v1/diary/study"
    /// All studies, for operators.
    package static let studies = "/api/v1/operator/studies"
    /// All vehicles at once.
    package static let vehicles = "/api/v1/vehicles"
    /// The vehicles as a stream of changes.
    package static let vehicleStream = "/api/v1/vehicles/stream"
    /// What to draw under the lines.
    package static let landscape = "/api/v1/landscape.geojson"
    /// How the server is doing, for Prometheus.
    package static let metrics = "/metrics"
    /// The process answers.
    package static let live = "/health/live"
    /// It can serve riders.
    package static let ready = "/health/ready"

    // Protocols of other services.
    /// OwnTracks in its HTTP mode.
    package static let ownTracks = "/pub"
    /// Overland.
    package static let overland = "/overland"
    /// The Transport API of transport.opendata.ch; tells who answers.
    package static let opendataRoot = "/v1"
    /// Its places.
    package static let opendataLocations = "/v1/locations"
    /// Its connections.
    package static let opendataConnections = "/v1/connections"
    /// Its boards.
    package static let opendataStationboard = "/v1/stationboard"
    /// Its description of itself.
    package static let opendataSwagger = "/swagger.json"
    /// The timetable as a GTFS feed.
    package static let staticFeed = "/gtfs.zip"
    /// GTFS-Realtime feeds, each by its name and the ending `.pb` below.
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
    /// The tracker socket, also with a slash at the end.
    package static let trackerSockets = ["/tracker-ws/v1", "/tracker-ws/v1/ws"]
    /// What the tracker socket's paths begin with.
    package static let trackerSocketPrefix = "/tracker-ws/"
    /// The shuttle tracker's arrivals.
    package static let shuttleArrivals = "/eta"
    /// The shuttle tracker's message to everybody.
    package static let shuttleMessage = "/adminMessage"
    /// The shuttle tracker's socket.
    package static let fusion = "/fusion"
    /// What the paths of all sockets begin with.
    package static let socketPrefixes = [trackerSocketPrefix, fusion]
}
