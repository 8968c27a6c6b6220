import Foundation
import HTTPFetching
import HTTPServing
import LiveMap
import Logging
import Notifications
import Persistence
import Realtime
import RiderEndpoints
import Riders
import Secrets
import ServiceLifecycle
import Tracing
import Transit
import TransitModel
import WebServer

/// The storage of riders in the data folder, and the services that send messages to them.
struct RiderMessaging {
    let store: RiderStore
    let outbox: Outbox
    let sender: ChannelSender
    /// The positions of riders whose app is open or whose phone's logger reports.
    let positions = RiderPositions()
    let loggers: LoggerPositions
    /// Whether all this can be stored.
    let storage: StorageWatch
    /// The shards of riders that this node alerts; nil where there is only one node.
    private let nodes: ShardLeases?
    /// The services to run.
    let services: [any Service]

    /// Returns the path of the key for push services.
    static func pushKey(in folder: String) -> String { folder + "/push-key.pem" }

    /// Opens the riders' store, the outbox and the push key; nil if nothing is stored.
    ///
    /// - Throws: An error with a sentence for people.
    init?(_ options: TaktApplication.Options, logger: Logger) throws {
        guard let folder = options.dataFolder else { return nil }
        try PrivateFile.makeFolder(folder)
        let address = try options.store.address()
        let outbox = try Outbox(StoreSettings.place("outbox", address, folder: folder))
        self.outbox = outbox
        let file = try RecordStore(
            StoreSettings.place("riders", address, folder: folder), schema: .riders)
        let store = RiderStore(
            file, clock: SystemWallClock(),
            forgotten: { addresses in
                for address in addresses {
                    do {
                        try await outbox.forget(address)
                    } catch {
                        logger.error("the outbox cannot be used", metadata: ["error": "\(error)"])
                    }
                }
            })
        self.store = store
        loggers = LoggerPositions(store, positions: positions, clock: options.clock)
        let key: VapidKey
        do throws(VapidKeyProblem) { key = try VapidKey(file: Self.pushKey(in: folder)) } catch {
            throw SettingFailure(description: error.description)
        }
        let sender = ChannelSender(
            settings: ChannelSender.Settings(options.messages), key: key,
            fetcher: HTTPFetcher(logger: logger),
            mailServer: try options.messages.mail.settings().map { MailServer($0) })
        self.sender = sender
        let worker = OutboxWorker(
            outbox: outbox, logger: logger, jitter: FetchDependencies().jitter,
            send: Self.sendingToChannels(of: store, logger: logger) {
                await sender.send($0, to: $1, expires: $2)
            },
            forget: { address in
                do {
                    try await store.deleteChannels(address)
                } catch {
                    logger.error("a channel cannot be removed", metadata: ["error": "\(error)"])
                }
            })
        let nodes = try address.map { address in
            try ShardLeases(
                address, work: "alerts", count: RiderID.parts, node: SecretBytes.system.hex(8))
        }
        self.nodes = nodes
        storage = StorageWatch(file, folder: folder)
        services =
            [
                OutboxService(worker: worker), storage,
                Self.expiry(of: store, in: folder, days: options.riderDays, logger: logger),
            ]
            + (nodes.map { nodes in
                let common = NodeAgreement.values(key, options.feeds?.feeds ?? [])
                return [NodeService(nodes: nodes, common: common, logger: logger)]
            } ?? [])
    }
}

extension RiderMessaging {
    /// Returns the service that deletes riders who were inactive for this many days.
    private static func expiry(
        of store: RiderStore, in folder: String, days: Int, logger: Logger
    ) -> ExpiryService {
        ExpiryService(
            subject: "inactive riders",
            clock: RetentionFile(path: "\(folder)/riders.retention"), logger: logger
        ) {
            let hasMore = try await store.deleteUnseen(days: days) > 0
            // What riders deleted themselves, too.
            if !hasMore { try await store.emptyLog() }
            return hasMore
        }
    }

    /// Returns a `send` that first looks whether a rider still has a channel at the address, since
    /// the server may have been killed after a rider was deleted and before the outbox was.
    ///
    /// A message is sent if the riders cannot be read.
    static func sendingToChannels(
        of store: RiderStore, logger: Logger, _ send: @escaping OutboxWorker.Send
    ) -> OutboxWorker.Send {
        { message, address, expires in
            do {
                guard try await store.hasChannel(at: address) else {
                    return .refused("its rider removed the channel")
                }
            } catch {
                logger.error("a channel cannot be looked up", metadata: ["error": "\(error)"])
            }
            return await send(message, address, expires)
        }
    }
}

extension ChannelSender.Settings {
    fileprivate init(_ options: MessageSettings) {
        self.init(home: options.home, contact: options.contact)
        reach = options.reach
        mailSender = options.mail.sender
        appName = options.branding.name
        imprint = options.branding.imprint
    }
}

extension RiderMessaging {
    /// Returns the service that alerts riders about a network.
    func alerts(
        _ planner: JourneyPlanner, _ options: TaktApplication.Options,
        frames: Broadcast<MapFrame>, logger: Logger
    ) -> AlertService {
        var shared = AlertEngine.Shared(store, outbox)
        shared.positions = positions
        shared.nodes = nodes
        var settings = AlertEngine.Settings()
        settings.nearbyPauseSeconds = Double(options.nearbyPause.components.seconds)
        settings.speed = options.clock.speed
        let links = AlertLinks(home: options.messages.home) { rides, overlay in
            planner.connectionID(of: rides, overlay: overlay)
        }
        let engine = AlertEngine(
            shared, network: SavedNetwork(planner.timetable, modified: options.networkModified),
            links: links, settings: settings)
        return AlertService(
            engine: engine, frames: frames, clock: options.clock, logger: logger)
    }

    /// Returns the endpoints for riders, and those on riders for operators.
    ///
    /// - Throws: An error if the operator's token cannot be read.
    func endpoints(
        _ saved: SavedEndpoints, _ options: TaktApplication.Options, diary: DiaryServices?,
        frames: Broadcast<MapFrame>
    ) throws -> [any EndpointGroup] {
        let (store, outbox) = (store, outbox)
        var riders = RiderEndpoints(
            store, routes: SavedRoutes(saved.network.timetable),
            newPerHour: options.newRidersPerHour)
        riders.setPace = saved.setPace
        return [
            riders, saved,
            ChannelEndpoints(store, sender: sender),
            RideEndpoints(
                store, network: saved.network, positions: positions,
                snapshot: { frames.current.snapshot }, clock: options.clock),
            RiderLoggerEndpoints(
                store, loggers: loggers, diary: diary?.kind, home: options.messages.home),
            RiderCountEndpoints(gate: try options.operatorGate()) {
                let messages = try await outbox.counts()
                return [
                    "riders": try await store.count(), "waiting": messages.waiting,
                    "delivered": messages.delivered, "gone": messages.gone,
                    "waits": messages.waits, "failures": messages.failures,
                    "givenUp": messages.givenUp, "expired": messages.expired,
                    "replaced": messages.replaced,
                ]
            },
        ]
    }
}

/// Keeps this node's leases among the nodes that share the riders.
private struct NodeService: Service {
    let nodes: ShardLeases
    /// What all nodes must have in common.
    let common: [String: String]
    let logger: Logger

    private static let pause = Duration.seconds(2)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var (trouble, parts, differences) = (false, -1, [String]())
            for await _ in Ticks(every: Self.pause) {
                do {
                    let found = try await nodes.renew(announcing: common)
                    for subject in found where !differences.contains(subject) {
                        logger.warning("\(NodeAgreement.sentence(subject))")
                    }
                    differences = found
                    if trouble || nodes.parts.count != parts {
                        parts = nodes.parts.count
                        logger.notice(
                            "this node alerts \(parts) of \(RiderID.parts) shards of the riders")
                    }
                    trouble = false
                } catch {
                    if Task.isCancelled { break }
                    if !trouble {
                        logger.error("shard lease renewal failed", metadata: ["error": "\(error)"])
                    }
                    trouble = true
                }
            }
        }
        do {
            // Other nodes need not wait until the leases expire.
            try await nodes.leave()
        } catch {
            logger.notice("shard leases end by themselves", metadata: ["error": "\(error)"])
        }
    }
}

/// Sends the outbox's messages until the server stops.
///
/// The file stays open: requests that are still served may use it, and its content is on the disk.
private struct OutboxService: Service {
    let worker: OutboxWorker

    func run() async throws {
        await withGracefulShutdownHandler {
            await worker.run()
        } onGracefulShutdown: {
            worker.stop()
        }
    }
}

/// Alerts riders at every change of the network.
///
/// Newer frames are skipped while it is busy, so that it never falls behind.
struct AlertService: Service {
    let engine: AlertEngine
    let frames: Broadcast<MapFrame>
    let clock: any WallClock
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var trouble: String?
            for await frame in frames.updates() {
                if Task.isCancelled { return }
                do {
                    try await withSpan("alert pass") { _ in
                        try await engine.advance(frame.snapshot, now: clock.now())
                    }
                    if trouble != nil { logger.notice("alerting riders works again") }
                    trouble = nil
                } catch is ShardLeases.Lost {
                    // Another node alerts them; the next evaluation begins with this node's riders.
                } catch {
                    // The server stops; the next one does the rest.
                    if Task.isCancelled { return }
                    // Logged once, since it recurs with every frame.
                    if trouble != "\(error)" {
                        logger.error(
                            "alerting riders failed", metadata: ["error": "\(error)"])
                    }
                    trouble = "\(error)"
                }
            }
        }
    }
}
