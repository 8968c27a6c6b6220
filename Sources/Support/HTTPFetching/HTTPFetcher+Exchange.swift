import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A request with any method to an address configured by the operator, for services whose responses
/// are more than content.
package struct HTTPExchange: Sendable {
    /// `PUT`, `POST`, `GET`, `DELETE`, ...
    package var method: String
    /// An `http` or `https` address.
    package var url: String
    package var headers: [String: String] = [:]
    /// The body; nil sends none.
    package var body: [UInt8]?
    /// The maximum length of the response's body, which is truncated beyond it, in bytes.
    package var limitBytes = 64 * 1024
    /// The timeout of the exchange, from the connection to the last byte.
    package var timeout = Duration.seconds(60)

    /// Creates a request without a body.
    package init(_ method: String, _ url: String) {
        self.method = method
        self.url = url
    }
}

/// A server's response, whatever its status.
package struct HTTPAnswer: Sendable {
    package let status: Int
    /// The header fields by lower-case name; the first if a name occurs several times.
    package let headers: [String: String]
    /// The body, up to the request's limit.
    package let body: [UInt8]
    /// The server's clock in seconds since 1970; nil if the answer has no `Date` field.
    package let serverSeconds: Int64?
}

extension HTTPFetcher {
    /// Makes one attempt at a request.
    ///
    /// Redirects are not followed, and every status counts as a response.
    /// - Throws: ``FetchError`` if there is no response.
    package func exchange(_ request: HTTPExchange) async throws(FetchError) -> HTTPAnswer {
        let address = try HTTPAddress(request.url)
        var message = HTTPClientRequest(url: address.text)
        message.method = HTTPMethod(rawValue: request.method)
        for (name, value) in request.headers {
            message.headers.replaceOrAdd(name: name, value: value)
        }
        if let body = request.body { message.body = .bytes(body) }
        let deadline = dependencies.now() + request.timeout
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
                guard dependencies.now() < deadline else { throw FetchError.timedOut }
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
