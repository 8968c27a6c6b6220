import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Prediction
import Testing

@testable import HTTPServing
@testable import LiveEndpoints
@testable import WebServer

/// Requests with and without the operator's token.
@Suite struct OperatorTests {
    private static let text = "a token of some length"

    private func answer(
        _ token: OperatorToken?, _ authorization: String?, _ method: HTTPRequest.Method = .get,
        uri: String = "/api/v1/operator"
    ) async throws -> TestResponse {
        let router = WebServer.router([
            OperatorEndpoints(gate: OperatorGate(token)) { PredictionScores() }
        ])
        var headers = HTTPFields()
        headers[.authorization] = authorization
        return try await Application(router: router).test(.router) { [headers] client in
            try await client.execute(uri: uri, method: method, headers: headers)
        }
    }

    @Test(arguments: ["Bearer \(text)", "bearer \(text)", "BEARER  \(text)"])
    func `the operator's token opens the gate`(authorization: String) async throws {
        let response = try await answer(OperatorToken(Self.text), authorization)
        #expect(response.status == .noContent)
    }

    @Test(arguments: [
        nil, "", "Bearer", "Bearer ", text, "Basic \(text)", "Bearer \(text)x",
        "Bearer a token of some lengt", "Bearer A token of some length",
    ])
    func `anything else does not, and the answer says what would`(authorization: String?)
        async throws
    {
        let response = try await answer(OperatorToken(Self.text), authorization)
        #expect(response.status == .unauthorized)
        #expect(response.headers[.wwwAuthenticate] == "Bearer")
        #expect(response.headers[.contentType] == "application/problem+json")
        let body = String(buffer: response.body)
        #expect(body.contains("/problems/no-operator\"") && body.contains("Authorization: Bearer"))
        #expect(!body.contains(Self.text))
    }

    @Test(arguments: [nil, "Bearer ", "Bearer \(text)"])
    func `where there is no token nobody is let in`(authorization: String?) async throws {
        let response = try await answer(nil, authorization)
        #expect(response.status == .forbidden)
        #expect(String(buffer: response.body).contains("operator.token-file"))
    }

    @Test func `how good predictions were is for operators alone`() async throws {
        let uri = "/api/v1/operator/predictions"
        let token = OperatorToken(Self.text)
        #expect(try await answer(token, nil, uri: uri).status == .unauthorized)
        let response = try await answer(token, "Bearer \(Self.text)", uri: uri)
        #expect(response.status == .ok && response.headers[.cacheControl] == "no-store")
        #expect(String(buffer: response.body) == #"{"routes":[]}"#)
    }

    @Test func `other methods are answered with the allowed one`() async throws {
        let response = try await answer(OperatorToken(Self.text), "Bearer \(Self.text)", .post)
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers[.allow] == "GET, HEAD")
    }

    @Test func `a look at the feeds is for operators, where there are feeds`() async throws {
        func ask(_ requestPoll: (@Sendable () -> Void)?, token: String) async throws
            -> HTTPResponse.Status
        {
            let gate = OperatorGate(OperatorToken(Self.text))
            let router = WebServer.router([
                FeedRefreshEndpoints(gate: gate, requestPoll: requestPoll)
            ])
            return try await Application(router: router).test(.router) { client in
                try await client.execute(
                    uri: "/api/v1/operator/feeds/look", method: .post,
                    headers: [.authorization: "Bearer \(token)"]
                ).status
            }
        }
        try await confirmation { asked in
            let done = try await ask({ asked() }, token: Self.text)
            #expect(done == .accepted)
            let refused = try await ask({ asked() }, token: "somebody else's")
            #expect(refused == .unauthorized)
        }
        #expect(try await ask(nil, token: Self.text) == .notFound)
    }

    @Test func `a short text is no token`() {
        #expect(OperatorToken("fifteen letters") == nil)
        #expect(OperatorToken("sixteen letters!") != nil)
    }
}
