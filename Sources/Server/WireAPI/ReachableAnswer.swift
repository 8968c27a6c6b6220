import JSONWriting
package import TransitModel

/// The answer of `/api/v1/reachable`: the stops within a walk, the nearest first.
package struct ReachableAnswer: Encodable, Sendable {
    package let stops: [Stop]
    package let estimated: Bool

    static let schema = JSONSchema(
        "Reachable",
        .list("stops", of: Stop.schema, "The nearest first"),
        .flag(
            "estimated",
            "Whether walks are estimated from the distance because the server has no streets"))

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

        static let schema = JSONSchema(
            "ReachableStop", .text("id name"), .number("latitude longitude"),
            .int("seconds metres"))

        package init(
            id: String, name: String, at place: Coordinate, walk: (seconds: Double, metres: Double)
        ) {
            self.id = id
            self.name = name
            latitude = place.latitude
            longitude = place.longitude
            seconds = Int(walk.seconds)
            metres = Int(walk.metres.rounded())
        }
    }
}
