import HTTPFetching
import LoopbackTesting
import NIOCore
import NIOHTTP1
import Synchronization
import TransitModel

@testable import Notifications

/// A request that a service received.
struct Posted: Sendable {
    let method: String
    let path: String
    /// Field names in lower case.
    let headers: [String: String]
    let body: [UInt8]
}

/// A service's response.
enum Reply: Sendable {
    case status(Int, [String: String] = [:])
    /// These bytes instead of HTTP.
    case garbage(String)
    /// No response at all.
    case silence
}

/// A push service, ntfy server or webhook on loopback with scripted responses.
final class FakeService: Sendable {
    private let answer: @Sendable (Posted, Int) -> Reply
    private let log = Mutex<[Posted]>([])
    private let boundPort = Mutex(0)

    private init(_ answer: @escaping @Sendable (Posted, Int) -> Reply) {
        self.answer = answer
    }

    var posted: [Posted] { log.withLock { $0 } }
    var port: Int { boundPort.withLock { $0 } }
    /// An address that counts as one on the public internet.
    var url: String { "http://push.example:\(port)" }

    /// Runs a service while `body` runs; the response depends on the request and its number, from
    /// 1.
    static func running(
        _ answer: @escaping @Sendable (Posted, Int) -> Reply,
        _ body: (FakeService) async throws -> Void
    ) async throws {
        let service = FakeService(answer)
        try await Loopback.serving { channel in
            try channel.pipeline.syncOperations.configureHTTPServerPipeline()
            try channel.pipeline.syncOperations.addHandler(Attendant(service))
        } during: { port in
            service.boundPort.withLock { $0 = port }
            try await body(service)
        }
    }

    /// Runs a service that answers every request alike.
    static func answering(
        _ reply: Reply, _ body: (FakeService) async throws -> Void
    ) async throws {
        try await running({ _, _ in reply }, body)
    }

    fileprivate func reply(to posted: Posted) -> Reply {
        let number = log.withLock { log in
            log.append(posted)
            return log.count
        }
        return answer(posted, number)
    }
}

/// The handler of one connection.
private final class Attendant: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let service: FakeService
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(_ service: FakeService) {
        self.service = service
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
        case .body(let piece):
            body += piece.readableBytesView
        case .end:
            guard let head else { return }
            let headers = Dictionary(
                head.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
            let posted = Posted(
                method: head.method.rawValue, path: head.uri, headers: headers, body: body)
            send(service.reply(to: posted), context)
        }
    }

    private func send(_ reply: Reply, _ context: ChannelHandlerContext) {
        switch reply {
        case .silence:
            break
        case .garbage(let text):
            // Bypasses the encoder and writes directly to the connection.
            context.channel.pipeline.syncOperations.writePastEncoder(text)
        case .status(let code, let fields):
            var headers = HTTPHeaders(fields.map { ($0.key, $0.value) })
            headers.replaceOrAdd(name: "Content-Length", value: "0")
            let head = HTTPResponseHead(
                version: .http1_1, status: HTTPResponseStatus(statusCode: code), headers: headers)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

extension ChannelPipeline.SynchronousOperations {
    fileprivate func writePastEncoder(_ text: String) {
        guard let encoder = try? context(handlerType: HTTPResponseEncoder.self) else { return }
        encoder.writeAndFlush(NIOAny(ByteBuffer(string: text)), promise: nil)
        encoder.close(promise: nil)
    }
}

/// Returns a sender that resolves `push.example` to this machine, as if it were the public
/// internet.
func sender(
    clock: any WallClock = SystemWallClock(), timeout: Duration = .seconds(600),
    _ change: (inout FetchDependencies) -> Void = { dependencies in
        dependencies.scope = { _ in .publicInternet }
        dependencies.resolve = { _ in [IPAddress("127.0.0.1")].compactMap { $0 } }
    }
) -> ChannelSender {
    var dependencies = FetchDependencies()
    change(&dependencies)
    var settings = ChannelSender.Settings(
        home: "https://takt.example/", contact: "mailto:operator@example.org")
    settings.timeout = timeout
    return ChannelSender(
        settings: settings, key: VapidKey(.init()),
        fetcher: HTTPFetcher(dependencies: dependencies), mailServer: nil, clock: clock)
}
