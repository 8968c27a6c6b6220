package import APISchema

extension APIPaths {
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
}
