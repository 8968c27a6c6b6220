import Foundation
package import GTFSImport
import HTTPFetching

/// Brings feeds that are named by an address onto this machine for the time of an import.
package final class FeedDownloads {
    /// A feed may be this large at most, in bytes.
    static let maximumFeedBytes = 2 * 1024 * 1024 * 1024
    /// How long one attempt to fetch a feed may take.
    static let timeout = Duration.seconds(3600)

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
    package func sources(for feeds: [FeedReference]) async throws -> [NetworkImport.Source] {
        var sources: [NetworkImport.Source] = []
        for (number, feed) in feeds.enumerated() {
            guard feed.isAddress else {
                sources.append(NetworkImport.Source(path: feed.place, id: feed.id))
                continue
            }
            sources.append(try await fetch(feed, number: number))
        }
        return sources
    }

    private func fetch(
        _ feed: FeedReference, number: Int
    ) async throws -> NetworkImport.Source {
        // Errors of the import name the file, so it bears the feed's name.
        let file = try makeFolder() + "/\(number)-\(feed.fileName)"
        var request = FetchRequest(feed.place, limitBytes: Self.maximumFeedBytes)
        request.timeout = Self.timeout
        do {
            _ = try await HTTPFetcher().download(request, to: file)
        } catch {
            throw Failure(description: "'\(feed.shown)' cannot be fetched: \(error)")
        }
        var source = NetworkImport.Source(path: file, name: feed.fileName, id: feed.id)
        source.place = feed.place
        return source
    }

    private func makeFolder() throws -> String {
        if let folder { return folder }
        let temporary = NSTemporaryDirectory()
        var template = Array((temporary + "takt-feeds-XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else {
            let reason = String(cString: strerror(errno))
            throw Failure(description: "No folder can be made in '\(temporary)': \(reason).")
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
