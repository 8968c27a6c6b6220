package import HTTPServing
import HTTPTypes
package import Hummingbird
import Logging
import Synchronization

/// Gives every request an id, turns errors into problems, adds security headers, settles what
/// caches may keep, and logs path, status and duration, but never queries, addresses or bodies.
package struct RequestMiddleware: RouterMiddleware {
    package typealias Context = TaktRequestContext

    /// The content security policy of the web app: only resources from this server, and no script
    /// from text; `wasm-unsafe-eval` lets the engine's worker compile it.
    private static let contentSecurityPolicy = """
        default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
        img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; \
        object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'
        """
    /// The fields of every answer that does not have them already.
    private static let fixed = [
        HTTPField(name: .contentSecurityPolicy, value: contentSecurityPolicy),
        HTTPField(name: .xContentTypeOptions, value: "nosniff"),
        HTTPField(name: .referrerPolicy, value: "same-origin"),
        HTTPField(name: .permissionsPolicy, value: "geolocation=(self)"),
        HTTPField(name: .crossOriginOpenerPolicy, value: "same-origin"),
    ]

    private let requestIDs: RequestIDs
    private let methods: RouteMethods
    private let proxies: TrustedProxies
    private let errorForms: [ErrorForm]
    private let storageFailures = RequestFailureLog()

    /// Creates the middleware; request ids begin with `idPrefix`.
    init(
        idPrefix: String, methods: RouteMethods, proxies: TrustedProxies, errorForms: [ErrorForm]
    ) {
        self.errorForms = errorForms
        self.proxies = proxies
        requestIDs = RequestIDs(prefix: idPrefix)
        self.methods = methods
    }

    /// Answers one request, with any error as a problem.
    package func handle(
        _ request: Request, context: TaktRequestContext,
        next: (Request, TaktRequestContext) async throws -> Response
    ) async throws -> Response {
        let clock = ContinuousClock()
        let start = clock.now
        var context = context
        context.requestID = requestID(request)
        context.isEncrypted = context.isEncrypted || cameByTLS(request, context)
        let form = errorForms.first { $0.owns(request.uri.path) }
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            let problem = Problem(
                error, request: request,
                allowed: methods.allowed(at: request.uri.path, insteadOf: request.method))
            if problem.status.kind == .serverError,
                !(error is any ProblemConvertible || error is CancellationError
                    || context.isAbandoned(error))
            {
                log(error, problem, clock.now, context)
            }
            response =
                form?.response(problem, request) ?? problem.response(requestID: context.requestID)
        }
        if form?.isShared == true { response.headers[.accessControlAllowOrigin] = "*" }
        addHeaders(&response, requestID: context.requestID)
        settleCaching(&response, of: request)
        if context.isEncrypted {
            response.headers[.strictTransportSecurity] = "max-age=31536000"
        }
        let elapsed = start.duration(to: clock.now)
        context.logger.debug(
            "request",
            metadata: [
                "request": .string(context.requestID), "method": .string(request.method.rawValue),
                "path": .string(request.uri.path),
                "status": .stringConvertible(response.status.code),
                "duration": .string("\(elapsed)"),
            ])
        return response
    }

    /// Logs an error that is not the client's; of those for want of storage, few.
    private func log(
        _ error: any Error, _ problem: Problem, _ now: ContinuousClock.Instant,
        _ context: TaktRequestContext
    ) {
        var metadata: Logger.Metadata = [
            "request": .string(context.requestID), "error": "\(error)",
        ]
        if problem.status == .serviceUnavailable {
            guard let omitted = storageFailures.admit(at: now) else { return }
            if omitted > 0 { metadata["omitted"] = "\(omitted)" }
        }
        context.logger.error("request failed", metadata: metadata)
    }

    private func addHeaders(_ response: inout Response, requestID: String) {
        response.headers[.xRequestID] = requestID
        for field in Self.fixed where !response.headers.contains(field.name) {
            response.headers.append(field)
        }
    }

    /// Forbids caches to keep an answer without a policy, which they would otherwise guess by
    /// status and file name, and shared caches to keep an answer to a request with a token, which
    /// some do unless it is called private.
    private func settleCaching(_ response: inout Response, of request: Request) {
        guard let policy = response.headers[.cacheControl] else {
            response.headers[.cacheControl] = CachePolicy.none
            return
        }
        if request.headers[.authorization] != nil, policy == CachePolicy.revalidated {
            response.headers[.cacheControl] = CachePolicy.ofOneClient
        }
    }

    /// Returns whether a trusted proxy reports that its client used TLS; other clients' headers are
    /// ignored.
    private func cameByTLS(_ request: Request, _ context: TaktRequestContext) -> Bool {
        guard let scheme = request.headers[.xForwardedProto]?.split(separator: ",").last,
            let peer = context.remoteAddress, proxies.include(peer)
        else { return false }
        return scheme.drop { $0 == " " }.lowercased() == "https"
    }

    /// Returns the id from the request's header if it is valid, or a new one.
    private func requestID(_ request: Request) -> String {
        if let given = request.headers[.xRequestID],
            (1...64).contains(given.utf8.count), given.utf8.allSatisfy(Self.isSane)
        {
            return given
        }
        return requestIDs.next()
    }

    private static func isSane(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}

/// Generates request ids: they only have to be distinct, and protect nothing.
private final class RequestIDs: Sendable {
    private let prefix: String
    private let last = Atomic<UInt64>(0)

    init(prefix: String) {
        self.prefix = prefix
    }

    func next() -> String {
        prefix + "-" + String(last.add(1, ordering: .relaxed).newValue, radix: 36)
    }
}
