import Foundation
import HTTPFetching
package import Logging
import ServiceLifecycle
import StreetsFile
import Timetables
package import TransitModel

/// Keeps a file of streets up to date with its extracts.
///
/// Extracts are fetched with their servers' validators, and their last good files are kept, so that
/// unchanged extracts cost nothing. The file is replaced when all extracts can be used; the server
/// notices and serves it.
package struct StreetsRefresh: Service {
    /// The extracts, the interval and the file of streets.
    package struct Settings: Sendable, Equatable {
        /// OpenStreetMap extracts at http or https addresses, at least one.
        package var extracts: [FeedReference]
        /// The interval between two refreshes.
        package var every: Duration
        /// The path of the file of streets.
        package var path: String
        /// The network whose surroundings are kept; streets far from its stops are left out.
        package var network: String
        /// The memory limit of an import, in bytes.
        package var importBytes = Configuration.Limits().importBytes

        package init(extracts: [FeedReference], every: Duration, path: String, network: String) {
            self.extracts = extracts
            self.every = every
            self.path = path
            self.network = network
        }

        /// Reads a configuration; nil if it names no extract or no network.
        package init?(_ configuration: Configuration) {
            guard !configuration.extracts.isEmpty, let network = configuration.networkPath else {
                return nil
            }
            self.init(
                extracts: configuration.extracts, every: configuration.extractInterval,
                path: configuration.streets ?? ServedStreets.path(besideNetwork: network),
                network: network)
            importBytes = configuration.limits.importBytes
        }
    }

    let settings: Settings
    let clock: any WallClock
    let logger: Logger
    let storage: ExtractStorage
    /// Downloads extracts; tests replace it.
    var download: FeedRefresh.Downloader
    /// Compiles extracts; in a separate process unless replaced.
    var importing: FeedRefresh.Importer
    /// Whether a folder's disk has room; tests replace it.
    var hasRoom: @Sendable (String) -> Bool = { DiskRoom.isLeft(in: $0) }

    /// Creates the service; nothing is fetched yet.
    package init(_ settings: Settings, clock: any WallClock, logger: Logger) {
        self.settings = settings
        self.clock = clock
        self.logger = logger
        storage = ExtractStorage(streets: settings.path)
        let process = ImportProcess(memoryBytes: settings.importBytes)
        importing = { job async throws(FeedRefresh.Failure) in try await process.run(job) }
        let fetcher = HTTPFetcher(logger: logger)
        download = { request, path async throws(FetchError) in
            try await fetcher.download(request, to: path)
        }
    }

    /// Refreshes the streets whenever it is due, until the server stops.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var failures = FailureLog("the streets stay as they are", logger)
            while !Task.isCancelled {
                if dueIn <= .zero { await refreshAndLog(&failures) }
                try? await Task.sleep(for: FeedRefresh.pauseUntilNextPoll(dueIn: dueIn))
            }
        }
    }

    private func refreshAndLog(_ failures: inout FailureLog) async {
        do throws(FeedRefresh.Failure) {
            let isReplaced = try await refresh()
            failures.note(nil)
            guard isReplaced else { return }
            logger.notice("the streets changed")
            let omissions = (try? StreetsFile(path: settings.path))?.metadata.omissions
            if let omissions {
                logger.warning("the map is incomplete", metadata: ["reason": "\(omissions)"])
            }
        } catch {
            failures.note(error)
        }
    }

    /// The time until the next refresh; zero or less if it is due.
    var dueIn: Duration {
        let ledger = storage.read()
        guard (ledger.tried ?? ledger.configured) == settings.extracts.map(\.place) else {
            return .zero
        }
        let pause =
            ledger.failures == 0
            ? settings.every : min(settings.every, FeedRefresh.pause(after: ledger.failures))
        let age = clock.now().seconds(since: UnixTime(seconds: ledger.checked))
        // The clock was ahead when the extracts were checked last.
        guard age >= -FeedRefresh.toleratedSeconds else { return .zero }
        return pause - .seconds(age)
    }

    /// Fetches the extracts that changed and compiles them, and returns whether the file was
    /// replaced.
    ///
    /// - Throws: A `Failure` if an extract cannot be fetched or used; the file then stays.
    package func refresh() async throws(FeedRefresh.Failure) -> Bool {
        try FeedRefresh.makeFolder(storage.folder)
        guard hasRoom(storage.folder) else {
            throw .notWritten(DiskRoom.refusal(of: storage.folder))
        }
        var ledger = storage.read()
        ledger.forget(except: settings.extracts.map(\.place))
        ledger.checked = clock.now().seconds
        ledger.tried = settings.extracts.map(\.place)
        do throws(FeedRefresh.Failure) {
            let isReplaced = try await work(&ledger)
            ledger.failures = 0
            ledger.trouble = nil
            try storage.write(ledger)
            storage.tidy(settings.extracts)
            return isReplaced
        } catch {
            guard !Task.isCancelled else { throw error }
            ledger.failures = error.isNotWritten ? 1 : ledger.failures + 1
            ledger.trouble = error.description
            // The first reason is the one to report, even if this cannot be written.
            try? storage.write(ledger)
            throw error
        }
    }

    private func work(_ ledger: inout ExtractLedger) async throws(FeedRefresh.Failure) -> Bool {
        var isChanged = false
        for extract in settings.extracts {
            let isNew = try await fetch(extract, &ledger)
            isChanged = isChanged || isNew
        }
        let stops = stopsBox()
        let isAnotherList = ledger.configured != settings.extracts.map(\.place)
        let isThere = FileManager.default.fileExists(atPath: settings.path)
        guard isChanged || isAnotherList || !isThere || !ledger.covers(stops) else { return false }
        try await compile(near: stops)
        for extract in settings.extracts { try storage.keep(extract) }
        ledger.configured = settings.extracts.map(\.place)
        ledger.box = stops
        return true
    }

    /// Fetches an extract unless it is the same as before, and returns whether it is new.
    private func fetch(
        _ extract: FeedReference, _ ledger: inout ExtractLedger
    ) async throws(FeedRefresh.Failure) -> Bool {
        var request = FetchRequest(extract.place, limitBytes: FeedDownloads.maximumFeedBytes)
        request.timeout = FeedDownloads.timeout
        let isKept = storage.newest(extract) != nil
        request.validators = isKept ? ledger.validators(of: extract.place) : .init()
        do throws(FetchError) {
            switch try await download(request, storage.newPath(extract)) {
            case .notModified: break
            case .content(_, let info):
                ledger.extracts[extract.place] = ExtractLedger.Entry(
                    entityTag: info.validators.entityTag,
                    lastModified: info.validators.lastModified)
            }
            // A version that was not used yet is tried again.
            return storage.hasNew(extract)
        } catch {
            throw FeedRefresh.Failure(
                description: "'\(extract.shown)' cannot be fetched: \(error)", isUnreachable: true)
        }
    }

    /// Compiles the newest versions and replaces the file.
    private func compile(near stops: BoundingBox?) async throws(FeedRefresh.Failure) {
        let draft = settings.path + ".draft"
        defer { unlink(draft) }
        let paths = settings.extracts.compactMap(storage.newest)
        var job = ImportJob(feeds: [], output: draft, feedBytes: 0)
        job.extracts = paths
        job.near = stops
        do throws(FeedRefresh.Failure) {
            try await importing(job)
        } catch {
            var sentence = error.description
            for (path, extract) in zip(paths, settings.extracts) {
                sentence = sentence.replacingOccurrences(of: path, with: extract.shown)
            }
            throw FeedRefresh.Failure(
                description: sentence, isUnreachable: false, isNotWritten: error.isNotWritten)
        }
        guard rename(draft, settings.path) == 0 else { throw .notRenamed(to: settings.path) }
    }

    /// The box of the network's stops; nil if there is no network yet.
    private func stopsBox() -> BoundingBox? {
        (try? Timetable(path: settings.network))?.bounds()
    }
}
