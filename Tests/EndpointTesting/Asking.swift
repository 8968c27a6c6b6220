import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import HummingbirdTesting

/// Sends requests to a router as programs do: JSON bodies, JSON answers, a token in the header.
package struct Asking {
    private let router: Router<TaktRequestContext>

    /// The answer that is not what a test needs to go on.
    private struct Refusal: Error {
        let status: Int
    }

    package init(router: Router<TaktRequestContext>) {
        self.router = router
    }

    /// A response.
    package struct Answer {
        package let status: Int
        package let headers: HTTPFields
        package let json: Any?

        package var object: [String: Any] { json as? [String: Any] ?? [:] }
        package var list: [[String: Any]] { json as? [[String: Any]] ?? [] }
        /// A problem's detail.
        package var detail: String { object["detail"] as? String ?? "" }
        /// A problem's kind.
        package var kind: String? {
            (object["type"] as? String)?.replacingOccurrences(of: "/problems/", with: "")
        }
    }

    /// Sends a request to a path below `/api/v1`.
    ///
    /// Every body has a member that no call knows, such as an app of another version may send.
    package func callAsFunction(
        _ method: HTTPRequest.Method, _ path: String, _ token: String? = nil,
        _ body: [String: Any]? = nil
    ) async throws -> Answer {
        let bytes = try body.map { members in
            try JSONSerialization.data(
                withJSONObject: members.merging(["ofAnotherVersion": [["x": 1]]]) { $1 })
        }
        return try await self(
            method, path, authorization: token.map { "Bearer \($0)" },
            bytes: bytes.map { ByteBuffer(bytes: $0) })
    }

    /// Sends a request with any body and any authorization to any path.
    package func callAsFunction(
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
    package func newRider() async throws -> String {
        let answer = try await self(.post, "/riders", nil, ["language": "de"])
        guard answer.status == 201, let token = answer.object["token"] as? String else {
            throw Refusal(status: answer.status)
        }
        return token
    }
}
