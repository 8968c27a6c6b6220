import HTTPTypes
package import Hummingbird
import Logging
import Synchronization

/// Gives every request an id, turns errors into problems, adds the headers that keep browsers safe,
/// and logs path, status and duration - never queries, addresses or bodies.
package struct RequestMiddleware: RouterMiddleware {
    /// What is known of a request.
    package typealias Context = TaktRequestContext

    /// What browsers may load in the web app: nothing but what this server gives.
    private static let contentSecurityPolicy = """
        default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
        worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; \
        frame-ancestors 'none'; form-action 'self'
        """
    private static let requestIDName = HTTPField.Name("X-Request-ID")
    private static let forwardedProtocolName = HTTPField.Name("X-Forwarded-Proto")
    private static let strictTransportName = HTTPField.Name("Strict-Transport-Security")

    private let requestIDs: RequestIDs
    private let methods: RouteMethods
    private let proxies: TrustedProxies

    /// Makes the middleware; ids of requests begin with `idPrefix`.
    init(idPrefix: String, methods: RouteMethods, proxies: TrustedProxies) {
        self.proxies = proxies
        requestIDs = RequestIDs(prefix: idPrefix)
        self.methods = methods
    }

    /// Wraps the answering of one request.
    package func handle(
        _ request: Request, context: TaktRequestContext,
        next: (Request, TaktRequestContext) async throws -> Response
    ) async throws -> Response {
        let clock = ContinuousClock()
        let start = clock.now
        var context = context
        context.requestID = requestID(request)
        context.isEncrypted = context.isEncrypted || cameByTLS(request, context)
        context.logger[metadataKey: "request"] = .string(context.requestID)
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            let problem = Problem(
                error, request: request,
                allowed: methods.allowed(at: request.uri.path, insteadOf: request.method))
            if problem.status.kind == .serverError,
                !(error is Problem || error is CancellationError || context.isAbandoned(error))
            {
                context.logger.error("request failed", metadata: ["error": "\(error)"])
            }
            response =
                OpendataResponse.owns(request.uri.path)
                ? OpendataResponse.problem(problem, to: request)
                : problem.response(requestID: context.requestID)
        }
        if OpendataResponse.owns(request.uri.path) { OpendataResponse.share(&response) }
        addHeaders(&response, requestID: context.requestID)
        if context.isEncrypted, let name = Self.strictTransportName {
            response.headers[name] = "max-age=31536000"
        }
        let elapsed = start.duration(to: clock.now)
        context.logger.debug(
            "request",
            metadata: [
                "method": .string(request.method.rawValue), "path": .string(request.uri.path),
                "status": .stringConvertible(response.status.code),
                "duration": .string("\(elapsed)"),
            ])
        return response
    }

    private func addHeaders(_ response: inout Response, requestID: String) {
        if let name = Self.requestIDName { response.headers[name] = requestID }
        let fixed = [
            ("Content-Security-Policy", Self.contentSecurityPolicy),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "same-origin"),
            ("Permissions-Policy", "geolocation=(self)"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
        ]
        for (name, value) in fixed {
            guard let name = HTTPField.Name(name), response.headers[name] == nil else { continue }
            response.headers[name] = value
        }
    }

    /// Whether a proxy says that it was asked by TLS; nobody else is believed.
    private func cameByTLS(_ request: Request, _ context: TaktRequestContext) -> Bool {
        guard let peer = context.remoteAddress, proxies.include(peer),
            let name = Self.forwardedProtocolName,
            let told = request.headers[name]?.split(separator: ",").last
        else { return false }
        return told.drop { $0 == " " }.lowercased() == "https"
    }

    /// The id that a proxy gave if it is sane, else a new one.
    private func requestID(_ request: Request) -> String {
        if let name = Self.requestIDName, let given = request.headers[name],
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

/// Numbers requests: ids only have to differ, they protect nothing.
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
