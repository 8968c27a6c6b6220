import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import WebServer

/// Asks a router's endpoints as programs do: JSON there, JSON back, a token in the header.
struct Asking {
    let router: Router<TaktRequestContext>

    /// What was answered.
    struct Answer {
        let status: Int
        let headers: HTTPFields
        let json: Any?

        var object: [String: Any] { json as? [String: Any] ?? [:] }
        var list: [[String: Any]] { json as? [[String: Any]] ?? [] }
        /// A problem's sentence.
        var detail: String { object["detail"] as? String ?? "" }
        /// A problem's word for machines.
        var kind: String? {
            (object["type"] as? String)?.replacingOccurrences(of: "/problems/", with: "")
        }
    }

    /// Asks for a path below `/api/v1`.
    func callAsFunction(
        _ method: HTTPRequest.Method, _ path: String, _ token: String? = nil,
        _ body: [String: Any]? = nil
    ) async throws -> Answer {
        let bytes = try body.map { try JSONSerialization.data(withJSONObject: $0) }
        return try await self(
            method, path, authorization: token.map { "Bearer \($0)" },
            bytes: bytes.map { ByteBuffer(bytes: $0) })
    }

    /// The same with any body and any way to be let in, below any path.
    func callAsFunction(
        _ method: HTTPRequest.Method, _ path: String, below root: String = "/api/v1",
        authorization: String?, bytes: ByteBuffer?
    ) async throws -> Answer {
        var headers = HTTPFields()
        headers[.authorization] = authorization
        let response = try await Application(router: router).test(.router) { [headers] client in
            try await client.execute(
                uri: root + path, method: method, headers: headers, body: bytes)
        }
        return Answer(
            status: response.status.code, headers: response.headers,
            json: try? JSONSerialization.jsonObject(with: Data(buffer: response.body)))
    }

    /// A new rider's token.
    func newRider() async throws -> String {
        let answer = try await self(.post, "/riders", nil, ["language": "de"])
        #expect(answer.status == 201)
        return try #require(answer.object["token"] as? String)
    }
}
