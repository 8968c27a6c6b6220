import Foundation
import PostgresTesting
import Testing

@testable import Persistence

/// Properties of PostgreSQL alone: a server that may stop, and concurrent writers.
@Suite(
    .serialized,
    .enabled(if: PostgresServer.shared != nil, "skipped: PostgreSQL is not installed here"))
struct PostgresTests {
    private let server: PostgresServer

    init() throws {
        server = try #require(PostgresServer.shared)
    }

    private func reason(_ body: () async throws -> Void) async -> PostgresError.Reason? {
        do {
            try await body()
            return nil
        } catch let error as PostgresError {
            #expect(error.description.hasSuffix("."), "a sentence ends as one: \(error)")
            return error.reason
        } catch {
            Issue.record("unexpected \(error)")
            return nil
        }
    }

    @Test func `a server that was started again is found again, by all connections`() async throws {
        // A separate server, since other tests use the shared one.
        let server = try PostgresServer()
        var address = try server.database()
        let store = try RecordStore(.server(address), schema: RecordStoreTests.schema)
        address.timeouts.request = 1
        let impatient = try RecordStore(.server(address), schema: RecordStoreTests.schema)
        func add(_ text: String) async throws {
            try await store.write {
                _ = try $0.execute("INSERT INTO note (text) VALUES (?)", [text])
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 { group.addTask { try await add("\(number)") } }
            try await group.waitForAll()
        }
        try server.stop()
        let away = await reason {
            try impatient.writeNow {
                _ = try $0.execute("INSERT INTO note (text) VALUES ('lost')")
            }
        }
        #expect(away == .unreachable)
        try server.start()
        try await add("again")
        let count = try await store.read { try $0.number("SELECT count(*) FROM note") }
        #expect(count == 21)
        for opened in [store, impatient] { try opened.close() }
        #expect(await reason { try await add("closed") } == .closed)
        try server.stop()
    }

    @Test func `the check of a database says why it cannot be used, and makes nothing`()
        async throws
    {
        let address = try server.database()
        try PostgresCheck.run(address)
        let store = try RecordStore(.server(address), schema: RecordStoreTests.schema)
        let database = try #require(address.url.split(separator: "/").last)
        let others = "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'takt%'"
        #expect(try await store.read { try $0.number(others) } == 1)
        try await store.write {
            _ = try $0.execute("CREATE ROLE stranger LOGIN")
            _ = try $0.execute("REVOKE ALL ON DATABASE \"\(database)\" FROM PUBLIC")
            _ = try $0.execute("GRANT CONNECT ON DATABASE \"\(database)\" TO stranger")
        }
        let stranger = try PostgresAddress(
            url: address.url.replacingOccurrences(of: "takt@", with: "stranger@"), connections: 1)
        #expect(await reason { try PostgresCheck.run(stranger) } == .forbidden)
        let nobody = try PostgresAddress(
            url: address.url.replacingOccurrences(of: "takt@", with: "nobody@"), connections: 1)
        #expect(await reason { try PostgresCheck.run(nobody) } == .forbidden)
    }

    @Test func `two programs bring a store up to date once, and one of an older form refuses`()
        async throws
    {
        let address = try server.database(connections: 2)
        let stores = try await withThrowingTaskGroup(of: RecordStore.self) { group in
            for _ in 0..<4 {
                group.addTask { try RecordStore(.server(address), schema: RecordStoreTests.schema) }
            }
            return try await group.reduce(into: [RecordStore]()) { $0.append($1) }
        }
        #expect(stores.count == 4)
        let newer = RecordSchema(
            name: "notes", applicationID: 91,
            steps: RecordStoreTests.schema.steps + [
                RecordSchema.Step("more", sqlite: "", postgres: "ALTER TABLE note ADD more BIGINT")
            ], tables: [])
        let after = try RecordStore(.server(address), schema: newer)
        let refused = await reason {
            _ = try RecordStore(.server(address), schema: RecordStoreTests.schema)
        }
        #expect(refused == .newer)
        for store in stores + [after] { try store.close() }
    }

    @Test func `a store that older nodes use is migrated once they have ended`() async throws {
        let address = try server.database()
        let steps = RecordStoreTests.schema.steps
        let older = try RecordStore(.server(address), schema: RecordStoreTests.schema)
        let node = try ShardLeases(
            address, work: "test", count: 2, node: "a", leaseSeconds: 3600)
        try await node.renew()
        let newer = RecordSchema(
            name: "notes", applicationID: 91,
            steps: steps + [
                RecordSchema.Step("more", sqlite: "", postgres: "ALTER TABLE note ADD more BIGINT")
            ], tables: [])
        let refused = await reason { _ = try RecordStore(.server(address), schema: newer) }
        #expect(refused == .olderNodes)
        // Nodes of the same version join, and another kind of store may be created.
        try RecordStore(.server(address), schema: RecordStoreTests.schema).close()
        let other = RecordSchema(name: "other", applicationID: 92, steps: steps, tables: [])
        try RecordStore(.server(address), schema: other).close()
        try await node.leave()
        try RecordStore(.server(address), schema: newer).close()
        try older.close()
    }

    @Test func `who locks a row makes others wait, and who takes rows leaves taken ones out`()
        async throws
    {
        let store = try RecordStore(
            .server(try server.database()), schema: RecordStoreTests.schema)
        try await store.write {
            _ = try $0.execute("INSERT INTO note (text, number) VALUES ('sum', 0), ('other', 0)")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    try await store.write { database in
                        let now = try database.number(
                            "SELECT number FROM note WHERE text = 'sum'" + database.lockingRows)
                        try database.execute(
                            "UPDATE note SET number = ? WHERE text = 'sum'", [(now ?? 0) + 1])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(
            try await store.read { try $0.number("SELECT number FROM note WHERE text = 'sum'") }
                == 40)
        // While one transaction has locked a row, another one gets the remaining rows.
        let left = try store.writeNow { first in
            _ = try first.texts("SELECT text FROM note WHERE text = 'sum'" + first.takingRows)
            return try store.writeNow { second in
                try second.texts("SELECT text FROM note" + second.takingRows)
            }
        }
        #expect(left == ["other"])
        try store.close()
    }

    @Test func `what takes too long ends, and the connection is used again`() async throws {
        let store = try RecordStore(
            .server(try server.database(connections: 1)), schema: RecordStoreTests.schema)
        let ended = await reason {
            _ = try await store.read { database in
                _ = try database.texts("SELECT set_config('statement_timeout', '50', true)")
                return try database.texts("SELECT CAST(pg_sleep(60) AS TEXT)")
            }
        }
        #expect(ended == .timeout)
        #expect(try await store.read { try $0.number("SELECT 7") } == 7)
        try store.close()
    }

    @Test func `a server that refuses writes, as a standby does, is asked on a new connection`()
        async throws
    {
        let store = try RecordStore(
            .server(try server.database(connections: 1)), schema: RecordStoreTests.schema)
        func process() async throws -> Int? {
            try await store.read { try $0.number("SELECT pg_backend_pid()") }
        }
        let before = try await process()
        #expect(try await process() == before)
        let refused = await reason {
            try await store.write { database in
                try database.executeAll("SET TRANSACTION READ ONLY")
                _ = try database.execute("INSERT INTO note (text) VALUES ('refused')")
            }
        }
        #expect(refused == .unreachable)
        #expect(try await process() != before)
        try store.close()
    }

    @Test func `a sentence quotes nothing of what is stored`() async throws {
        let store = try RecordStore(
            .server(try server.database()), schema: RecordStoreTests.schema)
        do {
            try await store.write { database in
                _ = try database.execute("INSERT INTO note (id, text) VALUES (1, 'secret')")
                _ = try database.execute("INSERT INTO note (id, text) VALUES (1, 'secret')")
            }
            Issue.record("a second row of the same key is refused")
        } catch let error as PostgresError {
            #expect(error.reason == .rejected && error.code == "23505")
            #expect(!"\(error)".contains("secret") && !"\(error)".contains("(1)"))
        }
        let broken = await reason {
            _ = try await store.read { try $0.texts("SELECT CAST('secret' AS BIGINT)") }
        }
        #expect(broken == .rejected)
        try store.close()
    }

    @Test func `a store with fewer connections keeps the timeouts`() throws {
        var address = try PostgresAddress(url: "postgresql://me@h/db", password: "hunter2")
        address.timeouts.lock = 77
        let few = address.with(connections: 0)
        #expect(few.connections == 1)
        #expect(few.with(connections: address.connections) == address)
    }

    @Test func `addresses that cannot be used are refused in a sentence, without the password`() {
        for url in [
            "mysql://a/b", "postgresql://me:hunter2@host/db",
            "postgresql://me@h/db?password=hunter2",
        ] {
            let problem = #expect(throws: PostgresAddress.Problem.self) {
                try PostgresAddress(url: url)
            }
            #expect(problem?.description.contains("hunter2") == false)
        }
        #expect(throws: Never.self) { try PostgresAddress(url: "postgres://me@[::1]:5433/db") }
    }

    @Test(arguments: [
        (
            "FATAL:  57P03: the database system is starting up\nLOCATION:  p, postmaster.c:9",
            PostgresError.Reason.unreachable
        ),
        (
            "FATAL:  57P03: das Datenbanksystem startet\nORT:  p, postmaster.c:9",
            .unreachable
        ),
        ("connection failed: FATAL:  53300: sorry, too many clients already", .unreachable),
        (
            "failed: FATAL:  28P01: password authentication failed for user",
            .forbidden
        ),
        ("Verbindung fehlgeschlagen: FATAL:  3D000: Datenbank »x« existiert nicht", .forbidden),
        ("connection failed: Connection refused\n\tIs the server running?", .unreachable),
    ])
    func `a refused connection is recognised by the server's code, in any language`(
        message: String, reason: PostgresError.Reason
    ) {
        let error = PostgresError(connecting: message, lacksPassword: false, at: "db")
        #expect(error.reason == reason)
        #expect(!error.description.contains("postmaster.c"))
        #expect(error.code.isEmpty || !error.description.contains(error.code))
    }

    @Test func `a password that is missing is no outage`() {
        let error = PostgresError(
            connecting: "connection failed: fe_sendauth: no password supplied",
            lacksPassword: true, at: "db")
        #expect(error.reason == .forbidden)
    }

    @Test func `a database that is not there is reported`()
        async throws
    {
        let missing = try server.address("nowhere")
        let answer = await reason {
            _ = try RecordStore(.server(missing), schema: RecordStoreTests.schema)
        }
        #expect(answer == .forbidden)
    }
}
