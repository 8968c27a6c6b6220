import LoopbackTesting
import NIOCore
import Synchronization

/// A client's request.
struct Asked: Sendable, Equatable {
    let method: String
    let target: String
    /// Field names in lower case.
    let headers: [String: String]
    let body: [UInt8]
}

/// A server's response; each one ends its connection unless it says otherwise.
struct Answer: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    /// The value of `Content-Length`; nil omits the field, and the connection's end ends the body.
    var announcedLength: Int?
    /// Sent instead of everything else.
    var raw: String?
    /// Whether the connection stays open, without more.
    var staysOpen = false

    static func ok(_ text: String, _ headers: [String: String] = [:]) -> Answer {
        Answer(headers: headers, body: Array(text.utf8), announcedLength: text.utf8.count)
    }

    static func status(_ status: Int, _ headers: [String: String] = [:]) -> Answer {
        Answer(status: status, headers: headers, announcedLength: 0)
    }

    static func redirect(to location: String, status: Int = 302) -> Answer {
        .status(status, ["Location": location])
    }

    static func raw(_ text: String) -> Answer {
        Answer(raw: text)
    }

    var bytes: [UInt8] {
        if let raw { return Array(raw.utf8) }
        var head = "HTTP/1.1 \(status) Some reason\r\nConnection: close\r\n"
        if let announcedLength { head += "Content-Length: \(announcedLength)\r\n" }
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }
}

/// A server on loopback that sends scripted responses, byte for byte.
final class ScriptedServer: Sendable {
    private let script: @Sendable (Asked, Int) -> Answer
    private let log = Mutex<[Asked]>([])
    private let greetingLog = Mutex<[String]>([])
    private let boundPort = Mutex(0)

    private init(_ script: @escaping @Sendable (Asked, Int) -> Answer) {
        self.script = script
    }

    /// All requests so far.
    var asked: [Asked] { log.withLock { $0 } }
    /// The TLS greetings so far, byte for byte as far as they are ASCII.
    var greetings: [String] { greetingLog.withLock { $0 } }
    var port: Int { boundPort.withLock { $0 } }

    func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Runs a server while `body` runs; the script gets each request and its number, from 1.
    static func running(
        _ script: @escaping @Sendable (Asked, Int) -> Answer,
        _ body: (ScriptedServer) async throws -> Void
    ) async throws {
        let server = ScriptedServer(script)
        try await Loopback.serving { channel in
            try channel.pipeline.syncOperations.addHandler(Conversation(server))
        } during: { port in
            server.boundPort.withLock { $0 = port }
            try await body(server)
        }
    }

    fileprivate func note(greeting: ByteBuffer) {
        let text = String(decoding: greeting.readableBytesView.filter { $0 < 0x80 }, as: UTF8.self)
        greetingLog.withLock { $0.append(text) }
    }

    fileprivate func answer(to asked: Asked) -> Answer {
        let number = log.withLock { log in
            log.append(asked)
            return log.count
        }
        return script(asked, number)
    }
}

/// One connection: reads a head, responds, closes.
private final class Conversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let server: ScriptedServer
    private var received: [UInt8] = []

    init(_ server: ScriptedServer) {
        self.server = server
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        // A TLS greeting is answered as servers without TLS do.
        guard !received.isEmpty || buffer.readableBytesView.first != 0x16 else {
            server.note(greeting: buffer)
            send(.status(400), context)
            return
        }
        received += buffer.readableBytesView
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
            .split(separator: "\r\n").map(String.init)
        let fields = lines.dropFirst().map { $0.split(separator: ":", maxSplits: 1) }
        let headers = Dictionary(
            fields.map { ($0[0].lowercased(), $0[1].drop { $0 == " " }) },
            uniquingKeysWith: { first, _ in first }
        ).mapValues(String.init)
        let body = Array(received[end.upperBound...])
        guard body.count == Int(headers["content-length"] ?? "0") else { return }
        received = []
        let words = (lines.first ?? "").split(separator: " ").map(String.init) + ["", ""]
        send(
            server.answer(
                to: Asked(method: words[0], target: words[1], headers: headers, body: body)),
            context)
    }

    private func send(_ answer: Answer, _ context: ChannelHandlerContext) {
        let loopBound = context.loopBound
        let sent = context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: answer.bytes)))
        guard !answer.staysOpen else { return }
        sent.whenComplete { _ in loopBound.value.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
