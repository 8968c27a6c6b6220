package import TransitModel

/// The answer of `/api/v1/reachable`: the stops within a walk, the nearest first.
package struct ReachableAnswer: Encodable, Sendable {
    package let stops: [Stop]
    /// Whether walks are estimated from the distance because the server has no streets.
    package let estimated: Bool

    package init(stops: [Stop], estimated: Bool) {
        self.stops = stops
        self.estimated = estimated
    }

    /// A stop and the walk to it.
    package struct Stop: Encodable, Sendable {
        /// The stop_id.
        package let id: String
        package let name: String
        let latitude: Double
        let longitude: Double
        package let seconds: Int
        let metres: Int

        package init(
            id: String, name: String, at place: Coordinate, seconds: Int, metres: Double
        ) {
            self.id = id
            self.name = name
            latitude = place.latitude
            longitude = place.longitude
            self.seconds = seconds
            self.metres = Int(metres.rounded())
        }
    }
}
