import AsyncHTTPClient
import Synchronization
import Testing

@testable import HTTPFetching

/// Connections for user-supplied addresses are reused for a limited time.
struct PublicConnectionTests {
    /// A manual clock and a count of DNS lookups.
    private final class World: Sendable {
        private let begin = ContinuousClock().now
        private let state = Mutex((passed: Duration.zero, lookUps: 0))

        var lookUps: Int { state.withLock { $0.lookUps } }

        func pass(_ time: Duration) { state.withLock { $0.passed += time } }

        func connections() -> PublicConnections {
            var dependencies = FetchDependencies()
            dependencies.now = { self.begin + self.state.withLock { $0.passed } }
            dependencies.resolve = { host throws(FetchError) in
                self.state.withLock { $0.lookUps += 1 }
                guard host != "unknown.example" else { throw .unknownHost(host) }
                let address = host == "inner.example" ? "10.0.0.1" : "8.8.8.8"
                return [IPAddress(address)].compactMap { $0 }
            }
            return PublicConnections(HTTPFetcher.Settings(), dependencies)
        }
    }

    @Test func `a name is looked up once in half a minute`() async throws {
        let world = World()
        let connections = world.connections()
        for _ in 0..<3 { _ = try await connections.addresses(of: "a.example") }
        #expect(world.lookUps == 1)
        _ = try await connections.addresses(of: "b.example")
        #expect(world.lookUps == 2)
        world.pass(.seconds(29))
        _ = try await connections.addresses(of: "a.example")
        #expect(world.lookUps == 2)
        world.pass(.seconds(1))
        _ = try await connections.addresses(of: "a.example")
        #expect(world.lookUps == 3)
    }

    @Test func `neither refusals nor failures are remembered`() async throws {
        let world = World()
        let connections = world.connections()
        for _ in 0..<2 {
            await #expect(throws: FetchError.forbiddenAddress(host: "inner.example", .localNetwork))
            {
                try await connections.addresses(of: "inner.example")
            }
            await #expect(throws: FetchError.unknownHost("unknown.example")) {
                try await connections.addresses(of: "unknown.example")
            }
        }
        #expect(world.lookUps == 4)
    }

    @Test func `a client is used again for the same name and address only`() async throws {
        let world = World()
        let connections = world.connections()
        let first = try #require(IPAddress("8.8.8.8"))
        let second = try #require(IPAddress("8.8.4.4"))
        func client(_ host: String, _ address: IPAddress) async -> ObjectIdentifier {
            await connections.withClient(for: host, at: address) { ObjectIdentifier($0) }
        }
        let kept = await client("a.example", first)
        #expect(await client("a.example", first) == kept)
        #expect(await client("a.example", second) != kept)
        #expect(await client("b.example", first) != kept)
    }

    @Test func `what nobody uses is closed, and so is the oldest of too many`() async throws {
        let world = World()
        let connections = world.connections()
        let address = try #require(IPAddress("8.8.8.8"))
        func use(_ host: String) async -> HTTPClient {
            await connections.withClient(for: host, at: address) { $0 }
        }
        // Retained, so that no later client gets the same address in memory.
        var clients: [HTTPClient] = []
        clients.append(await use("old.example"))
        world.pass(.seconds(30))
        // The next request removes expired clients.
        clients.append(await use("new.example"))
        let again = await use("old.example")
        #expect(again !== clients[0])
        clients.append(again)
        for number in 0..<32 {
            world.pass(.milliseconds(1))
            clients.append(await use("s\(number).example"))
        }
        world.pass(.milliseconds(1))
        #expect(await use("s31.example") === clients[clients.count - 1])
        #expect(await use("new.example") !== clients[1])
    }

    @Test func `requests to one server share a look-up`() async throws {
        try await ScriptedServer.running { _, _ in
            .ok("public")
        } _: { server in
            let lookUps = Mutex(0)
            let begin = ContinuousClock().now
            let outside = fetcher {
                // However long the requests take on a busy machine, no time passes.
                $0.now = { begin }
                $0.scope = { _ in .publicInternet }
                $0.resolve = { _ in
                    lookUps.withLock { $0 += 1 }
                    return [IPAddress("127.0.0.1")].compactMap { $0 }
                }
            }
            var request = FetchRequest("http://feed.example:\(server.port)/", limitBytes: 100)
            request.reach = .publicInternet
            request.retries = .never
            for _ in 0..<3 {
                let (content, _) = try await outside.text(request)
                #expect(content == "public")
            }
            #expect(lookUps.withLock { $0 } == 1)
            #expect(server.asked.count == 3)
        }
    }
}
