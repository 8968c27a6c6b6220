import LoopbackTesting
import Synchronization
import Testing

@testable import Persistence

/// A database server that accepts connections and never answers.
@Suite struct HangingServerTests {
    private final class Connections: Sendable {
        let count = Atomic<Int>(0)
    }

    @Test func `a server that hangs is asked once, and the store says that it is unreachable`()
        async throws
    {
        let connections = Connections()
        try await Loopback.serving { _ in
            connections.count.add(1, ordering: .relaxed)
        } during: { port in
            var address = try PostgresAddress(url: "postgresql://takt@127.0.0.1:\(port)/takt")
            address.timeouts.request = 600
            let pool = PostgresPool(address, searchPath: "takt")
            defer { pool.close() }
            let error = await #expect(throws: PostgresError.self) {
                try await pool.run { _ in }
            }
            #expect(error?.reason == .unreachable)
        }
        #expect(connections.count.load(ordering: .relaxed) == 1)
    }
}
