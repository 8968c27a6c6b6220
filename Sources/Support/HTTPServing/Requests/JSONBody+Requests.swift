import Foundation
package import Hummingbird
import NIOCore

extension JSONBody {
    /// The maximum size of a body, in bytes.
    private static let maximumBody = 256 * 1024

    /// Decodes the request's JSON body.
    ///
    /// - Throws: A problem with status 400 that says where the body is wrong, and an error if the
    ///   body is too large.
    package static func decode<Value: Decodable>(
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
    package static let expected = "expected "

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
        case .valueNotFound(_, let context) where !context.codingPath.isEmpty:
            return "'\(way(context.codingPath))' must have a value."
        case .typeMismatch(let type, let context) where !context.codingPath.isEmpty:
            return "'\(way(context.codingPath))' must be \(word(for: type))."
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            let reason = context.debugDescription
            return reason.hasPrefix(expected)
                ? "'\(way(context.codingPath))' must be \(reason.dropFirst(expected.count))."
                : "'\(way(context.codingPath))' is not what it must be."
        default:
            // Foundation does not say which number it cannot read as the expected one.
            return
                "The body must be one JSON object, its numbers whole where whole ones are expected."
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
