import APISchema
package import HTTPServing
package import Hummingbird
import NIOCore

/// The server's metrics in the text format of Prometheus.
package struct MetricsEndpoints: EndpointGroup {
    private let figures: @Sendable () async -> MetricsText

    /// Serves the result of `figures`.
    package init(_ figures: @escaping @Sendable () async -> MetricsText) {
        self.figures = figures
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.metrics)") { _, _ in
            let text = await figures().text
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/plain; version=0.0.4; charset=utf-8",
                    .cacheControl: CachePolicy.none,
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
    }
}
