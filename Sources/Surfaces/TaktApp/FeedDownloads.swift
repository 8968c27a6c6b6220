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
    package func sources(for feeds: [String]) async throws -> [NetworkImport.Source] {
        var sources: [NetworkImport.Source] = []
        for (number, feed) in feeds.enumerated() {
            guard feed.hasPrefix("http://") || feed.hasPrefix("https://") else {
                sources.append(NetworkImport.Source(path: feed))
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
        than known: [String: FetchValidators], of addresses: [String]
    ) async throws -> (sources: [NetworkImport.Source], validators: [String: FetchValidators])? {
        var fetched: [Int: Fetched] = [:]
        for (number, address) in addresses.enumerated() {
            fetched[number] = try await fetch(address, number: number, unless: known[address])
        }
        guard !fetched.isEmpty else { return nil }
        var validators: [String: FetchValidators] = [:]
        var sources: [NetworkImport.Source] = []
        for (number, address) in addresses.enumerated() {
            // A network is made of all its feeds, so those that stayed are needed too.
            var feed = fetched[number]
            if feed == nil { feed = try await fetch(address, number: number) }
            guard let feed else { continue }
            sources.append(feed.source)
            validators[address] = feed.validators
        }
        return (sources, validators)
    }

    private struct Fetched {
        let source: NetworkImport.Source
        let validators: FetchValidators
    }

    /// Fetches a feed; nil if it is the one that is known.
    private func fetch(
        _ address: String, number: Int, unless known: FetchValidators? = nil
    ) async throws -> Fetched? {
        // Errors of the import name the file, so it bears the feed's name.
        let last = URL(string: address)?.lastPathComponent ?? ""
        let name = last.isEmpty || last == "/" ? "feed" : last
        let file = try makeFolder() + "/\(number)-\(name)"
        var request = FetchRequest(address, limitBytes: Self.maximumFeedBytes)
        request.timeout = Self.patience
        if let known { request.validators = known }
        do {
            switch try await HTTPFetcher().download(request, to: file) {
            case .notModified: return nil
            case .content(_, let info):
                return Fetched(
                    source: NetworkImport.Source(path: file, name: name),
                    validators: info.validators)
            }
        } catch {
            throw Failure(description: "'\(address)' cannot be fetched: \(error)")
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
