import HTTPTypes
package import Hummingbird
import WireAPI

/// The network as a GTFS feed: the one that the GTFS-Realtime of this server refers to.
package struct FeedEndpoints: EndpointGroup {
    private let feed: StaticFeed
    private let timeout: Duration
    private let files = FileIO()

    /// How often a request looks whether the file is there.
    private static let look = Duration.milliseconds(100)

    /// Gives the file; who asks while it is written waits for it as long as `timeout`.
    package init(_ feed: StaticFeed, timeout: Duration = .seconds(20)) {
        self.feed = feed
        self.timeout = timeout
    }

    /// Adds the file.
    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.staticFeed)") { request, context in
            let path = try await path()
            var response = try await LargeFile(path: path, contentType: "application/zip").response(
                to: request, cacheControl: "no-cache", files: files, context: context)
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
            try await Task.sleep(for: Self.look)
        }
    }
}
