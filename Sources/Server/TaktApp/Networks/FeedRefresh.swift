import Foundation
import HTTPFetching
import HTTPServing
package import Logging
import ServiceLifecycle
import Synchronization
import Timetables
import Tracing
package import TransitModel

/// Keeps a network file up to date with its feeds.
///
/// Feeds are fetched with their servers' validators, and their last good files are kept, so that
/// unchanged feeds cost nothing. A version without any remaining service, or with less than half of
/// the previous trips, is refused: most such feeds are mistakes, and an intended one can be
/// imported by hand. A feed that cannot be fetched or used stays as it was, and the others are
/// updated.
package struct FeedRefresh: Service {
    /// The feeds, the interval and the network file.
    package struct Settings: Sendable, Equatable {
        /// GTFS feeds at http or https addresses, at least one.
        package var feeds: [FeedReference]
        /// The interval between two refreshes.
        package var every: Duration
        /// The path of the network file.
        package var path: String
        /// The file of streets that walks between stops follow; nil to estimate them.
        package var streets: String?
        /// The maximum size of an uncompressed feed, in bytes.
        package var feedBytes = Configuration.Limits().feedBytes
        /// The memory limit of an import, in bytes.
        package var importBytes = Configuration.Limits().importBytes
        /// Whether other nodes serve the same riders, which should have the same network.
        var isOneOfSeveral = false

        /// Reads a configuration; nil if it names no feed, or no place for the network.
        package init?(_ configuration: Configuration) {
            guard !configuration.feeds.isEmpty, let path = configuration.networkPath else {
                return nil
            }
            self.init(
                feeds: configuration.feeds, every: configuration.feedInterval, path: path)
            streets = configuration.streets ?? ServedStreets.path(besideNetwork: path)
            feedBytes = configuration.limits.feedBytes
            importBytes = configuration.limits.importBytes
            isOneOfSeveral = configuration.store.url != nil
        }

        package init(feeds: [FeedReference], every: Duration, path: String) {
            self.feeds = feeds
            self.every = every
            self.path = path
        }

        /// The file of streets, if there is one.
        var usableStreets: String? {
            streets.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
        }

        /// The version of that file in the ledger's form; nil without one.
        var streetsVersion: String? {
            streets.flatMap { FileIdentity(path: $0) }.map(\.tag)
        }

        /// The feeds in the ledger's form.
        var configured: [String] {
            feeds.map { ($0.id.map { $0 + "=" } ?? "") + $0.place }.sorted()
        }
    }

    /// The result of a refresh.
    package enum Outcome: Equatable, Sendable {
        /// The network did not change.
        case unchanged
        /// The network was replaced; it now has this number of trips.
        case replaced(trips: Int)
        /// The network was made again of the same feeds, for the walks and shapes of other streets.
        case rewalked
    }

    /// The error of a refresh without a usable network; the current one stays.
    package struct Failure: Error, CustomStringConvertible {
        /// A sentence or two for people.
        package let description: String
        /// Whether a feed could not be fetched, rather than not be read.
        package let isUnreachable: Bool
        /// Whether a file could not be written, which is no fault of a feed.
        package var isNotWritten = false

        /// The error of a file that could not be written; `description` is a sentence for people.
        static func notWritten(_ description: String) -> Failure {
            Failure(description: description, isUnreachable: false, isNotWritten: true)
        }

        /// The error of a file that could not be renamed, after that.
        static func notRenamed(to path: String) -> Failure {
            notWritten("'\(path)' cannot be written: \(String(cString: strerror(errno))).")
        }
    }

    /// Makes a network file in a separate process.
    typealias Importer = @Sendable (ImportJob) async throws(Failure) -> Void
    /// Downloads an address into a file.
    typealias Downloader =
        @Sendable (FetchRequest, String) async throws(FetchError) -> Fetched<Void>

    let settings: Settings
    let clock: any WallClock
    /// The clock that the server shows, by whose days versions are judged; fetching uses `clock`.
    package var served: any WallClock
    let logger: Logger
    let storage: FeedStorage
    let requests: FeedRefreshRequests
    /// Downloads feeds; tests replace it.
    var download: Downloader
    /// Makes networks; in a separate process unless replaced.
    var importing: Importer
    /// Whether a folder's disk has room; tests replace it.
    var hasRoom: @Sendable (String) -> Bool = { DiskRoom.isLeft(in: $0) }

    /// The pause after the first failure; it grows with further failures.
    static let timeout = Duration.seconds(900)
    /// How far the last check may be in the future, as after a correction of the clock, in seconds.
    static let toleratedSeconds = 60.0
    /// The longest sleep between two checks of the clock.
    private static let poll = Duration.seconds(20)

    /// Returns the sleep after a refresh; what is still due could not be noted, as on a full disk.
    static func pauseUntilNextPoll(dueIn due: Duration) -> Duration {
        due > .zero ? min(due, poll) : poll
    }

    /// The interval between two checks for a requested refresh.
    private static let requestCheckInterval = Duration.milliseconds(500)

    /// Creates the service; nothing is fetched yet.
    ///
    /// The `requests` accepts requests for a refresh.
    package init(
        _ settings: Settings, clock: any WallClock, logger: Logger,
        requests: FeedRefreshRequests = FeedRefreshRequests()
    ) {
        self.settings = settings
        self.clock = clock
        served = clock
        self.logger = logger
        self.requests = requests
        storage = FeedStorage(network: settings.path)
        let process = ImportProcess(memoryBytes: settings.importBytes)
        importing = { job async throws(Failure) in try await process.run(job) }
        let fetcher = HTTPFetcher(logger: logger)
        download = { request, path async throws(FetchError) in
            try await fetcher.download(request, to: path)
        }
    }

    /// Refreshes the feeds whenever it is due, until the server stops.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            // A feed may have been repaired since: a refused version is tried again only if it
            // changed.
            var isDue = (storage.read().failures ?? 0) > 0
            var failures = FailureLog("the network stays as it is", logger)
            while !Task.isCancelled {
                let isWanted = requests.takeRequest()
                if isDue || isWanted || dueIn <= .zero {
                    isDue = false
                    await refreshAndLog(isWanted: isWanted, &failures)
                }
                await sleep()
            }
        }
    }

    private func refreshAndLog(isWanted: Bool, _ failures: inout FailureLog) async {
        do {
            let outcome = try await withSpan("feed refresh", ofKind: .client) { _ in
                try await refresh(isWanted: isWanted)
            }
            failures.note(nil)
            switch outcome {
            case .unchanged: break
            case .replaced(let trips):
                logger.notice("the feeds changed", metadata: ["trips": "\(trips)"])
            case .rewalked: logger.notice("the network uses the new streets")
            }
        } catch {
            failures.note(error, isWanted: isWanted)
        }
    }

    /// Returns when the clock should be checked again, or a refresh was requested.
    private func sleep() async {
        let end = ContinuousClock.now + Self.pauseUntilNextPoll(dueIn: dueIn)
        while !Task.isCancelled, !requests.isWanted, ContinuousClock.now < end {
            try? await Task.sleep(for: Self.requestCheckInterval)
        }
    }

    /// The time until the next refresh; zero or less if it is due.
    var dueIn: Duration {
        let ledger = storage.read()
        // A changed list of feeds is refreshed at once.
        guard ledger.configured == settings.configured else { return .zero }
        // Other streets change walks and the shapes of lines.
        if ledger.parts != nil, ledger.streets != settings.streetsVersion { return .zero }
        let failures = ledger.failures ?? 0
        let pause =
            failures == 0 ? settings.every : min(settings.every, Self.pause(after: failures))
        let now = clock.now()
        let age = now.seconds(since: UnixTime(seconds: ledger.checked))
        // The clock was ahead when the feeds were checked last.
        guard age >= -Self.toleratedSeconds else { return .zero }
        var due = pause - .seconds(age)
        if failures == 0, settings.isOneOfSeveral {
            due = min(due, .seconds(commonMoment(after: ledger.checked) - now.seconds))
        }
        for change in changes(of: ledger) where change.seconds > ledger.checked {
            due = min(due, .seconds(-now.seconds(since: change)))
        }
        return due
    }

    /// Returns the next of the moments at which all nodes with these feeds check them, in seconds
    /// since 1970; which these are depends on the feeds, so that servers do not all ask at once.
    private func commonMoment(after seconds: Int64) -> Int64 {
        let every = max(1, settings.every.components.seconds)
        var feeds = settings.configured.joined()
        let hash = feeds.withUTF8 { StableHash.hash($0) }
        let shift = Int64(hash % UInt64(every))
        return seconds + every - (seconds - shift) % every
    }

    /// Returns the pause after a number of consecutive failures.
    static func pause(after failures: Int) -> Duration {
        timeout * (1 << min(10, max(0, failures - 1)))
    }

    /// Creates the folder for a network, unless it exists.
    ///
    /// - Throws: A `Failure` if it cannot be created.
    package static func makeFolder(_ path: String) throws(Failure) {
        do {
            try PrivateFile.makeFolder(path)
        } catch {
            let hasRoom = DiskRoom.isLeft(in: path)
            throw Failure(
                description: hasRoom
                    ? "The folder '\(path)' cannot be created: \(SystemReason.text(of: error))."
                    : DiskRoom.refusal(of: path),
                isUnreachable: false, isNotWritten: !hasRoom)
        }
    }
}

/// Accepts operators' requests for a refresh of the feeds.
package final class FeedRefreshRequests: Sendable {
    private let isRequested = Mutex(false)
    /// The problem of each feed that was logged last, by its address.
    private let logged = Mutex<[String: String]>([:])

    package init() {}

    /// Requests a refresh as soon as possible.
    package func requestPoll() { isRequested.withLock { $0 = true } }

    /// Records the current problems of feeds by their addresses, and returns the changed ones.
    func changed(_ reasons: [String: String]) -> [String: String] {
        logged.withLock { logged in
            defer { logged = reasons }
            return reasons.filter { logged[$0.key] != $0.value }
        }
    }

    var isWanted: Bool { isRequested.withLock { $0 } }

    /// Returns whether a refresh was requested since the last call.
    func takeRequest() -> Bool {
        isRequested.withLock { isRequested in
            defer { isRequested = false }
            return isRequested
        }
    }
}
