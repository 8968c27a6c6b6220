import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import WebServer

/// One socket without a network: frames go in, messages come out.
private final class TestSocket {
    let channel = EmbeddedChannel()

    init(_ limits: SocketProtocol.Limits = SocketProtocol.Limits()) throws {
        try channel.pipeline.syncOperations.addHandler(SocketProtocol(limits))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    func send(
        _ opcode: WebSocketOpcode, _ bytes: some Sequence<UInt8>, fin: Bool = true,
        isMasked: Bool = true
    ) throws {
        guard isOpen else { return }
        var data = ByteBuffer(bytes: bytes)
        let mask: WebSocketMaskingKey? = isMasked ? [1, 2, 3, 4] : nil
        if let mask { data.webSocketMask(mask) }
        try channel.writeInbound(
            WebSocketFrame(fin: fin, opcode: opcode, maskKey: mask, data: data))
        channel.embeddedEventLoop.run()
    }

    func send(_ text: String, fin: Bool = true) throws { try send(.text, text.utf8, fin: fin) }

    /// Returns the next complete message.
    func message() throws -> String? { try channel.readInbound() }

    /// Returns the next outgoing frame.
    func frame() throws -> WebSocketFrame? { try channel.readOutbound() }

    /// Returns the code with which the socket was closed; nil if it was not.
    func closeCode() throws -> UInt16? {
        while let frame = try frame() {
            guard frame.opcode == .connectionClose else { continue }
            var data = frame.data
            return data.readInteger()
        }
        return nil
    }

    var isOpen: Bool { channel.isActive }
}

@Suite("The rules of a WebSocket")
struct SocketProtocolTests {
    @Test func `messages come out whole, however they were cut`() throws {
        let socket = try TestSocket()
        try socket.send("PING")
        try socket.send("BBOX 1 ", fin: false)
        try socket.send(.ping, [7])
        try socket.send(.continuation, "2 3 ".utf8, fin: false)
        try socket.send(.continuation, "4 ü".utf8)
        #expect(try socket.message() == "PING")
        #expect(try socket.message() == "BBOX 1 2 3 4 ü")
        let pong = try #require(try socket.frame())
        #expect(pong.opcode == .pong)
        #expect(Array(pong.data.readableBytesView) == [7])
        #expect(socket.isOpen)
    }

    @Test func `a letter that is cut in two fragments is put together`() throws {
        let socket = try TestSocket()
        let bytes = Array("ü".utf8)
        try socket.send(.text, bytes.prefix(1), fin: false)
        try socket.send(.continuation, bytes.suffix(1))
        #expect(try socket.message() == "ü")
    }

    @Test func `messages larger than any command end the socket with 1009`() throws {
        let limits = SocketProtocol.Limits(messageBytes: 100)
        let whole = try TestSocket(limits)
        try whole.send(String(repeating: "x", count: 101))
        #expect(try whole.closeCode() == 1009)
        #expect(!whole.isOpen)
        let pieces = try TestSocket(limits)
        try pieces.send(String(repeating: "x", count: 60), fin: false)
        try pieces.send(.continuation, Array(repeating: UInt8(ascii: "x"), count: 60))
        #expect(try pieces.closeCode() == 1009)
        let crumbs = try TestSocket(limits)
        try crumbs.send("", fin: false)
        for _ in 0..<100 where crumbs.isOpen { try crumbs.send(.continuation, [], fin: false) }
        #expect(try crumbs.closeCode() == 1009)
        #expect(try crumbs.message() == nil)
    }

    @Test func `what breaks the rules ends the socket with the code for it`() throws {
        func code(_ act: (TestSocket) throws -> Void) throws -> UInt16? {
            let socket = try TestSocket()
            try act(socket)
            let code = try socket.closeCode()
            #expect(!socket.isOpen)
            return code
        }
        #expect(try code { try $0.send(.text, "PING".utf8, isMasked: false) } == 1002)
        #expect(try code { try $0.send(.continuation, "PING".utf8) } == 1002)
        #expect(
            try code {
                try $0.send("BBOX", fin: false)
                try $0.send("PING")
            } == 1002)
        #expect(try code { try $0.send(.binary, [1, 2]) } == 1003)
        #expect(try code { try $0.send(.text, [0xff, 0xfe]) } == 1007)
        #expect(try code { try $0.send(.connectionClose, [0x03, 0xe8]) } == 1000)
        #expect(try code { try $0.send(.connectionClose, [0x03]) } == 1002)
    }

    @Test func `a silent client is asked, and is gone when it never answers`() throws {
        // The clock is the system's, so the time limits are tiny and only their order matters.
        var limits = SocketProtocol.Limits()
        limits.askAfter = .nanoseconds(3)
        limits.stall = .seconds(30)
        limits.silence = .hours(1)
        let asked = try TestSocket(limits)
        asked.channel.embeddedEventLoop.advanceTime(by: .nanoseconds(10))
        #expect(try asked.frame()?.opcode == .ping)
        #expect(asked.isOpen)
        limits.silence = .nanoseconds(5)
        let gone = try TestSocket(limits)
        gone.channel.embeddedEventLoop.advanceTime(by: .nanoseconds(10))
        #expect(!gone.isOpen)
    }

    @Test func `a client that takes nothing is gone, unless it goes on reading in time`() throws {
        func socket(_ stall: TimeAmount) throws -> TestSocket {
            var limits = SocketProtocol.Limits()
            limits.askAfter = .nanoseconds(3)
            limits.silence = .hours(1)
            limits.stall = stall
            let socket = try TestSocket(limits)
            socket.channel.isWritable = false
            socket.channel.pipeline.fireChannelWritabilityChanged()
            return socket
        }
        let deaf = try socket(.nanoseconds(5))
        deaf.channel.embeddedEventLoop.advanceTime(by: .nanoseconds(10))
        #expect(!deaf.isOpen)
        let patient = try socket(.hours(1))
        patient.channel.embeddedEventLoop.advanceTime(by: .nanoseconds(10))
        #expect(patient.isOpen)
        let slow = try socket(.nanoseconds(5))
        slow.channel.isWritable = true
        slow.channel.pipeline.fireChannelWritabilityChanged()
        slow.channel.embeddedEventLoop.advanceTime(by: .nanoseconds(10))
        #expect(slow.isOpen)
    }
}
