import Foundation
import HTTPFetching
package import TimetableBuilding

/// Brings feeds that are named by an address onto this machine for the time of an import.
package final class FeedDownloads {
    /// A feed may be this large at most, in bytes.
    private static let maximumFeedBytes = 2 * 1024 * 1024 * 1024
    /// How long one attempt to fetch a feed may take.
    private static let patience = Duration.seconds(3600)

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
            if let fetched = try await fetch(feed, number: number) {
                sources.append(fetched.source)
            }
        }
        return sources
    }

    /// Addresses' feeds and what their servers know them by; nil if all are still those that are known.
    func newer(
        than known: [String: FetchValidators], of feeds: [FeedReference]
    ) async throws -> (sources: [NetworkImport.Source], validators: [String: FetchValidators])? {
        var fetched: [Int: Fetched] = [:]
        for (number, feed) in feeds.enumerated() {
            fetched[number] = try await fetch(feed, number: number, unless: known[feed.place])
        }
        guard !fetched.isEmpty else { return nil }
        var validators: [String: FetchValidators] = [:]
        var sources: [NetworkImport.Source] = []
        for (number, feed) in feeds.enumerated() {
            // A network is made of all its feeds, so those that stayed are needed too.
            var part = fetched[number]
            if part == nil { part = try await fetch(feed, number: number) }
            guard let part else { continue }
            sources.append(part.source)
            validators[feed.place] = part.validators
        }
        return (sources, validators)
    }

    private struct Fetched {
        let source: NetworkImport.Source
        let validators: FetchValidators
    }

    /// Fetches a feed; nil if it is the one that is known.
    private func fetch(
        _ feed: FeedReference, number: Int, unless known: FetchValidators? = nil
    ) async throws -> Fetched? {
        // Errors of the import name the file, so it bears the feed's name.
        let last = URL(string: feed.place)?.lastPathComponent ?? ""
        let name = last.isEmpty || last == "/" ? "feed" : last
        let file = try makeFolder() + "/\(number)-\(name)"
        var request = FetchRequest(feed.place, limitBytes: Self.maximumFeedBytes)
        request.timeout = Self.patience
        if let known { request.validators = known }
        do {
            switch try await HTTPFetcher().download(request, to: file) {
            case .notModified: return nil
            case .content(_, let info):
                var source = NetworkImport.Source(path: file, name: name, id: feed.id)
                source.place = feed.place
                return Fetched(source: source, validators: info.validators)
            }
        } catch {
            throw Failure(description: "'\(feed.shown)' cannot be fetched: \(error)")
        }
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
