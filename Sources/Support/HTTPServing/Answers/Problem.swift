package import HTTPTypes
package import Hummingbird
import JSONWriting
package import NIOCore
package import NIOHTTP1
package import NetworkAPI
import Persistence

/// An error that clients see as a problem of their own: the middleware answers with that.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
}

/// An error as API clients see it: a problem object (RFC 9457).
package struct Problem: ProblemConvertible, Equatable {
    package let status: HTTPResponse.Status
    /// The last segment of the problem's type, as in `bad-parameter`.
    package let kind: String
    /// The error of this request, in a sentence that says what would be right.
    package let detail: String
    /// Headers that belong to the problem, such as `Retry-After`.
    package var headers = HTTPFields()
    /// What else helps to correct the request.
    package var advice = ProblemAdvice()
    /// The parameter to correct, as in `from`; nil if it is none or several.
    package var parameter: String? {
        get { advice.parameter }
        set { advice.parameter = newValue }
    }

    package var problem: Problem { self }

    package init(_ status: HTTPResponse.Status, kind: String, detail: String) {
        self.status = status
        self.kind = kind
        self.detail = detail
    }

    /// Says why a question about a network has no answer.
    package init(_ problem: NetworkProblem) {
        self.init(
            HTTPResponse.Status(
                code: problem.status.rawValue, reasonPhrase: problem.status.title),
            kind: problem.kind, detail: problem.detail)
        advice = problem.advice
    }

    /// Creates the problem for values that are understood, but not possible.
    package static func invalid(_ sentence: String) -> Problem {
        Problem(.unprocessableContent, kind: "invalid", detail: sentence)
    }

    /// Creates the problem for an unknown path or id.
    package static func notFound(_ detail: String) -> Problem {
        Problem(.notFound, kind: "not-found", detail: detail)
    }

    /// Creates the problem for a parameter that cannot be parsed.
    package static func badParameter(
        _ name: String, expected: String, given: some StringProtocol
    ) -> Problem {
        Problem(NetworkProblem.badParameter(name, expected: expected, given: given))
    }

    /// Creates the problem for a server at its limit; the client should try again later.
    package static func busy(_ detail: String, retryAfterSeconds: Int) -> Problem {
        var problem = Problem(.serviceUnavailable, kind: "busy", detail: detail)
        problem.headers[.retryAfter] = "\(retryAfterSeconds)"
        return problem
    }

    /// Creates the problem for storage that is currently unavailable; nothing of the request was
    /// stored.
    package static func storageUnavailable(_ trouble: any Error) -> Problem {
        let isFull =
            (trouble as? SQLiteStoreError)?.reason == .diskFull
            || (trouble as? PostgresError)?.reason == .full
        return busy(
            isFull
                ? "The server's disk is full; send this again later."
                : "This cannot be stored at the moment; send it again later.",
            retryAfterSeconds: isFull ? 60 : 10)
    }

    /// Creates the problem for a path that does not support the method.
    package static func methodNotAllowed(_ method: HTTPRequest.Method, allowed: String) -> Problem {
        var problem = Problem(
            .methodNotAllowed, kind: "method-not-allowed",
            detail: "\(method.rawValue.prefix(20)) is not possible here; use \(allowed).")
        problem.headers[.allow] = allowed
        return problem
    }

    /// Converts any error into a problem; details of internal errors are not exposed.
    ///
    /// `allowed` is the list of methods that the path supports instead of the request's own; nil if
    /// there are none.
    package init(_ error: any Error, request: Request, allowed: @autoclosure () -> String?) {
        if let error = error as? any ProblemConvertible {
            self = error.problem
            return
        }
        if error is CancellationError {
            self = .busy("The server is ending; ask again.", retryAfterSeconds: 2)
            return
        }
        if let error = error as? HTTPParserError {
            self = .unread(error)
            // No later request can be parsed either.
            headers[.connection] = "close"
            return
        }
        if error is SQLiteStoreError || error is PostgresError {
            self = .storageUnavailable(error)
            return
        }
        guard let known = error as? any HTTPResponseError else {
            self.init(
                .internalServerError, kind: "internal",
                detail: "Something went wrong on our side; the log has more under this instance.")
            return
        }
        switch known.status {
        case .notFound:
            if let allowed = allowed() {
                self = .methodNotAllowed(request.method, allowed: allowed)
            } else {
                self = .notFound("There is nothing at '\(request.uri.path.prefix(100))'.")
            }
        case .contentTooLarge:
            self.init(known.status, kind: "too-large", detail: "The body is larger than allowed.")
        case .badRequest:
            self.init(
                known.status, kind: "bad-request", detail: "The request cannot be understood.")
        default:
            self.init(known.status, kind: "error", detail: known.status.reasonPhrase)
        }
    }

    /// Returns the encoded problem object.
    package func body(requestID: String) -> ByteBuffer {
        var body = ProblemBody(
            kind: kind, title: status.reasonPhrase, status: status.code, detail: detail,
            advice: advice)
        body.instance = requestID
        return ByteBuffer(bytes: body.jsonBytes)
    }

    /// Returns the response with the problem object.
    package func response(requestID: String) -> Response {
        var headers = self.headers
        headers[.contentType] = "application/problem+json"
        headers[.cacheControl] = CachePolicy.none
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: body(requestID: requestID)))
    }
}

extension Problem {
    /// The placeholder for the id of a request that could not be parsed.
    package static let unreadInstance = "unread"

    /// The problem of a request in HTTP/1.1 without a host, or with several.
    package static let unclearHost = Problem(
        .badRequest, kind: "bad-request",
        detail: "A request in HTTP/1.1 has exactly one 'Host' field, with a host's name.")

    /// Returns the problem for a parser error, with a sentence that says what would be right.
    package static func unread(_ error: HTTPParserError) -> Problem {
        guard error == .headerOverflow else {
            return Problem(
                .badRequest, kind: "bad-request", detail: "That is not a request in HTTP/1.1.")
        }
        return Problem(
            .requestHeaderFieldsTooLarge, kind: "head-too-large",
            detail:
                "The address or a header is too long; 16 kB each and 32 kB together are allowed.")
    }
}
