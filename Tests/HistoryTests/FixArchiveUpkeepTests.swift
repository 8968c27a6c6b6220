import Foundation
import GRDB
import Persistence
import PostgresTesting
import Testing
import TransitModel

@testable import History

@Suite struct FixArchiveUpkeepTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// Stores a fix per hour and lets the archive do its upkeep for a minute.
    func run(_ archive: FixArchive, hours: Range<Int>) async {
        for hour in hours {
            archive.offer([
                fix("a", at: Double(hour) * 3600), fix("b", at: Double(hour) * 3600 + 1),
            ])
            for minute in 0..<3 {
                await archive.advance(
                    now: monday.advanced(bySeconds: Double(hour * 3600 + minute * 61)))
            }
        }
    }

    @Test func `Fixes go when they are as old as was said, with the names that nobody needs`()
        async throws
    {
        let archive = try FixArchive(path: scratch.path, retentionDays: 2)
        archive.offer([fix("early", at: -3600, route: "9", label: "Old")])
        await run(archive, hours: 0..<150)
        let read = try await archive.reader.all(.everything)
        #expect(read.first?.fix.time == monday.advanced(bySeconds: 101 * 3600))
        #expect(read.count == 2 * 49)
        #expect(await archive.statistics.prunedBlocks == 1 + 2 * 101)
        #expect(try await archive.reader.vehicleIDs() == ["a", "b"])
        #expect(await archive.statistics.trouble == nil)
    }

    @Test(arguments: StoreKind.here)
    func `A clock that leaps a year ahead and comes back removes nothing`(kind: StoreKind)
        async throws
    {
        let scratch = try Scratch(kind)
        let archive = try scratch.archive(retentionDays: 2)
        await run(archive, hours: 0..<10)
        let before = try await archive.reader.all(.everything).count
        for minute in 0..<50 {
            await archive.advance(
                now: monday.advanced(bySeconds: 365 * 86_400 + Double(minute * 61)))
        }
        await run(archive, hours: 10..<20)
        #expect(await archive.statistics.prunedBlocks == 0)
        #expect(try await archive.reader.all(.everything).count == before + 20)
    }

    @Test(arguments: StoreKind.here)
    func `A clock that stands by its leap for an hour is believed`(kind: StoreKind) async throws {
        let scratch = try Scratch(kind)
        let archive = try scratch.archive(retentionDays: 2)
        await run(archive, hours: 0..<10)
        for minute in 0..<70 {
            await archive.advance(
                now: monday.advanced(bySeconds: 30 * 86_400 + Double(minute * 61)))
        }
        #expect(await archive.statistics.prunedBlocks == 20)
        #expect(try await archive.reader.all(.everything).isEmpty)
    }

    @Test func `Pruning much is done in small steps`() async throws {
        let archive = try FixArchive(path: scratch.path, retentionDays: 1)
        archive.offer((0..<1000).map { fix("v\($0)", at: Double($0)) })
        for second in 0..<30 {
            await archive.advance(now: monday.advanced(bySeconds: 8000 + Double(second)))
        }
        #expect(await archive.statistics.sealedBlocks == 1000)
        var counts: [Int] = []
        for step in 0..<40 {
            await archive.advance(
                now: monday.advanced(bySeconds: 80_000 + Double(step) * 1000))
            counts.append(await archive.statistics.prunedBlocks)
        }
        let steps = zip(counts, counts.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
        #expect(counts.last == 1000 && steps.allSatisfy { $0 <= 200 })
    }

    @Test(arguments: StoreKind.here)
    func `The journal goes once its blocks are sealed`(kind: StoreKind) async throws {
        let scratch = try Scratch(kind)
        let archive = try scratch.archive()
        await run(archive, hours: 0..<30)
        let rows = try await archive.store.read {
            try $0.number("SELECT count(*) FROM journal")
        }
        #expect((rows ?? 99) <= 2)
        #expect(await archive.statistics.sealedBlocks == 58)
    }

    @Test(arguments: StoreKind.here)
    func `A restart while the journal is only partly trimmed finds all`(kind: StoreKind)
        async throws
    {
        let scratch = try Scratch(kind)
        // One block from row 1 to row 300, sealed; the journal is trimmed by 50 rows at once.
        let first = try scratch.archive()
        for second in 0..<300 {
            first.offer([fix("a", at: Double(second))])
            await first.advance(now: monday.advanced(bySeconds: Double(second)))
        }
        await first.advance(now: monday.advanced(bySeconds: 4000))
        #expect(await first.statistics.sealedBlocks == 1)
        let archive = try await scratch.archive(after: first, monday.advanced(bySeconds: 4000))
        #expect(await archive.statistics.recovered == 0)
        #expect(try await archive.reader.all(.everything).count == 300)
    }

    @Test func `While the disk is full fixes wait, then they are stored`() async throws {
        let archive = try FixArchive(path: scratch.path)
        archive.offer([fix("a", at: 0)])
        await archive.advance(now: monday)
        try await archive.limitPages(to: 1)
        for second in 1...30 {
            archive.offer((0..<500).map { fix("v\($0)", at: Double(second)) })
            await archive.advance(now: monday.advanced(bySeconds: Double(second)))
        }
        let full = await archive.statistics
        #expect(full.trouble?.contains("disk is full") == true)
        #expect(full.stored < 15_001)
        let readable = try await archive.reader.all(.everything).count
        #expect(readable >= full.stored, "what is stored can be read meanwhile")
        try await archive.limitPages(to: 1_000_000)
        await archive.advance(now: monday.advanced(bySeconds: 31))
        let after = await archive.statistics
        #expect(after.trouble == nil && after.dropped == 0 && after.stored == 15_001)
        #expect(try await archive.reader.all(.everything).count == 15_001)
    }

    @Test func `A damaged block is reported, in one sentence`() async throws {
        do {
            let archive = try FixArchive(path: scratch.path)
            await run(archive, hours: 0..<3)
            try await archive.close(now: monday)
        }
        let queue = try DatabaseQueue(path: scratch.path)
        try await queue.write { try $0.execute(sql: "UPDATE block SET fixes = x'ff01'") }
        try queue.close()
        let reader = try FixReader(path: scratch.path)
        let error = await #expect(throws: SQLiteStoreError.self) {
            _ = try await reader.all(.everything)
        }
        #expect(error?.reason == .damaged)
    }

    @Test func `A damaged journal is reported when the history is opened`() async throws {
        do {
            let archive = try FixArchive(path: scratch.path)
            await run(archive, hours: 0..<1)
            try await archive.close(now: monday)
        }
        let queue = try DatabaseQueue(path: scratch.path)
        try await queue.write { try $0.execute(sql: "UPDATE journal SET fixes = x'ff01'") }
        try queue.close()
        let path = scratch.path
        let error = #expect(throws: SQLiteStoreError.self) {
            _ = try FixArchive(path: path)
        }
        #expect(error?.reason == .damaged)
    }

    @Test func `A history of the first form is brought up to date and reads as before`()
        async throws
    {
        var fixes: [ArchivedFix] = []
        do {
            let archive = try FixArchive(path: scratch.path)
            for hour in 0..<5 {
                let some = (0..<20).map { number in
                    fix(
                        "v\(number)", at: Double(hour * 3600 + number),
                        trip: TripReference(tripID: "t\(number)"), route: "r\(number % 3)")
                }
                fixes += some
                archive.offer(some)
                await archive.advance(now: monday.advanced(bySeconds: Double(hour * 3600 + 130)))
            }
            try await archive.close(now: monday)
        }
        // As in the first version of the schema: without the second step's tables and mark.
        let queue = try DatabaseQueue(path: scratch.path)
        try await queue.write { database in
            try database.execute(
                sql: """
                    DROP TABLE block_assignment; DROP INDEX assignment_route;
                    DROP INDEX block_last_place;
                    DELETE FROM grdb_migrations
                    WHERE identifier IN ('assignments of blocks', 'hours of assignments');
                    """)
        }
        try queue.close()
        let archive = try FixArchive(path: scratch.path)
        #expect(try await archive.reader.all(.everything) == fixes)
        var query = FixQuery.everything
        query.routeIDs = ["r1"]
        #expect(try await archive.reader.all(query) == fixes.filter { $0.routeID == "r1" })
    }
}

extension FixArchive {
    /// Simulates a full disk by limiting pages; a limit below the file's size means its current
    /// size.
    func limitPages(to count: Int) async throws {
        try await store.write { try $0.executeAll("PRAGMA max_page_count = \(count)") }
    }
}
