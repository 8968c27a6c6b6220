import PostgresTesting
import Testing

@testable import Persistence

/// The division of work among nodes.
@Suite(.enabled(if: PostgresServer.shared != nil, "skipped: PostgreSQL is not installed here"))
struct NodePartsTests {
    private let address: PostgresAddress

    init() throws {
        address = try #require(PostgresServer.shared).database()
    }

    private func node(_ name: String) throws -> ShardLeases {
        try ShardLeases(address, work: "test", count: 10, node: name, leaseSeconds: 3600)
    }

    /// Expires a node's leases without waiting.
    private func end(_ node: String) throws {
        let store = try RecordStore(.server(address), schema: .nodes)
        try store.writeNow { database in
            try database.execute("UPDATE part SET until = 1 WHERE node = ?", [node])
            try database.execute("UPDATE node SET until = 1 WHERE node = ?", [node])
        }
        try store.close()
    }

    @Test func `nodes have equally many parts, and no part two`() async throws {
        let nodes = try ["a", "b", "c"].map(node)
        try await nodes[0].renew()
        #expect(nodes[0].parts == Set(0..<10))
        for _ in 0..<2 {
            for node in nodes { try await node.renew() }
        }
        #expect(nodes.map(\.parts.count).sorted() == [2, 4, 4])
        #expect(nodes.reduce(into: Set<Int>()) { $0.formUnion($1.parts) } == Set(0..<10))
        try await nodes[1].leave()
        #expect(nodes[1].parts.isEmpty)
        for _ in 0..<2 {
            try await nodes[0].renew()
            try await nodes[2].renew()
        }
        #expect(nodes[0].parts.count == 5 && nodes[2].parts.count == 5)
        #expect(nodes[0].parts.isDisjoint(with: nodes[2].parts))
    }

    @Test func `many nodes that come at once take each part once`() async throws {
        let nodes = try (0..<5).map { try node("\($0)") }
        for _ in 0..<3 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for node in nodes { group.addTask { try await node.renew() } }
                try await group.waitForAll()
            }
        }
        #expect(nodes.map(\.parts.count) == [2, 2, 2, 2, 2])
        #expect(nodes.reduce(into: Set<Int>()) { $0.formUnion($1.parts) } == Set(0..<10))
    }

    @Test func `what a dead node had is taken over, and it cannot write for it any more`()
        async throws
    {
        let (dead, heir) = (try node("dead"), try node("heir"))
        try await dead.renew()
        try await heir.renew()
        #expect(heir.parts.isEmpty)
        let store = try RecordStore(.server(address), schema: RecordStoreTests.schema)
        func send(_ node: ShardLeases, _ parts: Set<Int>) async throws {
            try await store.write { database in
                try node.check(parts, database)
                try database.execute("INSERT INTO note (text) VALUES (?)", [node.node])
            }
        }
        try await send(dead, [3, 4])
        try end("dead")
        await #expect(throws: ShardLeases.Lost.self) { try await send(dead, [3]) }
        try await heir.renew()
        #expect(heir.parts == Set(0..<10))
        // The dead node believes that it still has them.
        #expect(dead.parts == Set(0..<10))
        await #expect(throws: ShardLeases.Lost.self) { try await send(dead, [3]) }
        try await send(heir, [3])
        let answer = try await store.read { try $0.texts("SELECT text FROM note ORDER BY id") }
        #expect(answer == ["dead", "heir"])
        try store.close()
    }

    @Test func `nodes learn what another one has otherwise`() async throws {
        #expect(try ShardLeases.differences(from: ["key": "1"], address) == [])
        let (a, b) = (try node("a"), try node("b"))
        #expect(try await a.renew(announcing: ["key": "1", "feeds": "x"]) == [])
        #expect(try await b.renew(announcing: ["key": "1", "feeds": "x"]) == [])
        try await b.leave()
        #expect(try await b.renew(announcing: ["key": "2", "feeds": "x"]) == ["key"])
        #expect(try await a.renew(announcing: ["key": "1", "feeds": "x"]) == ["key"])
        // A node of an earlier version announces nothing.
        try await node("c").renew()
        #expect(
            try ShardLeases.differences(from: ["feeds": "y", "key": "1"], address) == [
                "feeds", "key",
            ])
        #expect(try ShardLeases.count(address) == 3)
        try await b.leave()
        #expect(try await a.renew(announcing: ["key": "1", "feeds": "x"]) == [])
        #expect(a.parts.count == 5)
    }

    @Test func `a part is not taken over while its node writes for it`() async throws {
        let (writer, other) = (try node("writer"), try node("other"))
        try await writer.renew()
        let store = try RecordStore(.server(address), schema: RecordStoreTests.schema)
        try store.writeNow { database in
            try writer.check([5], database)
            let leases = try RecordStore(.server(address), schema: .nodes)
            try leases.writeNow { database in
                let free = try database.rows(
                    "SELECT part FROM part WHERE until > 0" + database.takingRows
                ) { try $0[0] as Int }
                #expect(Set(free) == Set(0..<10).subtracting([5]))
            }
            try leases.close()
        }
        try await other.renew()
        try store.close()
    }
}
