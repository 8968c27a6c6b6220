import HTTPFetching
import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPServing
@testable import WebServer

/// The time limits for slow clients.
struct ConnectionWatchTests {
    /// A connection whose pace is watched; the test replaces the handlers behind the watch.
    private final class Connection {
        let channel = EmbeddedChannel()
        let watch: ConnectionWatch

        init(_ roster: ConnectionRoster? = nil) throws {
            let all = ConnectionRoster(
                maximum: 10, maximumPerAddress: 10, proxies: TrustedProxies())
            watch = ConnectionWatch(roster ?? all)
            try channel.pipeline.syncOperations.addHandler(watch)
            try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
            channel.read()
        }

        var isOpen: Bool { channel.isActive }

        func say(_ text: String, thenReads: Bool = true) throws {
            guard isOpen else { return }
            try channel.writeInbound(ByteBuffer(string: text))
            if thenReads { channel.read() }
        }

        /// Reports that the request's head was parsed.
        func head() { watch.headCame(at: channel.embeddedEventLoop.now) }

        func answer() throws {
            watch.answerBegins()
            watch.answered(try channel.pipeline.syncOperations.context(handler: watch))
        }

        func wait(_ seconds: Int64) {
            channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
        }

        /// Returns the output to the client.
        func output() throws -> String {
            var text = ""
            while let bytes: ByteBuffer = try channel.readOutbound() {
                text += String(buffer: bytes)
            }
            return text
        }
    }

    @Test func `a head that drips has ten seconds in all`() throws {
        let connection = try Connection()
        for _ in 1...9 {
            try connection.say("x")
            connection.wait(1)
        }
        #expect(connection.isOpen)
        try connection.say("x")
        connection.wait(1)
        #expect(!connection.isOpen)
        #expect(try connection.output().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    }

    @Test func `blank lines are no head, and silence is bounded elsewhere`() throws {
        let connection = try Connection()
        try connection.say("\r\n")
        connection.wait(60)
        #expect(connection.isOpen)
    }

    @Test func `a body that drips is ended, one with a pace is not`() throws {
        for (bytes, isFine) in [(1, false), (499, false), (600, true)] {
            let connection = try Connection()
            try connection.say("POST")
            connection.head()
            for _ in 1...6000 where connection.isOpen {
                try connection.say(String(repeating: "x", count: bytes))
                connection.wait(1)
            }
            #expect(connection.isOpen == isFine, "at \(bytes) bytes a second")
            #expect(try connection.output().isEmpty == isFine)
        }
    }

    @Test func `a body that came in a rush may not pause for long`() throws {
        let connection = try Connection()
        try connection.say("POST")
        connection.head()
        try connection.say(String(repeating: "x", count: 200_000))
        connection.wait(29)
        #expect(connection.isOpen)
        connection.wait(2)
        #expect(!connection.isOpen)
    }

    @Test func `while the server does not read, no time passes for the client`() throws {
        let connection = try Connection()
        try connection.say("POST")
        connection.head()
        try connection.say("x", thenReads: false)
        connection.wait(60)
        #expect(connection.isOpen)
        connection.channel.read()
        connection.wait(11)
        #expect(!connection.isOpen)
    }

    @Test func `a request that is being answered has all the time it needs`() throws {
        let connection = try Connection()
        try connection.say("GET")
        connection.head()
        connection.watch.requestCame()
        connection.wait(3600)
        #expect(connection.isOpen)
    }

    @Test func `who is answered in the midst of a body has to come to an end`() throws {
        let connection = try Connection()
        try connection.say("POST")
        connection.head()
        try connection.answer()
        for _ in 1...6 {
            try connection.say(String(repeating: "x", count: 100_000))
            connection.wait(1)
        }
        #expect(!connection.isOpen)
        #expect(try connection.output().isEmpty)
    }

    @Test func `who was given the last answer has to go, read or not`() throws {
        let connection = try Connection()
        try connection.say("GET")
        connection.head()
        connection.watch.requestCame()
        try connection.answer()
        connection.watch.lastAnswered(
            try connection.channel.pipeline.syncOperations.context(handler: connection.watch))
        try connection.say("x", thenReads: false)
        connection.wait(4)
        #expect(connection.isOpen)
        connection.wait(2)
        #expect(!connection.isOpen)
    }

    @Test func `a socket keeps its own time`() throws {
        let connection = try Connection()
        try connection.say("GET")
        connection.watch.becomesSocket()
        connection.wait(3600)
        #expect(connection.isOpen)
    }

    @Test func `an answer that nobody reads ends`() throws {
        let connection = try Connection()
        try connection.say("GET")
        connection.head()
        connection.watch.requestCame()
        connection.channel.isWritable = false
        connection.channel.pipeline.fireChannelWritabilityChanged()
        connection.wait(119)
        #expect(connection.isOpen)
        connection.wait(2)
        #expect(!connection.isOpen)
    }
}

/// The choice of connections to close when there are too many.
struct ConnectionRosterTests {
    private let start = NIODeadline.uptimeNanoseconds(0) + .hours(1)

    private func mark(
        _ roster: ConnectionRoster, from address: String, waitingSince: NIODeadline?
    ) throws -> (mark: ConnectionMark, channel: EmbeddedChannel, isIn: Bool) {
        let channel = EmbeddedChannel()
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        let mark = ConnectionMark(channel, address: address)
        mark.waitingSince = waitingSince
        return (mark, channel, roster.enter(mark, now: start))
    }

    @Test func `connections beyond the maximum are closed until there is room`() throws {
        let roster = ConnectionRoster(maximum: 2, maximumPerAddress: 9, proxies: TrustedProxies())
        let clients = try (0..<5).map { _ in
            try mark(roster, from: "192.0.2.1", waitingSince: start)
        }
        let loop = EmbeddedEventLoop()
        loop.advanceTime(to: start)
        // Five were accepted at once, and none of them has waited for long.
        for _ in clients { roster.opened(loop) }
        loop.advanceTime(by: .seconds(1))
        var open = clients.map(\.channel)
        for _ in clients {
            for channel in open { channel.embeddedEventLoop.run() }
            let left = open.filter(\.isActive)
            for _ in left.count..<open.count { roster.closed(loop) }
            open = left
        }
        #expect(open.count == 1 && roster.hasRoom)
    }

    @Test func `the client that let us wait longest goes first, and nobody who is served`() throws {
        let roster = ConnectionRoster(maximum: 3, maximumPerAddress: 9, proxies: TrustedProxies())
        let waits: [Int64?] = [5, nil, 20]
        let clients = try waits.map { seconds in
            try mark(roster, from: "192.0.2.1", waitingSince: seconds.map { start - .seconds($0) })
        }
        let loop = EmbeddedEventLoop()
        loop.advanceTime(to: start)
        for _ in clients { roster.opened(loop) }
        for client in clients { client.channel.embeddedEventLoop.run() }
        #expect(clients.map(\.channel.isActive) == [true, true, false])
        // A new connection is spared for a second.
        roster.closed(loop)
        clients[0].mark.waitingSince = start
        roster.opened(loop)
        clients[0].channel.embeddedEventLoop.run()
        #expect(clients[0].channel.isActive)
        loop.advanceTime(by: .seconds(1))
        clients[0].channel.embeddedEventLoop.run()
        #expect(!clients[0].channel.isActive && clients[1].channel.isActive)
    }

    @Test func `one address has so many, and its own slowest makes room`() throws {
        let roster = ConnectionRoster(maximum: 100, maximumPerAddress: 2, proxies: TrustedProxies())
        let other = try mark(roster, from: "192.0.2.9", waitingSince: start - .seconds(99))
        let slow = try mark(roster, from: "192.0.2.1", waitingSince: start - .seconds(9))
        let busy = try mark(roster, from: "192.0.2.1", waitingSince: nil)
        let third = try mark(roster, from: "192.0.2.1", waitingSince: nil)
        for client in [other, slow, busy] { client.channel.embeddedEventLoop.run() }
        #expect(third.isIn && !slow.channel.isActive && busy.channel.isActive)
        #expect(other.channel.isActive)
        #expect(try mark(roster, from: "192.0.2.1", waitingSince: nil).isIn == false)
        roster.leave(busy.mark)
        #expect(try mark(roster, from: "::ffff:192.0.2.1", waitingSince: nil).isIn)
        #expect(roster.count == 3)
    }

    @Test func `a network of version 6 counts as one address`() throws {
        let roster = ConnectionRoster(maximum: 100, maximumPerAddress: 1, proxies: TrustedProxies())
        #expect(try mark(roster, from: "2001:db8:1:2::1", waitingSince: nil).isIn)
        #expect(try mark(roster, from: "2001:db8:1:2:9::1", waitingSince: nil).isIn == false)
        #expect(try mark(roster, from: "2001:db8:1:3::1", waitingSince: nil).isIn)
    }

    @Test(arguments: ["127.0.0.1", "::1", "10.1.2.3"])
    func `a proxy stands for as many as it likes`(address: String) throws {
        let range = try #require(AddressRange("10.0.0.0/8"))
        let roster = ConnectionRoster(
            maximum: 100, maximumPerAddress: 1, proxies: TrustedProxies([range]))
        #expect(try mark(roster, from: address, waitingSince: start - .seconds(9)).isIn)
        let second = try mark(roster, from: address, waitingSince: nil)
        #expect(second.isIn && roster.count == 2)
    }
}
