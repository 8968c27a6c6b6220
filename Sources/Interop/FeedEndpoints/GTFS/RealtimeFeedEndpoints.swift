import APISchema
import GTFSRealtime
package import HTTPServing
package import Hummingbird
package import LiveMap
package import Realtime
import Synchronization
import Timetables

/// GTFS-Realtime for other software.
package struct RealtimeFeedEndpoints: EndpointGroup {
    private let frames: Broadcast<MapFrame>
    private let cache = RealtimeFeedCache()
    private let selections = FeedSelections()

    package init(frames: Broadcast<MapFrame>) {
        self.frames = frames
    }

    /// The values of `?format=`.
    private enum Format: String, CaseIterable {
        case pb
        case json
    }

    private static func format(_ parameters: QueryParameters) throws -> Format? {
        try parameters.choice("format")
    }

    /// Returns the feed that the request names; nil for all feeds.
    private func feed(
        _ parameters: QueryParameters, of timetable: Timetable
    ) throws -> FeedSelection? {
        guard let id = parameters.text("feed") else { return nil }
        guard let selection = selections.selection(id, of: timetable) else {
            throw Problem.notFound(
                "The network has no feed of that id; /api/v1/network lists them.")
        }
        return selection
    }

    package var limitedPaths: [String] { [APIPaths.realtimeFeeds] }

    package func add(to router: Router<TaktRequestContext>) {
        for kind in RealtimeFeeds.Kind.allCases {
            router.get("\(APIPaths.realtimeFeeds)/\(kind.rawValue).pb") { request, _ in
                let frame = frames.current
                let parameters = QueryParameters(request)
                let key = RealtimeFeedCache.Key(
                    kind: kind, feed: try feed(parameters, of: frame.snapshot.timetable),
                    form: try Self.format(parameters) == .json ? .json : .binary,
                    isPacked: Encodings.acceptsGzip(request))
                return try await cache.body(key, of: frame).response(to: request)
            }
        }
    }
}

/// A cache of the requested feed selections.
private final class FeedSelections: Sendable {
    private let known = Mutex<(revision: String, byID: [String: FeedSelection])>(("", [:]))

    /// Returns the feed with the id; nil if the network has none.
    func selection(_ id: String, of timetable: Timetable) -> FeedSelection? {
        known.withLock { known in
            if known.revision != timetable.revision { known = (timetable.revision, [:]) }
            if let selection = known.byID[id] { return selection }
            guard let selection = FeedSelection(id: id, in: timetable) else { return nil }
            known.byID[id] = selection
            return selection
        }
    }
}
