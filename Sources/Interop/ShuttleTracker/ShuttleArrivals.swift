/// When a vehicle is expected at the stops ahead, as `GET /eta` and the socket tell it.
package struct ShuttleArrivals: Hashable, Sendable, Codable {
    /// The number of the vehicle.
    package let vehicleID: Int64
    /// The route that it follows.
    package let routeID: Int64
    /// The stops ahead, the nearest first.
    package let stops: [Stop]
    /// When this was worked out.
    package let updated: ShuttleTime

    /// When it is expected at one stop.
    package struct Stop: Hashable, Sendable, Codable {
        /// The number of the stop.
        package let stopID: Int64
        /// When it is expected there.
        package let time: ShuttleTime
        /// Whether it is about to arrive.
        package let isArriving: Bool

        /// Tells of one stop.
        package init(stopID: Int64, time: ShuttleTime, isArriving: Bool) {
            self.stopID = stopID
            self.time = time
            self.isArriving = isArriving
        }

        private enum CodingKeys: String, CodingKey {
            case stopID = "stop_id"
            case time = "eta"
            case isArriving = "arriving"
        }
    }

    /// Tells of one vehicle.
    package init(vehicleID: Int64, routeID: Int64, stops: [Stop], updated: ShuttleTime) {
        self.vehicleID = vehicleID
        self.routeID = routeID
        self.stops = stops
        self.updated = updated
    }

    private enum CodingKeys: String, CodingKey {
        case vehicleID = "vehicle_id"
        case routeID = "route_id"
        case stops = "stop_etas"
        case updated
    }
}
