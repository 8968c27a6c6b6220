import Diary
import DiaryDays
import DiaryEndpoints
import DiaryInference
import Foundation
import History
import HTTPFetching
import HTTPServing
import Logging
import Persistence
import ServiceLifecycle
import Timetables
import TransitModel

/// The storage of travel diaries, and the services that upload sealed ones.
struct DiaryServices {
    let store: DiaryStore
    let intake: DiaryIntake
    let timelines: DiaryTimelines
    private let allowsPersonal: Bool
    private let newPerHour: Int
    /// The services to run.
    let services: [any Service]

    /// A node's connections to diaries in PostgreSQL: the writer, the uploader and some readers.
    private static let connections = 6

    /// Opens the diaries in the database that nodes share, or in the data folder; nil if there is
    /// no such folder.
    ///
    /// The lines of `timetable` give rides their names; the vehicle positions in `history` also
    /// identify runs.
    ///
    /// - Throws: An error with a sentence for people.
    init?(
        _ timetable: Timetable, _ options: TaktApplication.Options, history: FixReader?,
        logger: Logger
    ) throws {
        guard let folder = options.dataFolder else { return nil }
        try PrivateFile.makeFolder(folder)
        let file = try RecordStore(
            StoreSettings.place(
                "diary", try options.store.address(connections: Self.connections), folder: folder),
            schema: .diary)
        // Phones use real time, whatever the network's clock shows.
        let store = DiaryStore(file, clock: SystemWallClock())
        self.store = store
        let fetcher = HTTPFetcher(logger: logger)
        let thresholds = try ThresholdsRefresh(
            options.diary.sensing, folder: folder, fetcher: fetcher, logger: logger)
        let uploader = try options.diary.bucket.map { bucket in
            let writer = BucketWriter(
                try bucket.address(), credentials: try bucket.credentials(), now: Self.now,
                exchange: Self.exchange(fetcher))
            return Uploader(file, to: writer, jitter: FetchDependencies().jitter)
        }
        var settings = DiaryIntake.Settings()
        settings.collectSeconds = Double(options.diary.collect.components.seconds)
        settings.recordsPerDay = options.diary.recordsPerDay
        let intake = DiaryIntake(
            store, defaults: thresholds.first, settings: settings, uploader: uploader)
        self.intake = intake
        allowsPersonal = options.diary.allowsPersonal
        newPerHour = options.newRidersPerHour
        timelines = DiaryTimelines(
            store, maker: TimelineMaker(lines: LineMatcher(timetable)),
            lookUpSightings: history.map { SightingReader($0).sightings },
            zone: timetable.agencyTimeZones.first ?? .utc)
        var services: [any Service] = [
            IntakeService(intake: intake, logger: logger),
            ExpiryService(
                subject: "old diaries", clock: RetentionFile(path: "\(folder)/diary.retention"),
                logger: logger
            ) { [store] in
                var device: Int64? = 0
                while let next = device, !Task.isCancelled {
                    device = try await store.deleteExpired(after: next)
                }
                // What people deleted themselves, too.
                try await store.file.emptyLog()
                return false
            },
            TimelineService(timelines: timelines, logger: logger),
            ThresholdsService(keeper: thresholds, intake: intake),
        ]
        if let uploader {
            services.append(UploadService(uploader: uploader, logger: logger))
        }
        self.services = services
    }

    /// Returns the endpoints for phones, participants, researchers and operators.
    func endpoints(
        gate: OperatorGate, home: String?, riders: RiderLoggers?
    ) -> [any EndpointGroup] {
        [
            LoggerEndpoints(store, intake: intake, riders: riders),
            ParticipantEndpoints(store, intake: intake, home: home, riders: riders),
            PersonalDiaryEndpoints(
                store, isAllowed: allowsPersonal, home: home, newPerHour: newPerHour),
            TimelineEndpoints(timelines, intake: intake, clock: SystemWallClock()),
            StudyEndpoints(store, intake: intake, gate: gate, riders: riders),
        ]
    }

    private static let now: @Sendable () -> Date = {
        Date(timeIntervalSince1970: SystemWallClock().now().fractionalSeconds)
    }

    static func exchange(_ fetcher: HTTPFetcher) -> StorageExchange {
        { request in
            var exchange = HTTPExchange(request.method, request.url)
            exchange.headers = request.headers
            exchange.body = [UInt8](request.body)
            let answer = try await fetcher.exchange(exchange)
            return StorageAnswer(
                status: answer.status, entityTag: answer.headers["etag"],
                serverTime: answer.serverSeconds.map {
                    Date(timeIntervalSince1970: Double($0))
                }, body: Data(answer.body))
        }
    }
}

/// Stores the data that phones send.
private struct IntakeService: Service {
    let intake: DiaryIntake
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await intake.run { [logger] trouble in
                if let trouble {
                    logger.error(
                        "storing diaries failed; phones keep what they sent",
                        metadata: ["reason": "\(trouble)"])
                } else {
                    logger.notice("storing diaries works again")
                }
            }
        }
    }
}

/// Uploads sealed diaries to their bucket.
private struct UploadService: Service {
    let uploader: Uploader
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await uploader.run { [logger] trouble in
                if let trouble {
                    logger.error(
                        "uploading sealed diaries failed; they are kept for later",
                        metadata: ["reason": "\(trouble)"])
                } else {
                    logger.notice("uploading sealed diaries works again")
                }
            }
        }
    }
}

/// Stores the settled pieces of personal diaries once an hour, so that requests need not wait for
/// them.
private struct TimelineService: Service {
    let timelines: DiaryTimelines
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            // Not at once: a starting server has more urgent work.
            for await _ in Ticks(every: .seconds(3600)).dropFirst() {
                do {
                    try await timelines.settleAll()
                } catch {
                    if Task.isCancelled { return }
                    logger.error("settling diaries failed", metadata: ["reason": "\(error)"])
                }
            }
        }
    }
}

/// Checks regularly whether the source of the thresholds has changed.
private struct ThresholdsService: Service {
    let keeper: ThresholdsRefresh
    let intake: DiaryIntake

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await keeper.run { await intake.use($0) }
        }
    }
}
