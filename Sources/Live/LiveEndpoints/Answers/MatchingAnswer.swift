package import Matching

/// How each live source's vehicles and updates were matched to runs, for operators.
package struct MatchingAnswer: Encodable, Sendable {
    let sources: [Source]
    let feeds: [String]

    struct Source: Encodable, Sendable {
        let id: String
        let feed: String?
        let vehiclesBy: [String: Int]
        let updatesBy: [String: Int]
        let contradicted: Int
        let unmatched: [Trip]
        let advice: [String]
    }

    struct Trip: Encodable, Sendable {
        let trip: String?
        let route: String?
        let nearest: String?
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

extension LiveSchemas {
    /// The schemas of the answers above.
    static let matching: [String: String] = [
        "Matching": "sources:[MatchedSource]! feeds:[text]!",
        "MatchedSource": """
        id:text! feed:text vehiclesBy:{int}! updatesBy:{int}! contradicted:int! \
        unmatched:[UnmatchedTrip]! advice:[text]!
        """,
        "UnmatchedTrip": "trip:text route:text nearest:text",
    ]
}
