import Foundation
import Hummingbird
import JSONWriting
import NIOCore
import Riders
import Secrets

/// Authenticates riders by their device's token, and decodes their requests.
struct RiderAccess: Sendable {
    let store: RiderStore
    /// The request limit of one rider.
    private let requests = RateLimit(most: 120, perSecond: 10)

    init(store: RiderStore) {
        self.store = store
    }

    /// The maximum size of a body, in bytes.
    private static let maximumBody = 256 * 1024

    /// Returns the rider whose token the request has.
    ///
    /// - Throws: A problem with status 401 if there is no such rider, one with 429 if there are too
    ///   many requests, and the store's errors.
    func rider(_ request: Request) async throws -> RiderID {
        let words = (request.headers[.authorization] ?? "").split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer",
            let token = BearerToken(text: words[1]), let rider = try await store.rider(token)
        else {
            var problem = Problem(
                .unauthorized, kind: "no-rider",
                detail: "This needs the token of a rider's device, as in 'Authorization: Bearer …'."
            )
            problem.headers[.wwwAuthenticate] = "Bearer"
            throw problem
        }
        try requests.take(rider.rawValue, "too many requests at once")
        return rider
    }

    /// Decodes the request's JSON body.
    ///
    /// - Throws: A problem with status 400 that says where the body is wrong, and an error if the
    ///   body is too large.
    static func body<Value: Decodable>(
        _ request: Request, as type: Value.Type = Value.self
    ) async throws -> Value {
        let bytes = try await request.body.collect(upTo: maximumBody)
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes.readableBytesView))
        } catch let error as DecodingError {
            throw Problem(.badRequest, kind: "bad-body", detail: sentence(error))
        }
    }

    /// The prefix of the decoding errors of Takt's own types; a description of the expected value
    /// follows.
    static let expected = "expected "

    /// Describes a decoding error, with the path to the value.
    private static func sentence(_ error: DecodingError) -> String {
        func way(_ path: [any CodingKey]) -> String {
            let text = path.map { key in
                key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue.prefix(60))"
            }.joined()
            return String(text.drop { $0 == "." }.prefix(200))
        }
        switch error {
        case .keyNotFound(let key, let context):
            return "'\(way(context.codingPath + [key]))' is missing."
        case .valueNotFound(_, let context):
            return "'\(way(context.codingPath))' must have a value."
        case .typeMismatch(let type, let context) where !context.codingPath.isEmpty:
            return "'\(way(context.codingPath))' must be \(word(for: type))."
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            let reason = context.debugDescription
            return reason.hasPrefix(expected)
                ? "'\(way(context.codingPath))' must be \(reason.dropFirst(expected.count))."
                : "'\(way(context.codingPath))' is not what it must be."
        default:
            return "The body must be one JSON object."
        }
    }

    /// Returns JSON's word for a value of a type.
    private static func word(for type: Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any FixedWidthInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
        }
    }
}

extension Problem {
    /// Creates the problem for a rider's data that cannot be stored.
    init(_ error: RiderError) {
        switch error {
        case .unknown:
            self.init(
                .unauthorized, kind: "no-rider", detail: "This rider was deleted; begin anew.")
        case .notFound: self = .notFound("There is no such thing among what you saved.")
        case .invalid(let sentence):
            self.init(.unprocessableContent, kind: "invalid", detail: sentence)
        case .tooMany(let things):
            self.init(
                .conflict, kind: "too-many",
                detail: "You have as many \(things) as there may be; delete one first.")
        case .full:
            self = .busy("This server has as many riders as it can take.", retryAfterSeconds: 3600)
        }
    }
}

/// Responses without a body, and those that only the client may cache.
extension Response {
    static var noContent: Response { Response(status: .noContent) }

    /// Returns a JSON response that must not be cached.
    ///
    /// - Throws: An `EncodingError`.
    static func personal(
        _ value: some Encodable, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let bytes = try JSONBody.encoder.encode(value)
        return Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
