import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// One attempt at a request, including redirects.
struct FetchAttempt {
    /// The maximum number of addresses tried for one name.
    private static let maximumAddresses = 3
    private static let userAgent = "Takt (public transport companion)"

    let request: FetchRequest
    let start: HTTPAddress
    let fetcher: HTTPFetcher
    /// The client for addresses of any reach.
    let shared: HTTPClient
    /// The clients for addresses restricted to the public internet.
    let strangers: PublicConnections

    private enum Step<Content: Sendable> {
        case redirect(HTTPAddress)
        case end(Fetched<Content>)
    }

    /// Fetches the address's content.
    func run<Sink: BodySink>(
        into makeSink: () throws(FetchError) -> Sink
    ) async throws(FetchError) -> Fetched<Sink.Content> {
        let deadline = fetcher.dependencies.now() + request.timeout
        var address = start
        // A posted body is meant for one server only.
        let maximumRedirects = request.body == nil ? max(0, request.maximumRedirects) : 0
        for _ in 0...maximumRedirects {
            switch try await step(to: address, deadline: deadline, into: makeSink) {
            case .redirect(let target): address = target
            case .end(let result): return result
            }
        }
        throw .tooManyRedirects(limit: maximumRedirects)
    }

    private func step<Sink: BodySink>(
        to address: HTTPAddress, deadline: ContinuousClock.Instant,
        into makeSink: () throws(FetchError) -> Sink
    ) async throws(FetchError) -> Step<Sink.Content> {
        // The server at the operator's address is not the operator, so its redirects are not
        // trusted.
        guard request.reach == .publicInternet || !address.hasSameServer(as: start) else {
            return try await exchange(with: address, on: shared, deadline, makeSink)
        }
        var failure = FetchError.unknownHost(address.host)
        let addresses = try await strangers.addresses(ofServerAt: address)
        for pinned in addresses.prefix(Self.maximumAddresses) {
            let result = await strangers.withClient(for: address.host, at: pinned) {
                client in
                await Self.result { () throws(FetchError) in
                    try await exchange(with: address, on: client, deadline, makeSink)
                }
            }
            guard case .failure(.unreachable(let host)) = result else { return try result.get() }
            failure = .unreachable(host: host)
        }
        throw failure
    }

    private static func result<Value>(
        _ body: () async throws(FetchError) -> Value
    ) async -> Result<Value, FetchError> {
        do throws(FetchError) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    private func exchange<Sink: BodySink>(
        with address: HTTPAddress, on client: HTTPClient, _ deadline: ContinuousClock.Instant,
        _ makeSink: () throws(FetchError) -> Sink
    ) async throws(FetchError) -> Step<Sink.Content> {
        let left = fetcher.dependencies.now().duration(to: deadline)
        guard left > .zero else { throw .timedOut }
        let response: HTTPClientResponse
        do {
            response = try await client.execute(
                message(to: address), timeout: TimeAmount(min(left, request.headTimeout)))
        } catch {
            throw FetchError(connecting: error, to: address)
        }
        switch Int(response.status.code) {
        case 301, 302, 303, 307, 308:
            return .redirect(
                try address.redirected(to: response.headers.first(name: "Location")))
        case 304 where !request.validators.isEmpty:
            return .end(.notModified)
        case 206 where request.startBytes == nil:
            throw .status(206, retryAfter: response.retryAfter)
        case 200..<300:
            return .end(try await content(of: response, from: address, deadline, makeSink))
        case let code:
            throw .status(code, retryAfter: response.retryAfter)
        }
    }

    private func message(to address: HTTPAddress) -> HTTPClientRequest {
        var message = HTTPClientRequest(url: address.text)
        message.headers.add(name: "User-Agent", value: Self.userAgent)
        // The start of a compressed response cannot be used alone.
        let packing = request.startBytes == nil ? "gzip" : "identity"
        message.headers.add(name: "Accept-Encoding", value: packing)
        if let bytes = request.startBytes {
            message.headers.add(name: "Range", value: "bytes=0-\(max(1, bytes) - 1)")
        }
        if let tag = request.validators.entityTag {
            message.headers.add(name: "If-None-Match", value: tag)
        }
        if let time = request.validators.lastModified {
            message.headers.add(name: "If-Modified-Since", value: time)
        }
        if let body = request.body {
            message.method = .POST
            message.body = .bytes(body)
        }
        if address.hasSameOrigin(as: start) {
            for (name, value) in request.headers {
                message.headers.replaceOrAdd(name: name, value: value)
            }
        }
        return message
    }

    private func content<Sink: BodySink>(
        of response: HTTPClientResponse, from address: HTTPAddress,
        _ deadline: ContinuousClock.Instant, _ makeSink: () throws(FetchError) -> Sink
    ) async throws(FetchError) -> Fetched<Sink.Content> {
        let announced = response.wholeBytes
        guard announced ?? 0 <= request.limitBytes else {
            throw .tooLarge(limitBytes: request.limitBytes)
        }
        var sink = try makeSink()
        do throws(FetchError) {
            let count = try await fill(&sink, from: response.body, deadline)
            var info = FetchInfo(
                url: address.text, byteCount: count,
                contentType: response.headers.first(name: "Content-Type"),
                validators: FetchValidators(
                    entityTag: response.headers.first(name: "ETag"),
                    lastModified: response.headers.first(name: "Last-Modified")))
            info.wholeBytes = announced
            info.serverSeconds = response.serverSeconds
            return .content(try sink.finish(), info)
        } catch {
            sink.discard()
            throw error
        }
    }

    /// Copies a body into a sink and returns its length.
    private func fill(
        _ sink: inout some BodySink, from body: HTTPClientResponse.Body,
        _ deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Int {
        var count = 0
        var pace = BodyPace(from: fetcher.dependencies.now())
        var pieces = body.makeAsyncIterator()
        while true {
            let piece: ByteBuffer?
            do { piece = try await pieces.next() } catch { throw FetchError(reading: error) }
            guard let piece else { return count }
            count += piece.readableBytes
            guard count <= request.limitBytes else {
                throw .tooLarge(limitBytes: request.limitBytes)
            }
            let now = fetcher.dependencies.now()
            guard now < deadline else { throw .timedOut }
            try pace.add(piece.readableBytes, at: now)
            try sink.append(piece)
            // The rest is cancelled when the body is released.
            if let enough = request.startBytes, count >= enough { return count }
        }
    }
}

extension HTTPClientResponse {
    /// The server's clock in seconds since 1970, by the `Date` field; nil if there is none.
    ///
    /// A cache passes on when the response was made, and its `Age` since then.
    var serverSeconds: Int64? {
        guard let date = headers.first(name: "Date").flatMap(HTTPDate.init) else { return nil }
        let age = headers.first(name: "Age").flatMap { UInt32($0) } ?? 0
        return date.secondsSince1970 + Int64(age)
    }

    /// The length of the complete content in bytes, for a complete or partial response; nil if the
    /// server does not say.
    fileprivate var wholeBytes: Int? {
        guard status == .partialContent else {
            return headers.first(name: "Content-Length").flatMap { Int($0) }
        }
        // For example `bytes 0-511/1467`, or `bytes 0-511/*`.
        let range = headers.first(name: "Content-Range")
        return range?.split(separator: "/").last.flatMap { Int($0) }
    }

    /// The pause from `Retry-After`: seconds, or a date relative to the response's own date.
    fileprivate var retryAfter: Duration? {
        guard let text = headers.first(name: "Retry-After") else { return nil }
        if let seconds = Int32(text) { return seconds >= 0 ? .seconds(Int64(seconds)) : nil }
        guard let there = HTTPDate(text),
            let here = headers.first(name: "Date").flatMap(HTTPDate.init)
        else { return nil }
        return .seconds(max(0, there.secondsSince1970 - here.secondsSince1970))
    }
}
