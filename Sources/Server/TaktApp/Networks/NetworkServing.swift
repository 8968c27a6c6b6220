import FeedEndpoints
import Foundation
import History
import HTTPServing
import LiveEndpoints
import LiveMap
import Logging
import Matching
import NetworkEndpoints
import Persistence
import Prediction
import Realtime
import ServiceLifecycle
import ShuttleTracker
import Simulation
import Sources
import Timetables
import Transit
import TransitModel
import WebServer

/// The parts that serve one network, except the port; they are assembled again whenever the network
/// changes.
struct NetworkServing {
    /// The HTTP endpoints.
    let endpoints: [any EndpointGroup]
    /// The WebSocket endpoints.
    let sockets: [any SocketEndpoint]
    /// The services to run.
    private(set) var services: [any Service]
    /// The prefix of request ids.
    let requestIDPrefix: String
    /// The feed of the map's clients.
    let feed: MapFeed
    /// The history of vehicles; nil if nothing is stored.
    let history: FixReader?
    /// The counters of requests.
    let metrics: RequestMetrics
    /// The sequence of the snapshot without live data.
    private let firstSequence: UInt64

    /// Assembles the parts; nothing runs yet.
    ///
    /// `campus` is the origin of the network; nil for networks of feeds.
    ///
    /// - Throws: An error if the web app or stored data cannot be read.
    init(
        _ timetable: Timetable, options: TaktApplication.Options, campus: ServedCampus? = nil,
        logger: Logger
    ) throws {
        let clock = options.clock
        let sources = try TaktApplication.liveSources(
            timetable, options, inbox: campus?.fixes.inbox ?? SourceInbox(), logger: logger)
        let first = Self.firstSnapshot(of: timetable, options.sourceKind, at: clock.now())
        let history = try campus?.history ?? HistoryService.archive(options)
        let state = LiveState(
            timetable, sourceKind: options.sourceKind, firstSequence: first.sequence,
            keepsAccepted: history != nil, declaredFeeds: options.declaredFeeds)
        let feed = MapFeed(first)
        let learnt = LearntStore(history, options)
        let loop = LiveLoop(
            state: state, sources: sources, feed: feed,
            simulator: options.simulation.map { Simulator(timetable, settings: $0) }, clock: clock,
            history: history,
            learnt: learnt.map { LearningService.takeUp($0, logger: logger) } ?? LearntState(),
            logger: logger)
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let planner = JourneyPlanner(timetable, searches: cores, streets: options.streets?.router)
        let messaging = try RiderMessaging(options, logger: logger)
        let diary = try DiaryServices(
            timetable, options, history: history?.reader, logger: logger)
        let limiter = StreamLimiter(limit: options.maximumSockets)
        let metrics = ServerMetrics(
            journals: sources.journals, state: state, loop: loop, frames: feed.frames,
            history: history, streams: StreamLimiter(limit: options.maximumStreams),
            sockets: limiter, requests: RequestMetrics(), clock: clock)
        let phone = Self.phone(timetable, options, frames: feed.frames, logger: logger)
        let endpoints = try TaktApplication.endpoints(
            timetable, options, feed: feed, planner: planner, metrics: metrics, history: history,
            messaging: messaging, diary: diary, isCampus: campus != nil,
            phone: phone, logger: logger)
        let tracker = TrackerFeed(feed.frames)
        let staticFeed = StaticFeed(timetable, folder: options.dataFolder, logger: logger)
        let shuttle = try ShuttleServing(
            timetable, options: options, campus: campus, feed: feed, inbox: sources.inbox,
            history: history, limiter: limiter)
        (self.feed, firstSequence) = (feed, first.sequence)
        self.history = history?.reader
        self.metrics = metrics.requests
        requestIDPrefix = String(first.sequence, radix: 36)
        self.endpoints =
            endpoints + [TrackerEndpoints(limiter: limiter), FeedEndpoints(staticFeed)]
            + (shuttle?.endpoints ?? []) + [DescriptionEndpoints(TaktApplication.description)]
        sockets =
            [TrackerSocket(tracker.hub, limiter: limiter, clock: clock)] + (shuttle?.sockets ?? [])
        // Services end in the reverse order: the history last, so that it stores the last data.
        services = TaktApplication.keepers(
            learnt, of: loop, timetable, options, logger: logger)
        let warmUp = PlanningWarmUp(planner: planner, frames: feed.frames)
        services += [loop, tracker, warmUp, staticFeed] as [any Service]
        services += sources.services.map { $0 as any Service }
        services += [messaging?.services, diary?.services, shuttle?.services]
            .compactMap(\.self).joined()
        let alerts = messaging?.alerts(planner, options, frames: feed.frames, logger: logger)
        services += [phone.network as (any Service)?, phone.deviations, alerts].compactMap(\.self)
    }

    /// Returns once the services have made the first snapshot, or after `timeout`.
    func firstSnapshot(within timeout: Duration) async {
        let end = ContinuousClock.now + timeout
        while feed.frames.current.sequence == firstSequence, ContinuousClock.now < end,
            !Task.isCancelled, !Task.isShuttingDownGracefully
        {
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Returns what makes the file and the live data for phones; nil without an engine in the web
    /// app, which alone reads them.
    private static func phone(
        _ timetable: Timetable, _ options: TaktApplication.Options, frames: Broadcast<MapFrame>,
        logger: Logger
    ) -> (network: PhoneNetwork?, deviations: DeviationFeed?) {
        guard options.webFolder.flatMap(WebFolder.engine(of:)) != nil else { return (nil, nil) }
        let network = PhoneNetwork(
            timetable, .init(folder: options.dataFolder), clock: options.clock, logger: logger)
        return (network, DeviationFeed(timetable, frames: frames))
    }

    /// Returns the network without any live data.
    private static func firstSnapshot(
        of timetable: Timetable, _ kind: String, at now: UnixTime
    ) -> NetworkSnapshot {
        NetworkSnapshot(
            timetable: timetable, sequence: UInt64(max(0, now.milliseconds / 100)), asOf: now,
            vehicles: [],
            source: LiveSourceState(kind: kind, updatedAt: nil))
    }

    /// Opens the operators' entries in the database that nodes share, or in the data folder; nil
    /// if nothing is stored.
    ///
    /// - Throws: An error of creating the folder or opening the store.
    static func store(_ options: TaktApplication.Options) throws -> CampusStore? {
        guard let folder = options.dataFolder else { return nil }
        try PrivateFile.makeFolder(folder)
        return try CampusStore(
            try RecordStore(
                StoreSettings.place(
                    "campus", try options.store.address(connections: 2), folder: folder),
                schema: .campus),
            clock: options.clock)
    }
}
