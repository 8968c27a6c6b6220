import Foundation
import HTTPFetching
package import Logging
import ServiceLifecycle
import Synchronization
import Timetables
import Tracing
package import TransitModel

/// Keeps a network file as new as the feeds that it is made of.
///
/// Feeds are asked for anew with what their servers know them by, and their last good files are kept, so
/// that what did not change costs nothing. A version that has no service any more, or lost more than half
/// of its trips, is not taken over: such feeds are mistakes more often than not, and whoever means it
/// imports it by hand. What cannot be fetched or used leaves its feed as it was, and the others go on.
package struct FeedRefresh: Service {
    /// Which feeds, how often, and where the network goes.
    package struct Settings: Sendable, Equatable {
        /// GTFS feeds at http or https addresses, at least one.
        package var feeds: [FeedReference]
        /// The time between two looks at them.
        package var every: Duration
        /// The network file.
        package var path: String
        /// What is read of one feed, unpacked, in bytes.
        package var feedBytes = Configuration.Limits().feedBytes
        /// The memory that an import may have, in bytes.
        package var importBytes = Configuration.Limits().importBytes

        /// What a configuration asks for; nil if it names no feed, or no place for the network.
        package init?(_ configuration: Configuration) {
            guard !configuration.feeds.isEmpty, let path = configuration.networkPath else {
                return nil
            }
            self.init(
                feeds: configuration.feeds, every: configuration.feedInterval, path: path)
            feedBytes = configuration.limits.feedBytes
            importBytes = configuration.limits.importBytes
        }

        /// These feeds, that often, into that file.
        package init(feeds: [FeedReference], every: Duration, path: String) {
            self.feeds = feeds
            self.every = every
            self.path = path
        }

        /// The feeds as a ledger tells them.
        var configured: [String] {
            feeds.map { ($0.id.map { $0 + "=" } ?? "") + $0.place }.sorted()
        }
    }

    /// What a look at the feeds led to.
    package enum Outcome: Equatable, Sendable {
        /// The network is what it was.
        case unchanged
        /// The network was replaced; how many trips it has now.
        case replaced(trips: Int)
    }

    /// The feeds gave no network that could be used; the one that was there stays.
    package struct Failure: Error, CustomStringConvertible {
        /// One sentence for people, or two.
        package let description: String
        /// A feed could not be fetched, rather than not be read.
        package let isUnreachable: Bool
    }

    /// Makes a network file of feeds, elsewhere.
    typealias Importer = @Sendable (ImportJob) async throws(Failure) -> Void
    /// Fetches an address into a file.
    typealias Downloader =
        @Sendable (FetchRequest, String) async throws(FetchError) -> Fetched<Void>

    let settings: Settings
    let clock: any WallClock
    /// The time that is served, by whose days versions are judged; feeds are asked for by `clock`.
    package var served: any WallClock
    let logger: Logger
    let shelf: FeedShelf
    let desk: FeedDesk
    /// Fetches feeds; tests have a publisher of their own.
    var download: Downloader
    /// Makes networks of feeds, unless somebody says otherwise in a process of its own.
    var importing: Importer

    /// After a failure feeds are asked again this soon, later the more often it failed.
    static let timeout = Duration.seconds(900)
    /// The longest sleep before looking at the clock again.
    private static let poll = Duration.seconds(20)
    /// The time between two looks whether somebody wants the feeds to be looked at now.
    private static let ear = Duration.milliseconds(500)

    /// Feeds by their addresses; nothing is fetched yet.
    ///
    /// Whoever has the `desk` may ask for a look.
    package init(
        _ settings: Settings, clock: any WallClock, logger: Logger, desk: FeedDesk = FeedDesk()
    ) {
        self.settings = settings
        self.clock = clock
        served = clock
        self.logger = logger
        self.desk = desk
        shelf = FeedShelf(network: settings.path)
        let process = ImportProcess(memoryBytes: settings.importBytes)
        importing = { job async throws(Failure) in try await process.run(job) }
        let fetcher = HTTPFetcher(logger: logger)
        download = { request, path async throws(FetchError) in
            try await fetcher.download(request, to: path)
        }
    }

    /// Looks at the feeds whenever that is due, until the server is told to stop.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            // Somebody may have mended a feed: what was refused is tried again only if it changed.
            var isDue = (shelf.read().failures ?? 0) > 0
            while !Task.isCancelled {
                let isWanted = desk.takePrewarmRequest()
                if isDue || isWanted || dueIn <= .zero {
                    isDue = false
                    await lookAndTell(isWanted: isWanted)
                }
                await sleep()
            }
        }
    }

    private func lookAndTell(isWanted: Bool) async {
        do {
            let outcome = try await withSpan("feed refresh", ofKind: .client) { _ in
                try await refresh(isWanted: isWanted)
            }
            if case .replaced(let trips) = outcome {
                logger.notice("the feeds changed", metadata: ["trips": "\(trips)"])
            }
        } catch {
            if Task.isCancelled { return }
            logger.warning("the network stays as it is", metadata: ["reason": "\(error)"])
        }
    }

    /// Returns when the clock is to be looked at again, or somebody wants a look at the feeds.
    private func sleep() async {
        let end = ContinuousClock.now + max(.zero, min(dueIn, Self.poll))
        while !Task.isCancelled, !desk.isWanted, ContinuousClock.now < end {
            try? await Task.sleep(for: Self.ear)
        }
    }

    /// How long until the feeds are to be looked at; zero or less if that is due.
    var dueIn: Duration {
        let ledger = shelf.read()
        // Another list of feeds counts at once.
        guard ledger.configured == settings.configured else { return .zero }
        let failures = ledger.failures ?? 0
        let pause =
            failures == 0 ? settings.every : min(settings.every, Self.pause(after: failures))
        let now = clock.now()
        var due = pause - .seconds(now.seconds(since: UnixTime(seconds: ledger.checked)))
        for change in changes(of: ledger) where change.seconds > ledger.checked {
            due = min(due, .seconds(-now.seconds(since: change)))
        }
        return due
    }

    /// How long to wait after that many failures in a row.
    static func pause(after failures: Int) -> Duration {
        timeout * (1 << min(10, max(0, failures - 1)))
    }

    /// Makes the folder that a network is to be stored in, unless it is there.
    package static func makeFolder(_ path: String) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(
                description: "The folder '\(path)' cannot be made.", isUnreachable: false)
        }
    }
}

/// Where those who run a server ask for a look at its feeds.
package final class FeedDesk: Sendable {
    private let wish = Mutex(false)
    /// What was logged of each feed last, by its address.
    private let told = Mutex<[String: String]>([:])

    /// Nobody asks for anything yet.
    package init() {}

    /// Asks for a look at the feeds as soon as possible.
    package func requestPoll() { wish.withLock { $0 = true } }

    /// Notes what is wrong with feeds now, by their addresses; gives what was not so before.
    func news(_ reasons: [String: String]) -> [String: String] {
        told.withLock { told in
            defer { told = reasons }
            return reasons.filter { told[$0.key] != $0.value }
        }
    }

    var isWanted: Bool { wish.withLock { $0 } }

    /// Whether somebody asked since this was called last.
    func takePrewarmRequest() -> Bool {
        wish.withLock { wish in
            defer { wish = false }
            return wish
        }
    }
}
