import JSONWriting
package import Matching

/// How each live source's vehicles and updates were matched to runs, for operators.
package struct MatchingAnswer: Encodable, Sendable {
    let sources: [Source]
    let feeds: [String]

    static let schema = JSONSchema(
        "Matching", .list("sources", of: Source.schema),
        .list("feeds", .text, "Sentences on problems of the timetable's feeds"))

    struct Source: Encodable, Sendable {
        let id: String
        let feed: String?
        let vehiclesBy: [String: Int]
        let updatesBy: [String: Int]
        let contradicted: Int
        let unmatched: [Trip]
        let advice: [String]

        static let schema = JSONSchema(
            "MatchedSource", .text("id"),
            .text("feed?", "The feed that knows most of what the source names"),
            .map("vehiclesBy updatesBy", .int, "Counts by the way of matching"),
            .int("contradicted", "Runs about which another source says something else"),
            .list("unmatched", of: Trip.schema, "Examples of trips that match no run"),
            .list("advice", .text, "Sentences on what to change"))
    }

    struct Trip: Encodable, Sendable {
        let trip: String?
        let route: String?
        let nearest: String?

        static let schema = JSONSchema(
            "UnmatchedTrip",
            .text("trip? route?", "The ids that the source states"),
            .text("nearest?", "The most similar trip id of the network"))
    }

    /// Describes sources by their matching, in order of their ids; `feeds` are sentences on
    /// problems of the timetable's feeds.
    package init(_ matching: [String: SourceMatching], feeds: [String]) {
        self.feeds = feeds
        sources = matching.sorted { $0.key < $1.key }.map { id, matching in
            Source(
                id: id, feed: matching.feedID, vehiclesBy: Self.named(matching.fixes),
                updatesBy: Self.named(matching.updates), contradicted: matching.contradicted,
                unmatched: matching.unmatched.map {
                    Trip(trip: $0.tripID, route: $0.routeID, nearest: $0.nearest)
                }, advice: matching.advice)
        }
    }

    private static func named(_ counts: [MatchWay: Int]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) })
    }
}
