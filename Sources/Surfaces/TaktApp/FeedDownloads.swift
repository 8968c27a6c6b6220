import Foundation
import HTTPFetching
package import TimetableBuilding

/// Brings feeds that are named by an address onto this machine for the time of an import.
package final class FeedDownloads {
    /// A feed may be this large at most, in bytes.
    private static let maximumFeedBytes = 2 * 1024 * 1024 * 1024

    /// Made when the first feed is fetched, readable by this user alone.
    private var folder: String?

    /// An address that gave no feed.
    package struct Failure: Error, CustomStringConvertible {
        /// One sentence for people.
        package let description: String
    }

    /// Nothing is made until a feed has to be fetched.
    package init() {}

    /// Where each feed can be read: files and folders where they are, addresses once fetched.
    package func sources(for feeds: [String]) async throws -> [NetworkImport.Source] {
        var sources: [NetworkImport.Source] = []
        for (number, feed) in feeds.enumerated() {
            guard feed.hasPrefix("http://") || feed.hasPrefix("https://") else {
                sources.append(NetworkImport.Source(path: feed))
                continue
            }
            // Errors of the import name the file, so it bears the feed's name.
            let last = URL(string: feed)?.lastPathComponent ?? ""
            let name = last.isEmpty || last == "/" ? "feed" : last
            let file = try makeFolder() + "/\(number)-\(name)"
            do {
                try await HTTPFetcher.download(
                    feed, to: file, limitBytes: Self.maximumFeedBytes)
            } catch {
                throw Failure(description: "'\(feed)' cannot be fetched: \(error)")
            }
            sources.append(NetworkImport.Source(path: file, name: name))
        }
        return sources
    }

    private func makeFolder() throws -> String {
        if let folder { return folder }
        var template = Array((NSTemporaryDirectory() + "takt-feeds-XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else {
            throw Failure(
                description: "No temporary folder can be made: \(String(cString: strerror(errno)))."
            )
        }
        let path = String(cString: made)
        folder = path
        return path
    }

    /// Removes what was fetched.
    package func removeAll() {
        if let folder { try? FileManager.default.removeItem(atPath: folder) }
        folder = nil
    }
}
