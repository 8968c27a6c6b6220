import HTTPFetching
import HTTPServing
package import Logging
import ServiceLifecycle
import Sources
import TransitModel
import UnixSignals

/// Records the answers of a configuration's sources.
package struct RecordingApplication {
    private let sources: LiveSourceSet
    private let log: AnswerLog
    private let logger: Logger

    /// Begins a recording.
    ///
    /// Simulated vehicles and sources with a permanent connection are not recorded.
    ///
    /// - Throws: An error with one sentence if the recording cannot be stored or a source cannot be
    ///   used.
    package init(
        _ settings: [SourceSettings], into folder: String, limitBytes: Int, logger: Logger
    ) throws {
        let settings = settings.filter(\.kind.isRecordable)
        guard !settings.isEmpty else {
            throw SettingFailure(
                description: "The configuration names no source that can be recorded.")
        }
        let clock = SystemWallClock()
        let manifest = RecordingManifest(
            sources: settings.map { source in
                RecordingManifest.Source(
                    id: source.id, kind: source.kind.rawValue,
                    paths: source.urls.map { SourceEndpoint(source: source.id, url: $0).path })
            })
        log = try AnswerLog(folder: folder, manifest: manifest, limitBytes: limitBytes)
        var sources = LiveSourceSet(
            nil, clock: clock,
            answers: RecordingAnswers(
                NetworkAnswers(HTTPFetcher(logger: logger)), log: log, clock: clock),
            logger: logger)
        for source in settings { try sources.add(source, idPrefix: "", dataFolder: nil) }
        self.sources = sources
        self.logger = logger
    }

    /// Runs until SIGTERM or SIGINT, or until the limit is reached; returns the numbers of answers
    /// and bytes written.
    ///
    /// - Throws: The services' errors, or a `RecordingFailure` if a file could not be written.
    package func run() async throws -> (answers: Int, bytes: Int) {
        let watch = RecordingWatch(sources: sources, log: log, clock: SystemWallClock())
        let services: [any Service] = sources.services.map { $0 as any Service } + [watch]
        var configuration = ServiceGroupConfiguration(
            services: services.map {
                ServiceGroupConfiguration.ServiceConfiguration(
                    $0, onSuccess: .gracefullyShutdownGroup)
            },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger.forServices)
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        try await ServiceGroup(configuration: configuration).run()
        await log.close()
        if let failure = await log.failure { throw failure }
        return (await log.answers, await log.writtenBytes)
    }
}

/// Empties the inbox, which nothing else reads, and ends the recording at its limit.
private struct RecordingWatch: Service {
    let sources: LiveSourceSet
    let log: AnswerLog
    let clock: any WallClock

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in Ticks(every: .seconds(1)) {
                _ = sources.inbox.drain()
                sources.noteStates(at: clock.now())
                if await log.isFull { return }
            }
        }
    }
}
