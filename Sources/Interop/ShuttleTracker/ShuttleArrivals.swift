/// The expected arrivals of a vehicle, as in `GET /eta` and on the socket.
package struct ShuttleArrivals: Hashable, Sendable, Codable {
    package let vehicleID: Int64
    /// The route that the vehicle serves.
    package let routeID: Int64
    /// The stops ahead, the nearest first.
    package let stops: [Stop]
    /// The time of the prediction.
    package let updated: ShuttleTime

    /// The expected arrival at a stop.
    package struct Stop: Hashable, Sendable, Codable {
        package let stopID: Int64
        /// The expected arrival.
        package let time: ShuttleTime
        /// Whether the vehicle is about to arrive.
        package let isArriving: Bool

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

    private enum CodingKeys: String, CodingKey {
        case vehicleID = "vehicle_id"
        case routeID = "route_id"
        case stops = "stop_etas"
        case updated
    }
}
