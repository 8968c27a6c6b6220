import HTTPTypes
import Hummingbird
import Instrumentation
import Tracing

/// Tells a tracer of each request, where one is installed: its method, its route's pattern and its status, never what was
/// asked for or by whom.
///
/// A trace that began elsewhere goes on here if a trusted proxy says so.
struct RequestSpans: RouterMiddleware {
    typealias Context = TaktRequestContext

    let tracer: any Tracer
    let proxies: TrustedProxies

    /// Where a proxy says which trace a request belongs to.
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
