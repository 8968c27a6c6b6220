import NIOCore
import NIOEmbedded
import Testing

@testable import WebServer

@Suite struct ConnectionSorterTests {
    /// A connection that is classified by its first bytes, and the result.
    private final class Connection {
        let channel = EmbeddedChannel()
        var isSocket: Bool?

        init(timeout: TimeAmount = .hours(1)) throws {
            let sorter = ConnectionSorter(prefixes: ["GET /live"], timeout: timeout) {
                [unowned self] in isSocket = $0
            }
            try channel.pipeline.syncOperations.addHandler(sorter)
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        }

        func say(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

        /// Closes the client's sending half; it may still read.
        func leave() {
            channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            channel.embeddedEventLoop.run()
        }
    }

    @Test(arguments: [
        (["GET /live/1 HTTP/1.1"], true), (["GET /l", "ive"], true), (["GET /list"], false),
        (["P"], false), (["GE", "T /lines"], false),
    ])
    func `the first bytes identify a socket, in however many pieces, and none is lost`(
        pieces: [String], isSocket: Bool
    ) throws {
        let connection = try Connection()
        for piece in pieces { try connection.say(piece) }
        #expect(connection.isSocket == isSocket)
        let passed: ByteBuffer? = try connection.channel.readInbound()
        #expect(passed.map { String(buffer: $0) } == pieces.joined())
    }

    @Test func `as long as both may come, nothing is decided`() throws {
        let connection = try Connection()
        try connection.say("GET /li")
        #expect(connection.isSocket == nil && connection.channel.isActive)
    }

    @Test func `a client that leaves without a word makes room at once`() throws {
        for words in ["", "GET /li"] {
            let connection = try Connection()
            if !words.isEmpty { try connection.say(words) }
            connection.leave()
            #expect(!connection.channel.isActive, "after '\(words)'")
        }
    }

    @Test func `a client that asked may end its half and still be answered`() throws {
        let connection = try Connection()
        try connection.say("GET /lines HTTP/1.1\r\n\r\n")
        connection.leave()
        #expect(connection.channel.isActive)
    }

    @Test func `a client that says nothing is gone after a while`() throws {
        let connection = try Connection(timeout: .nanoseconds(5))
        connection.channel.embeddedEventLoop.advanceTime(by: .nanoseconds(10))
        #expect(!connection.channel.isActive)
    }
}
