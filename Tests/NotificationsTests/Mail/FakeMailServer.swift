import LoopbackTesting
import NIOCore
import Synchronization

/// The behaviour of a mail server on loopback.
struct MailManners: Sendable {
    var greeting = "220 mail.example ready"
    /// The extensions that it announces after its name.
    var abilities = ["8BITMIME", "SIZE 100000"]
    /// The replies to commands with these prefixes; the first match is used.
    var answers: [(prefix: String, reply: String)] = []
    /// The reply to the whole mail.
    var verdict = "250 2.0.0 taken"
    /// Whether it is silent after its greeting.
    var isSilent = false
    /// Whether it disconnects after the recipient.
    var breaksOff = false
}

/// The input of a mail server.
struct Heard: Sendable {
    var commands: [String] = []
    /// The mail as transmitted, with escaped dots.
    var mail: [String] = []
}

/// A mail server without encryption.
final class FakeMailServer: Sendable {
    let manners: MailManners
    private let log = Mutex(Heard())
    private let boundPort = Mutex(0)

    private init(_ manners: MailManners) {
        self.manners = manners
    }

    var heard: Heard { log.withLock { $0 } }
    var port: Int { boundPort.withLock { $0 } }

    static func running(
        _ manners: MailManners = MailManners(), _ body: (FakeMailServer) async throws -> Void
    ) async throws {
        let server = FakeMailServer(manners)
        try await Loopback.serving { channel in
            try channel.pipeline.syncOperations.addHandler(MailConversation(server))
        } during: { port in
            server.boundPort.withLock { $0 = port }
            try await body(server)
        }
    }

    fileprivate func note(_ change: (inout Heard) -> Void) {
        log.withLock { change(&$0) }
    }
}

/// The handler of one connection: a line in, a line out.
private final class MailConversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let server: FakeMailServer
    private var text = ""
    private var isInMail = false
    /// The remaining prompts of a login.
    private var prompts: [String] = []

    init(_ server: FakeMailServer) {
        self.server = server
    }

    func channelActive(context: ChannelHandlerContext) {
        say(server.manners.greeting, context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        text += String(buffer: unwrapInboundIn(data))
        while let end = text.range(of: "\r\n") {
            let line = String(text[..<end.lowerBound])
            text = String(text[end.upperBound...])
            take(line, context)
        }
    }

    private func take(_ line: String, _ context: ChannelHandlerContext) {
        let manners = server.manners
        guard !isInMail else {
            guard line == "." else { return server.note { $0.mail.append(line) } }
            isInMail = false
            return say(manners.verdict, context)
        }
        server.note { $0.commands.append(line) }
        if manners.isSilent { return }
        if !prompts.isEmpty { return say(prompts.removeFirst(), context) }
        if let answer = manners.answers.first(where: { line.hasPrefix($0.prefix) }) {
            return say(answer.reply, context)
        }
        let word = line.split(separator: " ").first.map { $0.uppercased() } ?? ""
        switch word {
        case "EHLO":
            let lines = ["mail.example"] + manners.abilities
            let reply = lines.enumerated().map { index, ability in
                "250\(index == lines.count - 1 ? " " : "-")\(ability)"
            }
            say(reply.joined(separator: "\r\n"), context)
        case "AUTH" where line == "AUTH LOGIN":
            prompts = ["334 UGFzc3dvcmQ6", "235 2.7.0 welcome"]
            say("334 VXNlcm5hbWU6", context)
        case "AUTH" where line == "AUTH PLAIN":
            prompts = ["235 2.7.0 welcome"]
            say("334 ", context)
        case "AUTH":
            say("235 2.7.0 welcome", context)
        case "RCPT" where manners.breaksOff:
            context.close(promise: nil)
        case "DATA":
            isInMail = true
            say("354 go on", context)
        case "QUIT":
            say("221 bye", context)
        default:
            say("250 fine", context)
        }
    }

    private func say(_ line: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: line + "\r\n")), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
