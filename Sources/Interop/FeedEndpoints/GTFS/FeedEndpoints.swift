import APISchema
package import HTTPServing
import HTTPTypes
package import Hummingbird

/// The network as a GTFS feed, to which this server's GTFS-Realtime refers.
package struct FeedEndpoints: EndpointGroup {
    private let feed: StaticFeed
    private let timeout: Duration
    private let files = FileIO()

    /// The interval at which a waiting request checks for the file.
    private static let pollInterval = Duration.milliseconds(100)

    /// Serves the file; a request that arrives while it is being written waits at most `timeout`.
    package init(_ feed: StaticFeed, timeout: Duration = .seconds(20)) {
        self.feed = feed
        self.timeout = timeout
    }

    package var limitedPaths: [String] { [APIPaths.staticFeed] }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.staticFeed)") { request, context in
            let path = try await path()
            var response = try await LargeFile(path: path, contentType: "application/zip").response(
                to: request, cacheControl: CachePolicy.revalidated, files: files, context: context)
            if let disposition = HTTPField.Name("Content-Disposition") {
                response.headers[disposition] = "attachment; filename=\"gtfs.zip\""
            }
            return response
        }
    }

    private func path() async throws -> String {
        let end = ContinuousClock.now + timeout
        while true {
            if let path = try feed.pathIfReady() { return path }
            guard ContinuousClock.now < end else {
                throw Problem.busy("The feed is being written.", retryAfterSeconds: 10)
            }
            try await Task.sleep(for: Self.pollInterval)
        }
    }
}
