import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A request of whatever method to an address of the operator's, for services that answer with more
/// than content.
package struct HTTPExchange: Sendable {
    /// `PUT`, `POST`, `GET`, `DELETE`, ...
    package var method: String
    /// An `http` or `https` address.
    package var url: String
    /// Header fields to send.
    package var headers: [String: String] = [:]
    /// What is sent; nil sends none.
    package var body: [UInt8]?
    /// The answer's body is cut off behind this many bytes.
    package var limitBytes = 64 * 1024
    /// How long the exchange may take from the connection to the last byte.
    package var timeout = Duration.seconds(60)

    /// A request without a body.
    package init(_ method: String, _ url: String) {
        self.method = method
        self.url = url
    }
}

/// What a server answered, whatever its status.
package struct HTTPAnswer: Sendable {
    /// The status.
    package let status: Int
    /// The answer's fields as they came, in lower case; of several with one name the first.
    package let headers: [String: String]
    /// The body, up to the request's limit.
    package let body: [UInt8]
    /// What the `Date` field says, in seconds since 1970; nil if there is none.
    package let serverSeconds: Int64?
}

extension HTTPFetcher {
    /// Makes one attempt at a request; redirects are not followed and every status is an answer.
    package func exchange(_ request: HTTPExchange) async throws(FetchError) -> HTTPAnswer {
        let address = try HTTPAddress(request.url)
        var message = HTTPClientRequest(url: address.text)
        message.method = HTTPMethod(rawValue: request.method)
        for (name, value) in request.headers {
            message.headers.replaceOrAdd(name: name, value: value)
        }
        if let body = request.body { message.body = .bytes(body) }
        let deadline = surroundings.now() + request.timeout
        let response: HTTPClientResponse
        do {
            response = try await connections.client.execute(
                message, timeout: TimeAmount(request.timeout))
        } catch {
            throw FetchError(connecting: error, to: address)
        }
        var bytes: [UInt8] = []
        do {
            for try await piece in response.body {
                guard surroundings.now() < deadline else { throw FetchError.timedOut }
                bytes += piece.readableBytesView
                if bytes.count >= request.limitBytes { break }
            }
        } catch let error as FetchError {
            throw error
        } catch {
            throw FetchError(reading: error)
        }
        let headers = response.headers.map { ($0.name.lowercased(), $0.value) }
        return HTTPAnswer(
            status: Int(response.status.code),
            headers: Dictionary(headers, uniquingKeysWith: { first, _ in first }),
            body: Array(bytes.prefix(request.limitBytes)),
            serverSeconds: response.serverSeconds)
    }
}
