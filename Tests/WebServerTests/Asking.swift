import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import HTTPServing
@testable import WebServer

/// Sends requests to a router as programs do: JSON bodies, JSON answers, a token in the header.
struct Asking {
    let router: Router<TaktRequestContext>

    /// A response.
    struct Answer {
        let status: Int
        let headers: HTTPFields
        let json: Any?

        var object: [String: Any] { json as? [String: Any] ?? [:] }
        var list: [[String: Any]] { json as? [[String: Any]] ?? [] }
        /// A problem's detail.
        var detail: String { object["detail"] as? String ?? "" }
        /// A problem's kind.
        var kind: String? {
            (object["type"] as? String)?.replacingOccurrences(of: "/problems/", with: "")
        }
    }

    /// Sends a request to a path below `/api/v1`.
    func callAsFunction(
        _ method: HTTPRequest.Method, _ path: String, _ token: String? = nil,
        _ body: [String: Any]? = nil
    ) async throws -> Answer {
        let bytes = try body.map { try JSONSerialization.data(withJSONObject: $0) }
        return try await self(
            method, path, authorization: token.map { "Bearer \($0)" },
            bytes: bytes.map { ByteBuffer(bytes: $0) })
    }

    /// Sends a request with any body and any authorization to any path.
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

    /// Registers a rider and returns its token.
    func newRider() async throws -> String {
        let answer = try await self(.post, "/riders", nil, ["language": "de"])
        #expect(answer.status == 201)
        return try #require(answer.object["token"] as? String)
    }
}
