import FeedEndpoints
import History
import HTTPServing
import LiveMap
import Matching
import ServiceLifecycle
import ShuttleTracker
import Sources
import Timetables
import TransitModel

/// The shuttle tracker's protocol for a network: endpoints to read, sockets, and operators'
/// entries.
struct ShuttleServing {
    let endpoints: [any EndpointGroup]
    let sockets: [any SocketEndpoint]
    let services: [any Service]

    /// The id under which operators' entries count as a source.
    private static let sourceID = "operators"

    /// Returns the time before which an entered position is of no use.
    fileprivate static func oldestPosition(at now: UnixTime) -> UnixTime {
        now.advanced(bySeconds: -LiveState.memorySeconds)
    }

    /// Assembles the parts; nil in years that the protocol cannot express.
    ///
    /// - Throws: An error if the store cannot be opened or the operator's token cannot be read.
    init?(
        _ timetable: Timetable, options: TaktApplication.Options, campus: ServedCampus?,
        feed: MapFeed, inbox: SourceInbox, history: FixArchive?, limiter: StreamLimiter
    ) throws {
        let clock = options.clock
        let store = try campus?.store ?? NetworkServing.store(options)
        guard
            let listings = ShuttleListings(timetable, since: clock.now(), campus: campus?.lists)
        else { return nil }
        let fusion = FusionFeed(feed.frames, listings: listings)
        var endpoints: [any EndpointGroup] = [
            HistoryEndpoints(history, listings: listings, clock: clock),
            ShuttleEndpoints(
                frames: feed.frames, listings: listings, store: store, isCampus: campus != nil),
            FusionEndpoints(limiter: limiter),
        ]
        var services: [any Service] = [fusion]
        if let store {
            endpoints.append(
                ShuttleEditing(
                    store, gate: try options.operatorGate(), isCampus: campus != nil, clock: clock
                ) { fix in
                    let now = clock.now()
                    campus?.fixes.put(fix, from: Self.sourceID, at: now)
                    try await store.share(fix, since: Self.oldestPosition(at: now))
                })
            services.append(
                OperatorEntriesService(
                    store: store, fixes: campus?.fixes, clock: clock, inbox: inbox,
                    id: Self.sourceID))
        }
        if let campus {
            campus.fixes.repeatAll(of: campus.lists, from: Self.sourceID, at: clock.now())
        }
        self.endpoints = endpoints
        self.services = services
        sockets = [FusionSocket(fusion.hub, limiter: limiter)]
    }
}

/// Shows the operators' message to riders, as an alert about the whole network, and notices what
/// operators and their devices enter at other nodes.
private struct OperatorEntriesService: Service {
    let store: CampusStore
    /// The positions of a campus's vehicles; nil for networks of feeds.
    let fixes: EnteredFixes?
    let clock: any WallClock
    let inbox: SourceInbox
    let id: String

    private static let tick = Duration.seconds(1)

    func run() async {
        await cancelWhenGracefulShutdown {
            var shown: ShuttleMessage?
            for await _ in Ticks(every: Self.tick) {
                do { try await takeOthersEntries() } catch {
                    // The known entries are shown meanwhile; the next second tries again.
                }
                let message = store.content.message
                if message != shown {
                    shown = message
                    var batch = LiveBatch(source: id, asOf: clock.now())
                    batch.alerts = message.flatMap { alert($0) }.map { [$0] } ?? []
                    inbox.put(batch)
                }
            }
        }
    }

    private func takeOthersEntries() async throws {
        try await store.refresh()
        guard let fixes else { return }
        let now = clock.now()
        let shared = try await store.sharedPositions(
            after: ShuttleServing.oldestPosition(at: now), newest: fixes.newestTimes)
        for fix in shared { fixes.put(fix, from: id, at: now) }
    }

    /// Returns the alert; nil for a hidden message.
    private func alert(_ message: ShuttleMessage) -> AlertUpdate? {
        guard message.isEnabled, !message.message.isEmpty else { return nil }
        var texts = AlertUpdate.Texts()
        texts.header = ["": message.message]
        if !message.link.isEmpty { texts.url = ["": message.link] }
        return AlertUpdate(id: id, texts: texts)
    }
}
