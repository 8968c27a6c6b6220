import AddressSearch
import APISchema
import DiaryEndpoints
import FeedEndpoints
import History
import HTTPFetching
import HTTPServing
import LiveEndpoints
import LiveMap
import Logging
import Matching
import NetworkAPI
import NetworkEndpoints
import Realtime
import RiderEndpoints
import Riders
import Sources
import Timetables
import Transit
import TransitModel
import TransportEndpoints
import WebServer
import WireAPI

extension TaktApplication {
    /// Returns all HTTP endpoints of a server.
    ///
    /// - Throws: An error if the web app, the operator's token or the network file cannot be read.
    static func endpoints(
        _ timetable: Timetable, _ options: Options, feed: MapFeed, planner: JourneyPlanner,
        metrics: ServerMetrics, history: FixArchive?, messaging: RiderMessaging?,
        diary: DiaryServices?, isCampus: Bool,
        phone: (network: PhoneNetwork?, deviations: DeviationFeed?),
        logger: Logger
    ) throws -> [any EndpointGroup] {
        let clock = options.clock
        let first = feed.frames.current.sequence
        let index = StopSearchIndex(timetable)
        let resolver = PlaceResolver(index, searchPlaces: options.streets.map { $0.search })
        let searches = SearchLimiter()
        let outlook = isCampus ? nil : try ServiceOutlook(timetable)
        log(outlook, at: clock.now(), logger)
        let feedAdvice = options.feeds.map { FeedAdvice($0.feeds, network: $0.path) }
        var endpoints: [any EndpointGroup] = [
            HealthEndpoints(
                whatIsMissing: { outlook?.missing(at: clock.now()) ?? feedAdvice?.absent() },
                storage: storage(options, messaging),
                whyNotReady: {
                    feed.frames.current.sequence > first ? nil : "The first snapshot is due."
                }),
            NetworkEndpoints(
                NetworkAPI(
                    planner, resolver,
                    profile: try profile(
                        timetable, options, isCampus: isCampus,
                        savesNothing: messaging == nil && options.outage == nil)),
                frames: feed.frames, clock: clock, searches: searches,
                landscape: options.landscape, phone: phone.network),
            OpendataEndpoints(
                planner, resolver: resolver, frames: feed.frames, clock: clock,
                searches: searches),
            RealtimeFeedEndpoints(frames: feed.frames),
            VehicleEndpoints(timetable, frames: feed.frames, limiter: metrics.streams),
        ]
        endpoints += try operations(options, metrics, outlook)
        if let addresses = addresses(options, logger: logger) { endpoints.append(addresses) }
        endpoints += streetEndpoints(options, index)
        let saved = messaging.map {
            var saved = SavedEndpoints(
                $0.store, planner: planner,
                network: SavedNetwork(timetable, modified: options.networkModified),
                snapshot: { feed.frames.current.snapshot }, clock: clock)
            saved.searches = searches
            if let streets = options.streets { saved.placeName = streets.name }
            return saved
        }
        endpoints += try personal(
            options, saved: saved, stores: (messaging, diary), frames: feed.frames)
        endpoints += [
            PhoneNetworkEndpoints(phone.network),
            DeviationEndpoints(phone.deviations, limiter: metrics.streams),
        ]
        if let folder = options.webFolder {
            endpoints.append(try site(folder, branding: options.branding, logger: logger))
        }
        return endpoints
    }

    /// Returns a function that reports the state of the storage; nil if nothing is to be stored.
    private static func storage(
        _ options: Options, _ messaging: RiderMessaging?
    ) -> (@Sendable () -> HealthEndpoints.StorageState)? {
        if let outage = options.outage { return { outage.state } }
        guard let watch = messaging?.storage else { return nil }
        return { watch.state }
    }

    /// Returns the endpoints for riders and diaries; without storage, those that say so.
    ///
    /// - Throws: An error if the operator's token cannot be read.
    private static func personal(
        _ options: Options, saved: SavedEndpoints?,
        stores: (messaging: RiderMessaging?, diary: DiaryServices?), frames: Broadcast<MapFrame>
    ) throws -> [any EndpointGroup] {
        let (messaging, diary) = stores
        var endpoints: [any EndpointGroup] = []
        if let messaging, let saved {
            endpoints += try messaging.endpoints(
                saved, options, diary: diary, frames: frames)
        }
        if let diary {
            endpoints += diary.endpoints(
                gate: try options.operatorGate(), home: options.diaryHome,
                riders: messaging.map { RiderLoggers($0.loggers) })
        }
        if let outage = options.outage {
            endpoints.append(
                UnstoredEndpoints(
                    [
                        APIPaths.riders, APIPaths.rider, APIPaths.push, "/api/v1/diary",
                        APIPaths.studies, "\(APIPaths.operators)/riders", APIPaths.ownTracks,
                        APIPaths.overland,
                    ], messagePath: APIPaths.shuttleMessage, because: outage.cause))
        }
        return endpoints
    }

    /// Returns the endpoints for walks, places and the tiles of the map.
    private static func streetEndpoints(
        _ options: Options, _ index: StopSearchIndex
    ) -> [any EndpointGroup] {
        var endpoints: [any EndpointGroup] = [
            ReachableEndpoints(index, router: options.streets?.router)
        ]
        if let streets = options.streets {
            endpoints.append(PlaceEndpoints(streets.places, stops: index))
        }
        if let tiles = options.tiles?.archive ?? options.streets?.tiles {
            endpoints.append(TileEndpoints(tiles))
        }
        return endpoints
    }

    /// Describes the network, with the streets if there are any.
    ///
    /// - Throws: An error if the network file lacks a column.
    private static func profile(
        _ timetable: Timetable, _ options: Options, isCampus: Bool, savesNothing: Bool
    ) throws -> NetworkProfile {
        var profile = try NetworkProfile(
            timetable, name: options.networkName, isInvented: options.isInvented)
        profile.answer.landscape = options.landscape != nil
        profile.answer.addresses = options.geocoder != nil || options.streets != nil
        profile.answer.campus = isCampus
        profile.answer.savesNothing = savesNothing
        if options.streets != nil || options.tiles != nil {
            let version = options.tiles?.version ?? options.streets?.tilesVersion
            profile.addStreets(
                updatedAt: options.streets?.updatedAt,
                tiles: version.map { APIPaths.tiles + "/{z}/{x}/{y}?v=" + $0 },
                layers: options.tiles?.layers)
        }
        return profile
    }

    /// Opens the web app in a folder, and logs its missing files.
    ///
    /// - Throws: An error if the folder cannot be served.
    static func site(_ folder: String, branding: SiteBranding, logger: Logger) throws -> StaticSite
    {
        let site = try StaticSite(
            folder: folder, modules: WebFolder.modules(of: folder), branding: branding)
        if !site.lacking.isEmpty {
            logger.warning(
                "the web app lacks files of icons or maps: run scripts/web-vendor",
                metadata: [
                    "folder": "\(folder)", "files": "\(site.lacking.joined(separator: " "))",
                ])
        }
        return site
    }

    /// Logs missing service when a network begins to be served.
    private static func log(_ outlook: ServiceOutlook?, at now: UnixTime, _ logger: Logger) {
        guard let outlook else { return }
        for sentence in outlook.lacks(at: now) {
            logger.warning("the network lacks service", metadata: ["reason": "\(sentence)"])
        }
    }

    /// Returns the address search, by the streets first and by the geocoder where these know
    /// nothing; nil if there is neither.
    private static func addresses(_ options: Options, logger: Logger) -> AddressEndpoints? {
        let streets = options.streets
        guard let geocoder = options.geocoder else {
            return streets.map { streets in AddressEndpoints { streets.addresses($0) } }
        }
        let fetcher = HTTPFetcher(logger: logger)
        let searcher = AddressSearcher(
            geocoder, perSecond: options.geocoderPace, clock: options.clock
        ) {
            guard case .content(let bytes, _) = try await fetcher.fetch($0) else { return [] }
            return bytes
        }
        return AddressEndpoints { query throws(AddressSearcher.Failure) in
            let known = streets?.addresses(query) ?? []
            return known.isEmpty ? try await searcher.addresses(query) : known
        }
    }

    /// Returns the endpoints on the server's state for its operators.
    private static func operations(
        _ options: Options, _ metrics: ServerMetrics, _ outlook: ServiceOutlook?
    ) throws -> [any EndpointGroup] {
        let (clock, requests) = (options.clock, options.feedRequests)
        let requestPoll: @Sendable () -> Void = { requests.requestPoll() }
        let gate = try options.operatorGate()
        let feedAdvice = options.feeds.map { FeedAdvice($0.feeds, network: $0.path) }
        return [
            SourceEndpoints(clock: options.clock, gate: gate) { now, forOperators in
                await SourcesAnswer(
                    now: now, sources: metrics.journals.map { $0.report(at: now) },
                    taken: metrics.state.statistics, forOperators: forOperators)
            },
            MatchingEndpoints(gate: gate) {
                MatchingAnswer(
                    await metrics.state.matching(),
                    feeds: (outlook?.lacks(at: clock.now()) ?? [])
                        + (feedAdvice?.sentences() ?? []))
            },
            OperatorEndpoints(gate: gate) { await metrics.loop.scores },
            FeedRefreshEndpoints(gate: gate, requestPoll: options.feeds == nil ? nil : requestPoll),
            MetricsEndpoints {
                var text = await metrics.text()
                if let outlook { text.append(outlook.figures(at: clock.now())) }
                text.append(FeedAdvice.figures(feedAdvice))
                text.figure(
                    "takt_connections_limit", "The largest number of open connections.", .gauge,
                    Double(options.server.maximumConnections))
                return text
            },
        ]
    }
}
