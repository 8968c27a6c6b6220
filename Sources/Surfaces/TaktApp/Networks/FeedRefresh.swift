import Dispatch
import Foundation
import HTTPFetching
package import Logging
import ServiceLifecycle
import TimetableBuilding
import Timetables
import Tracing
package import TransitModel

/// Keeps a network file as new as the feeds that it is made of.
///
/// Feeds are asked for anew with what their servers know them by, so that what did not change costs nothing.
/// A network that has no service any more, or lost more than half of its trips, is not taken over: such
/// feeds are mistakes more often than not, and whoever means it imports it by hand.
package struct FeedRefresh: Service {
    /// Which feeds, how often, and where the network goes.
    package struct Settings: Sendable, Equatable {
        /// GTFS feeds at http or https addresses, at least one.
        package var feeds: [FeedReference]
        /// The time between two looks at them.
        package var every: Duration
        /// The network file.
        package var path: String

        /// What a configuration asks for; nil if it names no feed, or no place for the network.
        package init?(_ configuration: Configuration) {
            guard !configuration.feeds.isEmpty, let path = configuration.networkPath else {
                return nil
            }
            self.init(
                feeds: configuration.feeds, every: configuration.feedInterval,
                path: path)
        }

        /// These feeds, that often, into that file.
        package init(feeds: [FeedReference], every: Duration, path: String) {
            self.feeds = feeds
            self.every = every
            self.path = path
        }
    }

    /// What a look at the feeds led to.
    package enum Outcome: Equatable, Sendable {
        /// The feeds are those that the network was made of.
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

    /// What is kept beside the network file.
    private struct Record: Codable {
        struct Feed: Codable {
            var entityTag: String?
            var lastModified: String?
        }
        var checked: Int64
        var feeds: [String: Feed]
    }

    private let settings: Settings
    private let clock: any WallClock
    private let logger: Logger

    /// After a failure feeds are asked again this soon, if not sooner anyway.
    private static let patience = Duration.seconds(900)
    /// The longest sleep before looking at the clock again.
    private static let look = Duration.seconds(20)
    /// A network must keep this share of its trips.
    private static let leastShare = 0.5

    /// Feeds by their addresses; nothing is fetched yet.
    package init(_ settings: Settings, clock: any WallClock, logger: Logger) {
        self.settings = settings
        self.clock = clock
        self.logger = logger
    }

    /// Looks at the feeds whenever that is due, until the server is told to stop.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var failedAt: UnixTime?
            while !Task.isCancelled {
                let pause = failedAt.map { remaining(Self.patience, since: $0) } ?? dueIn
                guard pause <= .zero else {
                    try? await Task.sleep(for: min(pause, Self.look))
                    continue
                }
                do {
                    let outcome = try await withSpan("feed refresh", ofKind: .client) { _ in
                        try await refresh()
                    }
                    failedAt = nil
                    if case .replaced(let trips) = outcome {
                        logger.notice("the feeds changed", metadata: ["trips": "\(trips)"])
                    }
                } catch {
                    if Task.isCancelled { return }
                    failedAt = clock.now()
                    logger.warning(
                        "the network stays as it is", metadata: ["reason": "\(error)"])
                }
            }
        }
    }

    /// How long until the feeds are to be looked at; zero or less if that is due.
    private var dueIn: Duration {
        guard let record else { return .zero }
        return remaining(settings.every, since: UnixTime(seconds: record.checked))
    }

    private func remaining(_ span: Duration, since time: UnixTime) -> Duration {
        span - .seconds(clock.now().seconds(since: time))
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

    /// Looks at the feeds now, and replaces the network if one of them changed.
    ///
    /// The network file is whole at any moment, before and after.
    package func refresh() async throws(Failure) -> Outcome {
        let now = clock.now()
        let downloads = FeedDownloads()
        defer { downloads.removeAll() }
        let old = try? Timetable(path: settings.path)
        var known: [String: FetchValidators] = [:]
        if let record, old != nil, Set(record.feeds.keys) == Set(settings.feeds.map(\.place)) {
            known = record.feeds.mapValues {
                FetchValidators(entityTag: $0.entityTag, lastModified: $0.lastModified)
            }
        }
        let newer: (sources: [NetworkImport.Source], validators: [String: FetchValidators])?
        do {
            newer = try await downloads.newer(than: known, of: settings.feeds)
        } catch {
            throw Failure(description: "\(error)", isUnreachable: true)
        }
        guard let newer else {
            try keep(known, checked: now)
            return .unchanged
        }
        let draft = settings.path + ".new"
        defer { try? FileManager.default.removeItem(atPath: draft) }
        do {
            let summary = try await Self.compile(newer.sources, to: draft)
            if let problem = problem(of: summary, at: draft, after: old, now: now) {
                throw Failure(description: problem, isUnreachable: false)
            }
            guard rename(draft, settings.path) == 0 else {
                throw Failure(
                    description: "'\(settings.path)' cannot be replaced: "
                        + "\(String(cString: strerror(errno))).", isUnreachable: false)
            }
            try keep(newer.validators, checked: now)
            return .replaced(trips: summary.trips)
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(description: "\(error)", isUnreachable: false)
        }
    }

    /// Compiles on a thread of its own: it takes seconds, during which requests are to be answered.
    private static func compile(
        _ sources: [NetworkImport.Source], to path: String
    ) async throws -> NetworkImport.Summary {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(with: Result { try NetworkImport(sources).write(to: path) })
            }
        }
    }

    /// Why a network is rather not taken over, in a sentence or two; nil if nothing speaks against it.
    private func problem(
        of summary: NetworkImport.Summary, at draft: String, after old: Timetable?, now: UnixTime
    ) -> String? {
        guard let timetable = try? Timetable(path: draft) else {
            return "The network that was made of the feeds cannot be opened."
        }
        let today = timetable.timeZone.day(at: now)
        if summary.lastDay < today {
            return "The feeds end on \(summary.lastDay), before today."
        }
        guard let old else { return nil }
        let before = old.trips.count
        guard Double(summary.trips) < Double(before) * Self.leastShare else { return nil }
        return "The feeds have \(summary.trips) trips where there were \(before). "
            + "If that is right, run 'takt import' once."
    }

    private var recordPath: String { settings.path + ".feeds" }

    private var record: Record? {
        SmallFile.start(of: recordPath, limit: 65_536).flatMap {
            try? JSONDecoder().decode(Record.self, from: $0)
        }
    }

    private func keep(
        _ validators: [String: FetchValidators], checked now: UnixTime
    ) throws(Failure) {
        let record = Record(
            checked: now.seconds,
            feeds: validators.mapValues {
                Record.Feed(entityTag: $0.entityTag, lastModified: $0.lastModified)
            })
        do {
            try JSONEncoder().encode(record).write(
                to: URL(fileURLWithPath: recordPath), options: .atomic)
        } catch {
            throw Failure(
                description: "'\(recordPath)' cannot be written.", isUnreachable: false)
        }
    }
}
