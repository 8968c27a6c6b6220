import Foundation
import Hummingbird
import NIOCore
import Riders
import Secrets

/// Lets riders in by the token of their device, and reads what they send.
struct RiderAccess: Sendable {
    let store: RiderStore
    /// An app asks now and then; a program that asks without end waits.
    private let requests = RateLimit(most: 120, perSecond: 10)

    init(store: RiderStore) {
        self.store = store
    }

    /// The longest body of a request, in bytes.
    private static let maximumBody = 256 * 1024

    /// The rider whose token the request shows.
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

    /// What the request's body says, as JSON.
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

    /// How what our own types throw begins; for people, what was expected follows.
    static let expected = "expected "

    /// What is wrong with a body, with the way to it.
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

    /// What JSON calls a value of this type.
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
    /// Why something of a rider's cannot be stored.
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

/// Answers without a body and those that only the asker may keep.
extension Response {
    static var noContent: Response { Response(status: .noContent) }

    /// A JSON answer that no cache may keep.
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
