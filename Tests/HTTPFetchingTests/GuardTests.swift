import HTTPFetching
import Synchronization
import Testing

/// Requests to user-supplied addresses must not reach internal ones.
struct GuardTests {
    private func request(_ url: String) -> FetchRequest {
        var request = FetchRequest(url, limitBytes: 100)
        request.reach = .publicInternet
        request.retries = .never
        return request
    }

    /// Returns a fetcher that resolves names to the given addresses.
    private func fetcher(
        resolving names: [String: [String]], _ change: (inout FetchDependencies) -> Void = { _ in }
    ) -> HTTPFetcher {
        HTTPFetchingTests.fetcher { dependencies in
            dependencies.resolve = { host throws(FetchError) in
                guard let addresses = names[host] else { throw .unknownHost(host) }
                return addresses.compactMap { IPAddress($0) }
            }
            change(&dependencies)
        }
    }

    @Test func `an inner address is not asked, however it is written`() async throws {
        try await ScriptedServer.running { _, _ in
            .ok("secret")
        } _: { server in
            let tricky = fetcher(resolving: [
                "127.1": ["127.0.0.1"], "inner.example": ["127.0.0.1"],
                "two-faced.example": ["8.8.8.8", "127.0.0.1"],
            ])
            for host in ["127.0.0.1", "127.1", "inner.example", "two-faced.example"] {
                let url = "http://\(host):\(server.port)/"
                #expect(
                    await tricky.failure(request(url))
                        == .forbiddenAddress(host: host, .thisMachine))
            }
            #expect(server.asked.isEmpty)
        }
    }

    @Test func `bracketed addresses are checked too`() async {
        for (host, scope) in [
            ("::1", AddressScope.thisMachine), ("fd00::1", .localNetwork),
            ("::ffff:192.168.0.1", .localNetwork),
        ] {
            #expect(
                await fetcher(resolving: [:]).failure(request("http://[\(host)]/"))
                    == .forbiddenAddress(host: host, scope))
        }
    }

    @Test func `this machine's own name is refused by the real name service`() async {
        #expect(
            await HTTPFetchingTests.fetcher().failure(request("http://localhost/"))
                == .forbiddenAddress(host: "localhost", .thisMachine))
    }

    @Test func `the address that was checked is the one that is asked`() async throws {
        try await ScriptedServer.running { _, _ in
            .ok("public")
        } _: { server in
            let lookUps = Mutex(0)
            let outside = fetcher(resolving: [:]) {
                $0.scope = { _ in .publicInternet }
                $0.resolve = { _ in
                    lookUps.withLock { $0 += 1 }
                    return [IPAddress("127.0.0.1")].compactMap { $0 }
                }
            }
            let url = "http://feed.example:\(server.port)/"
            let (content, info) = try await outside.text(request(url))
            #expect(content == "public")
            #expect(info.url == url)
            #expect(server.asked.first?.headers["host"] == "feed.example:\(server.port)")
            #expect(lookUps.withLock { $0 } == 1)
        }
    }

    @Test func `encryption is asked for under the server's name, not its address`() async throws {
        try await ScriptedServer.running { _, _ in
            .ok("public")
        } _: { server in
            let outside = fetcher(resolving: ["feed.example": ["127.0.0.1"]]) {
                $0.scope = { _ in .publicInternet }
            }
            let url = "https://feed.example:\(server.port)/"
            #expect(
                await outside.failure(request(url)) == .insecure(host: "feed.example"))
            #expect(server.greetings.count == 1)
            #expect(server.greetings.first?.contains("feed.example") == true)
        }
    }

    @Test func `an address that takes no connection gives way to the next`() async throws {
        try await ScriptedServer.running { _, _ in
            .ok("second")
        } _: { server in
            let outside = fetcher(resolving: ["feed.example": ["127.0.0.9", "127.0.0.1"]]) {
                $0.scope = { _ in .publicInternet }
            }
            let url = "http://feed.example:\(server.port)/"
            let content = try await outside.text(request(url)).0
            #expect(content == "second")
        }
    }

    @Test func `this machine's public address is asked at the ports for the web alone`() async {
        let outside = fetcher(resolving: ["own.example": ["9.9.9.9"]]) {
            $0.scope = { _ in .ownAddress }
        }
        func problem(_ url: String) async -> FetchError? {
            do {
                try await outside.check(url, reach: .publicInternet)
                return nil
            } catch {
                return error
            }
        }
        for url in ["http://own.example/", "https://own.example/", "https://own.example:80/"] {
            #expect(await problem(url) == nil)
        }
        for host in ["own.example", "9.9.9.9"] {
            let refusal = FetchError.forbiddenAddress(host: host, .ownAddress)
            #expect(await problem("http://\(host):8080/") == refusal)
            #expect(await outside.failure(request("http://\(host):8080/")) == refusal)
        }
    }

    @Test func `a redirect inwards is refused`() async throws {
        try await ScriptedServer.running { asked, _ in
            asked.target == "/" ? .redirect(to: "http://inner.example/admin") : .ok("secret")
        } _: { server in
            let outside = fetcher(
                resolving: ["feed.example": ["127.0.0.1"], "inner.example": ["127.0.0.2"]]
            ) {
                $0.scope = { $0.description == "127.0.0.1" ? .publicInternet : .thisMachine }
            }
            let url = "http://feed.example:\(server.port)/"
            #expect(
                await outside.failure(request(url))
                    == .forbiddenAddress(host: "inner.example", .thisMachine))
            #expect(server.asked.map(\.target) == ["/"])
        }
    }

    @Test func `an unknown name is said to be unknown`() async {
        #expect(
            await fetcher(resolving: [:]).failure(request("http://nowhere.example/"))
                == .unknownHost("nowhere.example"))
    }
}
