import FolderTesting
import Foundation
import GRDB
import Testing

@testable import Persistence

@Suite struct SQLiteStoreTests {
    static let first = SQLiteSchema.Step("notes") { database in
        try database.execute(sql: "CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    }
    static let second = SQLiteSchema.Step("capitals") { database in
        try database.execute(sql: "UPDATE note SET text = upper(text)")
    }

    static func schema(_ steps: [SQLiteSchema.Step] = [first], id: Int32 = 77) -> SQLiteSchema {
        SQLiteSchema(name: "notes", applicationID: id, steps: steps)
    }

    let folder = TemporaryFolder()
    var path: String { folder.path("notes.sqlite") }

    func reason(_ body: () async throws -> Void) async -> SQLiteStoreError.Reason? {
        do {
            try await body()
            return nil
        } catch let error as SQLiteStoreError {
            #expect(error.description.contains(path), "a sentence names the file")
            #expect(error.description.hasSuffix("."), "a sentence ends as one")
            return error.reason
        } catch {
            Issue.record("unexpected \(error)")
            return nil
        }
    }

    func add(_ text: String, to store: SQLiteStore) async throws {
        try await store.write { database in
            try database.execute(sql: "INSERT INTO note(text) VALUES (?)", arguments: [text])
        }
    }

    func texts(_ store: SQLiteStore) async throws -> [String] {
        try await store.read { try String.fetchAll($0, sql: "SELECT text FROM note ORDER BY id") }
    }

    @Test func `What was written is there when the file is opened again, for this user alone`()
        async throws
    {
        do {
            let store = try SQLiteStore(path: path, schema: Self.schema())
            try await add("one", to: store)
            try store.close()
        }
        let store = try SQLiteStore(path: path, schema: Self.schema())
        #expect(try await texts(store) == ["one"])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? Int) == 0o600)
    }

    @Test func `Each write is flushed to the disk`() async throws {
        let full = 2
        for _ in 0..<2 {
            let store = try SQLiteStore(path: path, schema: Self.schema())
            #expect(
                try await store.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == full)
            try store.close()
        }
    }

    @Test func `A write that throws leaves nothing behind`() async throws {
        struct Refusal: Error {}
        let store = try SQLiteStore(path: path, schema: Self.schema())
        await #expect(throws: Refusal.self) {
            try await store.write { database in
                try database.execute(sql: "INSERT INTO note(text) VALUES ('half')")
                throw Refusal()
            }
        }
        #expect(try await texts(store) == [])
    }

    @Test func `Files of an older form are brought up to date`() async throws {
        do {
            let store = try SQLiteStore(path: path, schema: Self.schema())
            try await add("one", to: store)
        }
        let store = try SQLiteStore(
            path: path, schema: Self.schema([Self.first, Self.second]))
        #expect(try await texts(store) == ["ONE"])
    }

    @Test func `A step whose check finds fault leaves the file as it was`() async throws {
        do {
            let store = try SQLiteStore(path: path, schema: Self.schema())
            try await add("one", to: store)
        }
        let faulty = SQLiteSchema.Step("empty") { database in
            try database.execute(sql: "DELETE FROM note")
        } check: { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM note") == 0
                ? "no note is left" : nil
        }
        let steps = [Self.first, faulty]
        let found = await reason {
            _ = try SQLiteStore(path: path, schema: Self.schema(steps))
        }
        #expect(found == .stepFailed)
        let store = try SQLiteStore(path: path, schema: Self.schema())
        #expect(try await texts(store) == ["one"])
    }

    @Test func `A file of a newer program is refused and kept`() async throws {
        do {
            let steps = [Self.first, Self.second]
            let store = try SQLiteStore(path: path, schema: Self.schema(steps))
            try await add("new", to: store)
        }
        let found = await reason {
            _ = try SQLiteStore(path: path, schema: Self.schema())
        }
        #expect(found == .newer)
        let steps = [Self.first, Self.second]
        let store = try SQLiteStore(path: path, schema: Self.schema(steps))
        #expect(try await texts(store) == ["new"])
    }

    @Test func `Files of another kind are refused and not touched`() async throws {
        try Data("Dear diary, ".utf8).write(to: URL(fileURLWithPath: path))
        let text = await reason {
            _ = try SQLiteStore(path: path, schema: Self.schema())
        }
        #expect(text == .foreign)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "Dear diary, ")

        try FileManager.default.removeItem(atPath: path)
        _ = try SQLiteStore(path: path, schema: Self.schema(id: 78))
        let other = await reason {
            _ = try SQLiteStore(path: path, schema: Self.schema())
        }
        #expect(other == .foreign)
    }

    @Test func `A file whose program was killed before the first migration is used`() async throws {
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
        let store = try SQLiteStore(path: path, schema: Self.schema())
        try await add("one", to: store)
        #expect(try await texts(store) == ["one"])
    }

    @Test func `One program writes at a time, others may read meanwhile`() async throws {
        let store = try SQLiteStore(path: path, schema: Self.schema())
        try await add("one", to: store)
        let second = await reason {
            _ = try SQLiteStore(path: path, schema: Self.schema())
        }
        #expect(second == .inUse)
        let own = Int(ProcessInfo.processInfo.processIdentifier)
        #expect(throws: StoreLock.Failure.taken(process: own)) { try StoreLock(path: path) }
        let reader = try SQLiteStore(path: path, schema: Self.schema(), access: .reading)
        #expect(try await texts(reader) == ["one"])
        let refused = await reason { try await add("two", to: reader) }
        #expect(refused == .notAccessible)
        try store.close()
        let next = try SQLiteStore(path: path, schema: Self.schema())
        #expect(try await texts(next) == ["one"])
        withExtendedLifetime(store) {}
    }

    @Test func `Reading needs a file that is there and up to date`() async throws {
        let absent = await reason {
            _ = try SQLiteStore(path: path, schema: Self.schema(), access: .reading)
        }
        #expect(absent == .notAccessible)
        _ = try SQLiteStore(path: path, schema: Self.schema())
        let older = await reason {
            _ = try SQLiteStore(
                path: path, schema: Self.schema([Self.first, Self.second]),
                access: .reading)
        }
        #expect(older == .notAccessible)
    }

    @Test func `Damage is reported, and a damaged file is not brought up to date`() async throws {
        do {
            let store = try SQLiteStore(path: path, schema: Self.schema())
            for _ in 0..<40 { try await add(String(repeating: "x", count: 1000), to: store) }
            try store.close()
        }
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        try handle.seek(toOffset: 3 * 4096)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 4 * 4096))
        try handle.close()
        do {
            let store = try SQLiteStore(path: path, schema: Self.schema())
            #expect(try await store.finding() != nil)
            let read = await reason { _ = try await texts(store) }
            #expect(read == .damaged)
            try store.close()
        }
        let found = await reason {
            _ = try SQLiteStore(
                path: path, schema: Self.schema([Self.first, Self.second]))
        }
        #expect(found == .damaged)
    }

    @Test func `A full disk is reported, and what was there stays`() async throws {
        let store = try SQLiteStore(path: path, schema: Self.schema())
        try await add("one", to: store)
        try await store.write { try $0.execute(sql: "PRAGMA max_page_count = 5") }
        let found = await reason {
            try await add(String(repeating: "x", count: 100_000), to: store)
        }
        #expect(found == .diskFull)
        #expect(try await texts(store) == ["one"])
    }

    @Test func `A folder that is not there is reported`() async throws {
        let path = path + "/none/notes.sqlite"
        let found = await reason { _ = try SQLiteStore(path: path, schema: Self.schema()) }
        #expect(found == .notAccessible)
    }

    @Test func `What was deleted is in no file once the log is emptied`() async throws {
        let store = try SQLiteStore(path: path, schema: Self.schema())
        let secret = "47.2123456 8.3123456"
        func files() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
                try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
                    .range(of: Data(secret.utf8)) != nil
            }
        }
        try await add(secret, to: store)
        try await store.write { try $0.execute(sql: "DELETE FROM note") }
        #expect(try files() == ["notes.sqlite-wal"])
        try await store.emptyLog()
        #expect(try files().isEmpty)
        try store.close()
    }

    @Test func `Emptied pages go back to the file system, so many at a time`() async throws {
        let store = try SQLiteStore(path: path, schema: Self.schema())
        for _ in 0..<40 { try await add(String(repeating: "x", count: 10_000), to: store) }
        try await store.write { try $0.execute(sql: "DELETE FROM note") }
        func pages() async throws -> Int {
            try await store.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
        }
        let full = try await pages()
        try await store.shrink(pages: 10)
        #expect(try await pages() == full - 10)
        try await store.shrink(pages: 1000)
        #expect(try await pages() < 10)
    }
}
