import Foundation
import HTTPFetching
import TransitModel

/// The state of a network's feeds, stored next to the network file, and their last good files.
///
/// The files are in a folder of their own, named by their content: at most two of a feed, the
/// version in use and the previous one as long as that serves.
struct FeedLedger: Codable, Equatable {
    /// The time of the last refresh, in seconds since 1970.
    var checked: Int64 = 0
    /// The number of consecutive incomplete refreshes.
    var failures: Int?
    /// The feeds of the last refresh, as they were configured.
    var configured: [String]?
    /// The program version that compiled the networks of single feeds; those of other versions are
    /// compiled again.
    var program: String?
    /// The parts of the network; see ``FeedRefresh/parts(_:)``.
    var parts: [String]?
    /// The version of the file of streets at the last refresh; nil if there was none.
    var streets: String?
    /// The address of the feed that was once the only one of the network; nil if there was none.
    ///
    /// Ids that were kept without a prefix belong to it.
    var first: String?
    /// The feeds by their addresses.
    var feeds: [String: Entry] = [:]

    /// The state of one feed.
    struct Entry: Codable, Equatable {
        /// The server's validators of the newest version, whether it is used or was refused.
        var entityTag: String?
        var lastModified: String?
        /// The feed's id in a network of several feeds.
        var id: String?
        /// The version in use; nil if there is none yet.
        var version: Version?
        /// The previous version, which serves until ``version`` begins.
        var earlier: Version?
        /// A newer version that is not used.
        var refused: Refusal?
        /// The reason why the last fetch failed.
        var unreachable: String?

        /// What is known of a version after the one in use, as the end of a sentence.
        var successor: String {
            if refused != nil { return "its newest version is not used" }
            return unreachable == nil ? "there is no newer one" : "it cannot be fetched"
        }

        var validators: FetchValidators {
            get { FetchValidators(entityTag: entityTag, lastModified: lastModified) }
            set { (entityTag, lastModified) = (newValue.entityTag, newValue.lastModified) }
        }
    }

    /// One version of a feed.
    struct Version: Codable, Equatable {
        /// The SHA-256 of the file, in hexadecimal digits; it is the file's name in the folder.
        var digest: String
        var trips: Int
        /// Days as in `2026-12-13`.
        var firstDay: String
        var lastDay: String
        /// The share of the previous version's trips whose ids this one kept, 0...1; nil if it is
        /// unknown, or the feed is a different one altogether.
        var keptIDs: Double?
        /// The name of its time zone; nil in ledgers of versions before 0.1.0.
        var timeZone: String?
        /// How that differs from the previous version's; nil if it does not.
        var timeZoneChange: TimeZoneChange?

        func begins(after day: ServiceDay) -> Bool { firstDay > "\(day)" }
        func serves(from day: ServiceDay) -> Bool { lastDay >= "\(day)" }
    }

    /// A version that could not be used.
    struct Refusal: Codable, Equatable {
        var digest: String
        /// A sentence or two for people.
        var reason: String
        /// The time of the last attempt, in seconds since 1970; `times` is the number of attempts.
        var tried: Int64
        var times: Int
        /// The day of the next attempt; nil for an attempt after a while.
        var from: String?
    }
}

/// The storage of a ledger and its feeds' files.
struct FeedStorage: Sendable {
    private let ledger: LedgerFile<FeedLedger>
    let folder: String

    /// Creates the storage next to a network file.
    init(network path: String) {
        ledger = LedgerFile(path: path + ".feeds", limit: 16 << 20)
        folder = path + ".feed-files"
    }

    /// Reads the ledger; returns an empty one if it is missing or unreadable.
    func read() -> FeedLedger { ledger.read() ?? FeedLedger() }

    /// Writes the ledger.
    ///
    /// - Throws: A `Failure` if it cannot be written.
    func write(_ changed: FeedLedger) throws(FeedRefresh.Failure) { try ledger.write(changed) }

    /// Returns the path of a version.
    func path(_ digest: String) -> String { "\(folder)/\(digest).zip" }

    /// Returns the digest of the version at a path.
    func digest(of path: String) -> String {
        String(path.dropFirst(folder.utf8.count + 1).prefix { $0 != "." })
    }

    /// Returns the path of the compiled network of one version, from which larger networks are
    /// joined; it may be missing.
    func partPath(_ digest: String) -> String { "\(folder)/\(digest)\(Self.partEnding)" }
    private static let partEnding = ".part"

    /// Returns whether the file of a version exists.
    func has(_ version: FeedLedger.Version?) -> Bool {
        version.map { FileManager.default.fileExists(atPath: path($0.digest)) } ?? false
    }

    /// Creates the folder, and removes files that are not in the ledger.
    ///
    /// - Throws: A `Failure` if the folder cannot be created.
    func tidy(_ ledger: FeedLedger) throws(FeedRefresh.Failure) {
        try FeedRefresh.makeFolder(folder)
        let versions = ledger.feeds.values.flatMap { [$0.version, $0.earlier].compactMap(\.self) }
        let wanted = Set(versions.flatMap { ["\($0.digest).zip", $0.digest + Self.partEnding] })
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let isOther = ledger.program != TaktVersion.current
        for name in names
        where !wanted.contains(name) || isOther && name.hasSuffix(Self.partEnding) {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    /// Renames a fetched file by its content, and returns its digest.
    ///
    /// - Throws: An error of reading or renaming the file.
    func adopt(_ file: String) throws -> String {
        let digest = try FileDigest(path: file).sha256
        guard rename(file, path(digest)) == 0 else {
            throw FeedRefresh.Failure.notRenamed(to: path(digest))
        }
        return digest
    }
}
