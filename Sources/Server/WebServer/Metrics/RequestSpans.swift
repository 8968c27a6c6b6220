import HTTPServing
import HTTPTypes
import Hummingbird
import Instrumentation
import Tracing

/// Reports each request to the installed tracer: its method, its route's pattern and its status,
/// never its path, query or client.
///
/// A trace that began elsewhere is continued if a trusted proxy sends its context.
struct RequestSpans: RouterMiddleware {
    typealias Context = TaktRequestContext

    let tracer: any Tracer
    let proxies: TrustedProxies

    /// The headers in which a proxy sends the trace context.
    private struct Headers: Extractor {
        func extract(key: String, from headers: HTTPFields) -> String? {
            HTTPField.Name(key).flatMap { headers[$0] }
        }
    }

    func handle(
        _ request: Request, context: TaktRequestContext,
        next: (Request, TaktRequestContext) async throws -> Response
    ) async throws -> Response {
        var parent = InstrumentationContext.current ?? .topLevel
        if let peer = context.remoteAddress, proxies.include(peer) {
            tracer.extract(request.headers, into: &parent, using: Headers())
        }
        return try await tracer.withAnySpan(
            request.method.rawValue, context: parent, ofKind: .server
        ) { span in
            let response = try await next(request, context)
            let route = RequestMetrics.known(context.endpointPath)
            span.operationName = "\(request.method.rawValue) \(route ?? "unknown")"
            span.attributes["http.request.method"] = request.method.rawValue
            if let route { span.attributes["http.route"] = route }
            span.attributes["http.response.status_code"] = Int64(response.status.code)
            if response.status.kind == .serverError { span.setStatus(SpanStatus(code: .error)) }
            return response
        }
    }
}
