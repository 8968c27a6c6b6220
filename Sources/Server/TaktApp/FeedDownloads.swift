import Foundation
package import GTFSImport
import HTTPFetching

/// Downloads feeds for the duration of an import.
package final class FeedDownloads {
    /// The maximum size of a feed, in bytes.
    static let maximumFeedBytes = 2 * 1024 * 1024 * 1024
    /// The timeout of one attempt to fetch a feed.
    static let timeout = Duration.seconds(3600)

    private let parent: String
    /// The download folder, created with the first download.
    private var folder: DownloadFolder?
    /// The addresses of the downloaded files, for display, by the files' paths.
    private var addresses: [String: String] = [:]
    private let downloadFile: FeedRefresh.Downloader

    /// The error of an address from which no feed could be fetched.
    package struct Failure: Error, CustomStringConvertible {
        /// One sentence for people.
        package let description: String
    }

    /// Creates an instance without a folder; the first download creates it.
    package convenience init() {
        self.init(in: NSTemporaryDirectory()) { request, path async throws(FetchError) in
            try await HTTPFetcher().download(request, to: path)
        }
    }

    /// Creates an instance that downloads with a closure, into a folder in `parent`.
    init(in parent: String, _ download: @escaping FeedRefresh.Downloader) {
        self.parent = parent
        downloadFile = download
    }

    /// Returns the location of each feed: files and folders in place, addresses once downloaded.
    ///
    /// - Throws: A `Failure` if a feed cannot be fetched, or an error of creating the folder.
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

    /// Returns the paths of files: those in place as they are, addresses once downloaded.
    ///
    /// - Throws: A `Failure` if a file cannot be fetched, or an error of creating the folder.
    package func files(at places: [String]) async throws -> [String] {
        var paths: [String] = []
        for (number, place) in places.enumerated() {
            let reference = FeedReference(place: place)
            paths.append(
                reference.isAddress
                    ? try await download(reference, as: "extract-\(number)-") : place)
        }
        return paths
    }

    private func fetch(
        _ feed: FeedReference, number: Int
    ) async throws -> NetworkImport.Source {
        let file = try await download(feed, as: "\(number)-")
        var source = NetworkImport.Source(path: file, name: feed.fileName, id: feed.id)
        source.place = feed.place
        return source
    }

    /// Downloads a file; errors of the import name it, so it keeps its name after the prefix.
    private func download(_ feed: FeedReference, as prefix: String) async throws -> String {
        let folder = try self.folder ?? DownloadFolder(in: parent)
        self.folder = folder
        let file = "\(folder.path)/\(prefix)\(feed.fileName)"
        var request = FetchRequest(feed.place, limitBytes: Self.maximumFeedBytes)
        request.timeout = Self.timeout
        do {
            _ = try await downloadFile(request, file)
        } catch {
            throw Failure(description: "'\(feed.shown)' cannot be fetched: \(error)")
        }
        addresses[file] = feed.shown
        return file
    }

    /// Returns a sentence with the addresses in place of the paths of what was downloaded.
    package func withAddresses(_ sentence: String) -> String {
        addresses.reduce(sentence) { $0.replacing($1.key, with: $1.value) }
    }

    /// Removes the downloaded files.
    package func removeAll() {
        folder = nil
    }
}
