import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPServing
@testable import WebServer

/// Requests that arrive before there is a network.
struct NetworkSwitchTests {
    @Test func `a request for a socket is answered with a pause while there is no network`()
        async throws
    {
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        let context = TaktRequestContext(
            source: ApplicationRequestContextSource(
                channel: channel, logger: Logger(label: "test")))
        // The upgrade's own field is gone by then: see UpgradeFilter.
        let request = Request(
            head: HTTPRequest(
                method: .get, scheme: "http", authority: "t", path: "/tracker-ws/geops",
                headerFields: [
                    .secWebSocketKey: "dGhlIHNhbXBsZSBub25jZQ==", .secWebSocketVersion: "13",
                ]),
            body: RequestBody(buffer: ByteBuffer()))
        let network = NetworkSwitch()
        // A task that is cancelled cannot wait for a network.
        let answer = try await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await network.respond(request, context)
        }.value
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.headers[.retryAfter] == "5")
    }
}
