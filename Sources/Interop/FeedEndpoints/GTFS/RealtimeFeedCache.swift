import GTFSRealtime
import HTTPServing
import Hummingbird
import LiveMap
import NIOPosix
import Realtime
import TransitModel

/// Makes each feed at most once per frame, off the event loops, and keeps unchanged ones.
///
/// A large network's feed has tens of megabytes, so feeds that nobody asks for are forgotten.
actor RealtimeFeedCache {
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
        /// What the next feed may repeat; nil for other feeds than trip updates in bytes.
        let parts: TripUpdateParts?
        /// Whether it was requested since idle feeds were last looked for.
        var isInUse = true
    }

    private var entries: [Key: Entry] = [:]
    private var making: [Key: Task<Entry, any Error>] = [:]
    /// Looks for idle feeds after a while; nil if none is cached.
    private var sweeping: Task<Void, Never>?

    /// The maximum number of cached feeds, in all their formats.
    private static let maximumEntries = 100
    /// A feed is forgotten when nobody asked for it for one to two of these intervals.
    private static let sweepInterval = Duration.seconds(60)
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
        if let known = entries[key], known.sequence >= frame.sequence {
            entries[key]?.isInUse = true
            return known.body
        }
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
        sweepLater()
        return entry.body
    }

    /// The number of cached feeds.
    var count: Int { entries.count }

    /// Forgets the feeds that were not requested since the last call.
    func sweep() {
        sweeping = nil
        entries = entries.filter { $0.value.isInUse }
        for key in entries.keys { entries[key]?.isInUse = false }
        if !entries.isEmpty { sweepLater() }
    }

    private func sweepLater() {
        guard sweeping == nil else { return }
        sweeping = Task { [weak self] in
            try? await Task.sleep(for: Self.sweepInterval)
            await self?.sweep()
        }
    }

    private static func make(_ key: Key, _ frame: MapFrame, after known: Entry?) throws -> Entry {
        let snapshot = frame.snapshot
        let feeds = RealtimeFeeds(
            snapshot, expecting: frame.vehicles.map(\.expectedCalls),
            selection: key.feed)
        let (bytes, parts) = try feed(key, of: feeds, repeating: known)
        let start = key.form == .binary ? FeedWriter.contentStart(of: bytes) : 0
        if let known, key.form == .binary,
            snapshot.asOf.seconds(since: known.madeAt) < renewalSeconds,
            bytes[start...].elementsEqual(
                known.body.bytes.readableBytesView.dropFirst(known.contentStart))
        {
            return Entry(
                sequence: snapshot.sequence, madeAt: known.madeAt,
                contentStart: known.contentStart, body: known.body, parts: parts)
        }
        let type = key.form == .json ? "application/json" : "application/x-protobuf"
        return Entry(
            sequence: snapshot.sequence, madeAt: snapshot.asOf, contentStart: start,
            body: CachedBody(
                bytes, contentType: type, isText: key.isPacked, level: packingLevel),
            parts: parts)
    }

    private static func feed(
        _ key: Key, of feeds: RealtimeFeeds, repeating known: Entry?
    ) throws -> (bytes: [UInt8], parts: TripUpdateParts?) {
        guard key.kind == .tripUpdates, key.form == .binary else {
            return (try feeds.feed(key.kind, as: key.form), nil)
        }
        let earlier = known?.body.bytes.readableBytesView.dropFirst(known?.contentStart ?? 0) ?? []
        let (bytes, parts) = try feeds.tripUpdates(repeating: known?.parts) { part, feed in
            let start = earlier.startIndex
            feed.append(contentsOf: earlier[start + part.lowerBound..<start + part.upperBound])
        }
        return (bytes, parts)
    }
}
