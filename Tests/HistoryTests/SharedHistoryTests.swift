import Foundation
import Persistence
import PostgresTesting
import Testing
import TransitModel

@testable import History

/// Several nodes with one history.
@Suite(.enabled(if: PostgresServer.shared != nil, "skipped: PostgreSQL is not installed here"))
struct SharedHistoryTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch(.server)
    }

    /// Offers the same fixes to all nodes and advances them as servers do.
    private func second(_ second: Int, _ nodes: [FixArchive]) async -> [ArchivedFix] {
        let fixes = ["v1", "v2", "v3"].map { fix($0, at: Double(second), route: "4") }
        for node in nodes {
            node.offer(fixes)
            await node.advance(now: monday.advanced(bySeconds: Double(second)))
        }
        return fixes
    }

    @Test func `What all nodes are offered is stored once, and all read it`() async throws {
        let nodes = [try scratch.archive(node: "a"), try scratch.archive(node: "b")]
        var fixes: [ArchivedFix] = []
        for second in 0..<20 { fixes += await self.second(second * 300, nodes) }
        for node in nodes {
            #expect(try await node.reader.all(.everything) == fixes)
            #expect(await node.statistics.trouble == nil)
        }
        #expect(await nodes[0].statistics.stored == 60)
        #expect(await nodes[1].statistics.stored == 0)
        #expect(await nodes[0].statistics.sealedBlocks == 3)
        for node in nodes { try await node.close(now: monday) }
    }

    @Test func `When the node that stores stops another goes on, with nothing missing or twice`()
        async throws
    {
        let first = try scratch.archive(node: "a")
        let other = try scratch.archive(node: "b")
        var fixes: [ArchivedFix] = []
        for second in 0..<5 { fixes += await self.second(second, [first, other]) }
        try await first.close(now: monday.advanced(bySeconds: 5))
        // It stores both fixes from before and new ones.
        for second in 5..<10 { fixes += await self.second(second, [other]) }
        #expect(try await other.reader.all(.everything) == fixes)
        #expect(await other.statistics.doubled == 15)
        // Sealed and read as if one node had stored all.
        await other.advance(now: monday.advanced(bySeconds: 4000))
        #expect(await other.statistics.sealedBlocks == 3)
        #expect(try await other.reader.all(.everything) == fixes)
        try await other.close(now: monday.advanced(bySeconds: 4000))
    }

    @Test func `When the node that stores dies another takes over after its lease`() async throws {
        let first = try scratch.archive(node: "a", leaseSeconds: 4)
        let other = try scratch.archive(node: "b")
        var fixes: [ArchivedFix] = []
        for second in 0..<3 { fixes += await self.second(second, [first, other]) }
        // From here on the first node is no longer advanced.
        var second = 3
        while await other.statistics.stored == 0, second < 30 {
            fixes += await self.second(second, [other])
            second += 1
            try await Task.sleep(for: .seconds(1))
        }
        #expect(try await other.reader.all(.everything) == fixes)
        // Fixes that the first node still has are not stored again.
        first.offer([fix("v1", at: 2.5)])
        await first.advance(now: monday.advanced(bySeconds: 20))
        #expect(try await other.reader.all(.everything) == fixes)
        #expect(await first.statistics.trouble == nil)
        try await other.close(now: monday.advanced(bySeconds: 20))
    }

    @Test func `A node that slept through the end of its lease writes nothing`() async throws {
        let first = try scratch.archive(node: "a")
        let other = try scratch.archive(node: "b")
        var fixes = await second(0, [first, other])
        // Its lease now belongs to another node, without its knowledge.
        try await first.leases?.leave()
        await other.advance(now: monday)
        await #expect(throws: ShardLeases.Lost.self) {
            try await first.writeUnderLease { _ in () }
        }
        fixes += await second(1, [other, first])
        #expect(try await first.reader.all(.everything) == fixes)
        #expect(await first.statistics.stored == 3)
        try await other.close(now: monday)
    }

    @Test func `What the storing node learnt is read by the others, which cannot replace it`()
        async throws
    {
        let first = try scratch.archive(node: "a")
        let other = try scratch.archive(node: "b")
        _ = await second(0, [first, other])
        #expect(try other.learntNow() == nil)
        try await other.saveLearnt(Data([9]), rebuiltAt: nil)
        #expect(try first.learntNow() == nil)
        try await first.saveLearnt(Data([1]), rebuiltAt: nil)
        #expect(try other.learntNow() == Data([1]))
        #expect(try await other.learnt(rebuiltAfter: monday) == nil)
        try await first.saveLearnt(Data([2]), rebuiltAt: monday)
        #expect(try await other.learnt(rebuiltAfter: nil) == Data([2]))
        #expect(try await other.learnt(rebuiltAfter: monday) == nil)
        // The first node's turn has ended without its knowledge.
        try await first.leases?.leave()
        await other.advance(now: monday)
        try await first.saveLearnt(Data([3]), rebuiltAt: monday)
        #expect(try other.learntNow() == Data([2]))
        try await other.saveLearnt(Data([4]), rebuiltAt: monday.advanced(bySeconds: 1))
        #expect(try await first.learnt(rebuiltAfter: monday) == Data([4]))
        try await other.close(now: monday)
    }

    @Test func `Days go whole, and those that are wanted stay`() async throws {
        let archive = try scratch.archive(retentionDays: 2)
        for hour in 0..<(5 * 24) {
            archive.offer([fix("v1", at: Double(hour) * 3600, route: "4")])
            for minute in 0..<2 {
                await archive.advance(
                    now: monday.advanced(bySeconds: Double(hour * 3600 + minute * 61)))
            }
        }
        // The last hour is 2026-05-09 07:00, so the 7th at 07:00 is the oldest hour to keep, with
        // its day.
        let read = try await archive.reader.all(.everything)
        #expect(read.first?.fix.time == monday.advanced(bySeconds: 64 * 3600))
        #expect(read.count == 56)
        #expect(await archive.statistics.prunedBlocks == 64)
        let parts = try await archive.store.read { database in
            try database.texts(
                """
                SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
                WHERE inhparent = 'block'::regclass OR inhparent = 'block_assignment'::regclass
                """)
        }
        #expect(parts.count == 6)
        try await archive.close(now: monday)
    }

    @Test func `A history in PostgreSQL survives what SQLite's does when it is moved`() async throws
    {
        let file = try Scratch(.file)
        var traffic = RandomTraffic(seed: 5)
        let archive = try file.archive()
        var fixes: [ArchivedFix] = []
        for step in 0..<400 {
            let now = monday.advanced(bySeconds: Double(step) * 60.5)
            let fix = traffic.fix(at: now)
            fixes.append(fix)
            archive.offer([fix])
            await archive.advance(now: now)
        }
        try await archive.close(now: monday.advanced(bySeconds: 400 * 61))
        let source = try RecordStore(reading: file.path, schema: FixHistorySchema.schema)
        let target = try scratch.store()
        let counts = try RecordMove(from: source, to: target, origin: "here").run()
        try target.close()
        #expect(counts.contains { $0.table == "block" && $0.rows > 20 })
        let moved = try scratch.archive()
        await moved.advance(now: monday.advanced(bySeconds: 400 * 61))
        #expect(try await moved.reader.all(.everything) == fixes)
        try await moved.close(now: monday.advanced(bySeconds: 400 * 61))
    }
}
