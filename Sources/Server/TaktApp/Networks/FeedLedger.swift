import Crypto
import Foundation
import HTTPFetching
import TransitModel

/// What is known of the feeds of a network, kept beside the network file, and their last good files.
///
/// The files lie in a folder of their own, named by their content: at most two of a feed, the version
/// that is used and the one before as long as that serves.
struct FeedLedger: Codable, Equatable {
    /// When the feeds were looked at last, in seconds since 1970.
    var checked: Int64 = 0
    /// How many looks in a row left something undone.
    var failures: Int?
    /// The feeds that were looked at last, as they were configured.
    var configured: [String]?
    /// The version of the program that made the networks of single feeds; those of another one are made anew.
    var program: String?
    /// What the network was made of; see ``FeedRefresh/parts(_:)``.
    var parts: [String]?
    /// The address of the feed that was alone in the network once; nil if there was none.
    ///
    /// Ids that were kept without a prefix are its.
    var first: String?
    /// By their addresses.
    var feeds: [String: Entry] = [:]

    /// One feed.
    struct Entry: Codable, Equatable {
        /// What the server knows the newest version by, whether it is used or was refused.
        var entityTag: String?
        var lastModified: String?
        /// What the feed is called in the network of several feeds.
        var id: String?
        /// The version that is used; nil if there is none yet.
        var version: Version?
        /// The version before, which serves until ``version`` begins.
        var earlier: Version?
        /// A newer version that is not used.
        var refused: Refusal?
        /// Why nothing was fetched at the last look.
        var unreachable: String?

        var validators: FetchValidators {
            get { FetchValidators(entityTag: entityTag, lastModified: lastModified) }
            set { (entityTag, lastModified) = (newValue.entityTag, newValue.lastModified) }
        }
    }

    /// One version of a feed.
    struct Version: Codable, Equatable {
        /// The SHA-256 of the file, in hexadecimal digits; its name in the folder.
        var digest: String
        var trips: Int
        /// Days as in `2026-12-13`.
        var firstDay: String
        var lastDay: String
        /// The share of the trips of the version before whose ids this one kept, 0...1; nil if that is
        /// not known, or the feed is another one altogether.
        var keptIDs: Double?

        func begins(after day: ServiceDay) -> Bool { firstDay > "\(day)" }
        func serves(from day: ServiceDay) -> Bool { lastDay >= "\(day)" }
    }

    /// A version that could not be used.
    struct Refusal: Codable, Equatable {
        var digest: String
        /// A sentence for people, or two.
        var reason: String
        /// When it was tried last, in seconds since 1970, and how often.
        var tried: Int64
        var times: Int
        /// The day on which it is to be tried; nil tries it after a while.
        var from: String?
    }
}

/// Where a ledger and the files of its feeds lie.
struct FeedShelf: Sendable {
    private let ledgerPath: String
    /// The folder of the feeds' files.
    let folder: String

    private static let maximumLedger = 16 * 1024 * 1024
    private static let chunkBytes = 1 << 20

    /// Beside a network file.
    init(network path: String) {
        ledgerPath = path + ".feeds"
        folder = path + ".feed-files"
    }

    /// What was written last; empty if there is none that can be read.
    func read() -> FeedLedger {
        SmallFile.start(of: ledgerPath, limit: Self.maximumLedger).flatMap {
            try? JSONDecoder().decode(FeedLedger.self, from: $0)
        } ?? FeedLedger()
    }

    func write(_ ledger: FeedLedger) throws(FeedRefresh.Failure) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            // Addresses may hold keys.
            try PrivateFile.replace(ledgerPath, with: encoder.encode(ledger))
        } catch {
            throw FeedRefresh.Failure(
                description: "'\(ledgerPath)' cannot be written.", isUnreachable: false)
        }
    }

    /// Where a version lies.
    func path(_ digest: String) -> String { "\(folder)/\(digest).zip" }

    /// The version that lies at a path.
    func digest(of path: String) -> String {
        String(path.dropFirst(folder.utf8.count + 1).prefix { $0 != "." })
    }

    /// Where the network of a version alone lies, from which larger ones are joined; it may be missing.
    func partPath(_ digest: String) -> String { "\(folder)/\(digest)\(Self.partEnding)" }
    private static let partEnding = ".part"

    /// Whether a version is there.
    func has(_ version: FeedLedger.Version?) -> Bool {
        version.map { FileManager.default.fileExists(atPath: path($0.digest)) } ?? false
    }

    /// Makes the folder, and leaves in it only what the ledger names.
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

    /// Gives a file that was fetched its name by content, and tells its digest.
    func take(_ file: String) throws -> String {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
        defer { try? handle.close() }
        var hash = SHA256()
        while let chunk = try handle.read(upToCount: Self.chunkBytes), !chunk.isEmpty {
            hash.update(data: chunk)
        }
        let digest = hash.finalize().hexText
        guard rename(file, path(digest)) == 0 else {
            throw FeedRefresh.Failure(
                description: "'\(path(digest))' cannot be written: "
                    + "\(String(cString: strerror(errno))).", isUnreachable: false)
        }
        return digest
    }
}
