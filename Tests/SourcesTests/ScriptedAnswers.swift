import ClockTesting
import GTFSRealtime
import HTTPFetching
import Matching
import Sources
import Synchronization
import TransitModel

/// Scripted answers, one per request; the last one is repeated.
final class ScriptedAnswers: AnswerFetching {
    enum Answer: Sendable {
        case body([UInt8], tag: String? = nil)
        case notModified
        case failure(FetchError)
    }

    private let script: Mutex<[String: [Answer]]>
    private let log = Mutex<[FetchRequest]>([])

    /// Returns answers by the requested path.
    init(_ script: [String: [Answer]]) {
        self.script = Mutex(script)
    }

    convenience init(_ answers: [Answer]) {
        self.init(["/feed.pb": answers])
    }

    var asked: [FetchRequest] { log.withLock { $0 } }

    func fetch(
        _ request: FetchRequest, from endpoint: SourceEndpoint
    ) async throws(FetchError) -> Fetched<[UInt8]> {
        log.withLock { $0.append(request) }
        let answer = script.withLock { script -> Answer? in
            guard var answers = script[endpoint.path], let first = answers.first else { return nil }
            if answers.count > 1 { answers.removeFirst() }
            script[endpoint.path] = answers
            return first
        }
        switch answer {
        case .body(let bytes, let tag):
            return .content(
                bytes,
                FetchInfo(
                    url: request.url, byteCount: bytes.count, contentType: nil,
                    validators: FetchValidators(entityTag: tag)))
        case .notModified: return .notModified
        case .failure(let error): throw error
        case nil: throw .status(404, retryAfter: nil)
        }
    }
}

/// A source with its journal and its inbox, polled manually.
final class SourceBench<Source: LiveSource> {
    var source: Source
    let journal: SourceJournal
    let inbox = SourceInbox()
    let clock: ManualWallClock
    let link: SourceLink

    init(_ source: Source, at start: UnixTime) {
        self.source = source
        clock = ManualWallClock(start)
        journal = SourceJournal(id: source.id, kind: source.kind, started: start)
        link = SourceLink(
            journal: journal, inbox: inbox,
            dependencies: SourceDependencies(clock: clock, jitter: { 0.5 }))
    }

    /// Runs one round; returns its failure, or nil.
    func round() async -> SourceFailure? {
        do throws(SourceFailure) {
            try await source.round(link)
            return nil
        } catch {
            return error
        }
    }

    /// Returns all data received since the last call, as one batch.
    func taken() -> LiveBatch {
        var all = LiveBatch(source: source.id, asOf: clock.now())
        for batch in inbox.drain().batches {
            all.fixes += batch.fixes
            all.goneVehicles += batch.goneVehicles
            all.tripUpdates = batch.tripUpdates ?? all.tripUpdates
            all.alerts = batch.alerts ?? all.alerts
        }
        return all
    }

    var report: SourceReport { journal.report(at: clock.now()) }
}

/// Minimal GTFS-Realtime feeds.
enum FeedBytes {
    static func positions(_ ids: [String], at time: UnixTime, header: UnixTime? = nil) -> [UInt8] {
        let vehicles = ids.map { id in
            RealtimeVehicle(
                fix: VehicleFix(
                    vehicleID: id, coordinate: Coordinate(latitude: 47, longitude: 8), time: time),
                trip: nil)
        }
        return (try? FeedWriter().write(vehicles, at: header ?? time)) ?? []
    }

    static func entities(
        _ entities: [TransitRealtime_FeedEntity], at time: UnixTime
    ) -> [UInt8] {
        (try? FeedWriter().write(entities, at: time)) ?? []
    }

    static func alert(_ id: String, _ text: String) -> TransitRealtime_FeedEntity {
        var entity = TransitRealtime_FeedEntity()
        entity.id = id
        var translation = TransitRealtime_TranslatedString.Translation()
        translation.text = text
        translation.language = "en"
        entity.alert.headerText.translation = [translation]
        return entity
    }

    static func update(
        _ trip: String, delay: Int32, at time: UnixTime
    ) -> TransitRealtime_FeedEntity {
        var entity = TransitRealtime_FeedEntity()
        entity.id = trip
        entity.tripUpdate.trip.tripID = trip
        entity.tripUpdate.timestamp = UInt64(time.seconds)
        entity.tripUpdate.delay = delay
        return entity
    }
}
