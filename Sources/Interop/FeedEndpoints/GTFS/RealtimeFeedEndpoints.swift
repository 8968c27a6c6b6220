import APISchema
import GTFSRealtime
package import HTTPServing
package import Hummingbird
package import LiveMap
import NIOPosix
package import Realtime
import Synchronization
import Timetables
import TransitModel

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

/// Makes each feed at most once per frame, off the event loops, and keeps unchanged ones.
private actor RealtimeFeedCache {
    struct Key: Hashable {
        let kind: RealtimeFeeds.Kind
        let feed: FeedSelection?
        let form: FeedWriter.Form
        /// Compressing a large feed takes as long as making it, so it is done only on request.
        let isPacked: Bool
    }

    private struct Entry {
        let sequence: UInt64
        let madeAt: UnixTime
        let contentStart: Int
        let body: CachedBody
    }

    private var entries: [Key: Entry] = [:]
    private var making: [Key: Task<Entry, any Error>] = [:]

    /// The maximum number of cached feeds, in all their formats.
    private static let maximumEntries = 100
    /// An unchanged feed keeps its timestamp for this many seconds; then it is renewed, to show
    /// consumers that it is still being made.
    private static let renewalSeconds = 15.0
    /// The fastest level: it compresses a feed to a third in a quarter of the time that the best
    /// level takes to compress it to a fourth.
    private static let packingLevel = 1

    /// Returns the feed for a frame, from the cache if possible.
    ///
    /// - Throws: The error of making or compressing the feed.
    func body(_ key: Key, of frame: MapFrame) async throws -> CachedBody {
        if let known = entries[key], known.sequence >= frame.sequence { return known.body }
        // A request that arrives while the feed is being made gets the same one.
        if let task = making[key] { return try await task.value.body }
        let known = entries[key]
        let task = Task {
            try await NIOThreadPool.singleton.runIfActive {
                try Self.make(key, frame, after: known)
            }
        }
        making[key] = task
        defer { making[key] = nil }
        let entry = try await task.value
        if entries.count >= Self.maximumEntries,
            let oldest = entries.min(by: { $0.value.sequence < $1.value.sequence })
        {
            entries[oldest.key] = nil
        }
        entries[key] = entry
        return entry.body
    }

    private static func make(_ key: Key, _ frame: MapFrame, after known: Entry?) throws -> Entry {
        let snapshot = frame.snapshot
        let feeds = RealtimeFeeds(
            snapshot, expecting: frame.vehicles.map(\.expectedCalls),
            selection: key.feed)
        let bytes = try feeds.feed(key.kind, as: key.form)
        let start = key.form == .binary ? FeedWriter.contentStart(of: bytes) : 0
        if let known, key.form == .binary,
            snapshot.asOf.seconds(since: known.madeAt) < renewalSeconds,
            bytes[start...].elementsEqual(
                known.body.bytes.readableBytesView.dropFirst(known.contentStart))
        {
            return Entry(
                sequence: snapshot.sequence, madeAt: known.madeAt,
                contentStart: known.contentStart, body: known.body)
        }
        let type = key.form == .json ? "application/json" : "application/x-protobuf"
        return Entry(
            sequence: snapshot.sequence, madeAt: snapshot.asOf, contentStart: start,
            body: CachedBody(
                bytes, contentType: type, isText: key.isPacked, level: packingLevel))
    }
}
