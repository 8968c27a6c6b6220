import Foundation
import HTTPFetching
package import TimetableBuilding

/// Brings feeds that are named by an address onto this machine for the time of an import.
package final class FeedDownloads {
    /// A feed may be this large at most, in bytes.
    private static let maximumFeedBytes = 2 * 1024 * 1024 * 1024

    private let folder: URL

    /// An address that gave no feed.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Prepares a folder for downloads; nothing is made until one is needed.
    package init() {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("takt-feeds-\(ProcessInfo.processInfo.processIdentifier)")
    }

    /// Where each feed can be read: files and folders where they are, addresses once fetched.
    package func sources(for feeds: [String]) async throws -> [NetworkImport.Source] {
        var sources: [NetworkImport.Source] = []
        for (number, feed) in feeds.enumerated() {
            guard feed.hasPrefix("http://") || feed.hasPrefix("https://") else {
                sources.append(NetworkImport.Source(path: feed))
                continue
            }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent("\(number).zip").path
            do {
                try await HTTPFetcher.download(
                    feed, to: file, limitBytes: Self.maximumFeedBytes)
            } catch {
                throw Failure(description: "'\(feed)' cannot be fetched: \(error)")
            }
            let name = URL(string: feed)?.lastPathComponent ?? ""
            sources.append(NetworkImport.Source(path: file, name: name.isEmpty ? "feed" : name))
        }
        return sources
    }

    /// Removes what was fetched.
    package func removeAll() {
        try? FileManager.default.removeItem(at: folder)
    }
}
