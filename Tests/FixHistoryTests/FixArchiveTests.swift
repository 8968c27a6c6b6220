import FixHistory
import Foundation
import GRDB
import SQLiteStore
import Testing
import TransitModel

@Suite struct FixArchiveTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    func store(_ fixes: [ArchivedFix], in archive: FixArchive, now: UnixTime = monday) async {
        archive.offer(fixes)
        await archive.advance(now: now)
    }

    @Test func `What was stored is read again, at once and after a restart`() async throws {
        let trip = TripReference(
            tripID: "t1", routeID: "4", serviceDay: ServiceDay(year: 2026, month: 5, day: 4),
            startTime: ServiceTime(hours: 25, minutes: 10))
        let fixes = [
            fix("a", at: 0, trip: trip, route: "4", label: "Tram 12"), fix("b", at: 0),
            fix("a", at: 10.25, trip: trip, route: "4", label: "Tram 12"),
        ]
        do {
            let archive = try FixArchive(path: scratch.path)
            await store(fixes, in: archive)
            #expect(await archive.statistics.stored == 3)
            #expect(try await archive.reader.all(.everything) == fixes)
        }
        let archive = try FixArchive(path: scratch.path)
        #expect(await archive.statistics.recovered == 3)
        #expect(try await archive.reader.all(.everything) == fixes)
        #expect(try await archive.reader.vehicleIDs() == ["a", "b"])
    }

    @Test func `Values are kept to the archive's units`() async throws {
        let archive = try FixArchive(path: scratch.path)
        let place = Coordinate(latitude: 46.123_456_78, longitude: -7.000_000_4)
        let raw = VehicleFix(
            vehicleID: "a", coordinate: place, headingDegrees: 359.7, speedMetresPerSecond: 3.14159,
            time: monday, trip: TripReference(tripID: "", routeID: ""))
        await store(
            [ArchivedFix(raw, routeID: "", received: monday.advanced(bySeconds: 1.2))], in: archive)
        let read = try #require(try await archive.reader.all(.everything).first)
        #expect(read.fix.coordinate == Coordinate(latitude: 46.123_457, longitude: -7))
        #expect(read.fix.headingDegrees == 0)
        #expect(read.fix.speedMetresPerSecond == 3.1)
        #expect(read.fix.trip == nil && read.routeID == nil)
        #expect(read.received == monday.advanced(bySeconds: 2))
    }

    @Test func `Fixes that cannot be are refused and counted, the others kept`() async throws {
        let archive = try FixArchive(path: scratch.path)
        func wrong(_ latitude: Double, _ time: UnixTime) -> ArchivedFix {
            ArchivedFix(
                VehicleFix(
                    vehicleID: "x", coordinate: Coordinate(latitude: latitude, longitude: 7),
                    headingDegrees: .nan, speedMetresPerSecond: .infinity, time: time),
                routeID: nil, received: monday)
        }
        await store(
            [
                wrong(.nan, monday), wrong(91, monday), wrong(46, UnixTime(milliseconds: .max)),
                wrong(46, UnixTime(milliseconds: .min)), wrong(46, monday), fix("a", at: 0),
            ], in: archive)
        #expect(await archive.statistics.refused == 4)
        let read = try await archive.reader.all(.everything)
        #expect(read.count == 2)
        let strange = try #require(read.first { $0.fix.vehicleID == "x" }).fix
        #expect(strange.headingDegrees == nil && strange.speedMetresPerSecond == nil)
    }

    @Test func `A fix that comes again is stored once, also after a restart`() async throws {
        do {
            let archive = try FixArchive(path: scratch.path)
            await store([fix("a", at: 0)], in: archive)
            await store([fix("a", at: 0)], in: archive)
            #expect(await archive.statistics.doubled == 1)
            // The hour ends, the block is sealed.
            await archive.advance(now: monday.advanced(bySeconds: 4000))
            #expect(await archive.statistics.sealedBlocks == 1)
        }
        let archive = try FixArchive(path: scratch.path)
        await store([fix("a", at: 0)], in: archive, now: monday.advanced(bySeconds: 4000))
        #expect(await archive.statistics.doubled == 1)
        #expect(try await archive.reader.all(.everything).count == 1)
    }

    @Test(arguments: [3, 17, 99] as [UInt64])
    func `Random traffic with leaps of the clock and restarts reads as a plain list`(seed: UInt64)
        async throws
    {
        var traffic = RandomTraffic(seed: seed)
        var expected: [ArchivedFix] = []
        var archive = try FixArchive(path: scratch.path)
        var now = monday
        var sealed = 0
        for step in 0..<1200 {
            let fixes = (0..<Int.random(in: 0..<6, using: &traffic.random)).map { number in
                traffic.fix(at: now.advanced(bySeconds: Double(number) * 0.25))
            }
            await store(fixes, in: archive, now: now)
            expected += fixes
            switch step % 100 {
            case 30: now = now.advanced(bySeconds: 5000)
            case 60: now = now.advanced(bySeconds: -1800)
            case 90:
                sealed += await archive.statistics.sealedBlocks
                archive = try await restarted(archive, now)
                now = now.advanced(bySeconds: 1.75)
            default: now = now.advanced(bySeconds: 20.5)
            }
        }
        let statistics = await archive.statistics
        #expect(statistics.trouble == nil && statistics.dropped == 0 && statistics.refused == 0)
        #expect(sealed > 20)
        let everything = FixQuery(
            from: monday.advanced(bySeconds: -86_400), to: now.advanced(bySeconds: 86_400))
        let all = try await archive.reader.all(everything)
        #expect(all.count == expected.count, "seed \(seed)")
        let strange = Set(all).subtracting(expected).first
        #expect(strange == nil, "seed \(seed)")
        // In parts, of one vehicle, of one route; from the writing program and from another.
        let other = try FixReader(path: scratch.path)
        for reader in [archive.reader, other] {
            for _ in 0..<20 {
                let query = randomQuery(from: monday, to: now, &traffic.random)
                let wanted = expected.filter { matches($0, query) }
                let read = try await reader.all(query)
                let isEqual = read.count == wanted.count && Set(read) == Set(wanted)
                #expect(isEqual, "seed \(seed), \(query)")
                #expect(zip(read, read.dropFirst()).allSatisfy { $0.fix.time <= $1.fix.time })
                guard query.vehicleID != nil else { continue }
                let newest = try await reader.newestFixes(query, limit: 7)
                let isNewest = newest == Array(read.reversed().prefix(7))
                #expect(isNewest)
            }
        }
    }

    /// Opens the archive again after its last owner let go of it.
    func restarted(_ archive: FixArchive, _ now: UnixTime) async throws -> FixArchive {
        try await archive.close(now: now)
        let copy = scratch.url.appendingPathComponent("copy-\(UUID().uuidString)")
        // A fresh inode: the old archive may still hold its lock.
        try FileManager.default.copyItem(atPath: scratch.path, toPath: copy.path)
        for suffix in ["", "-wal", "-shm", "-lock"] {
            try? FileManager.default.removeItem(atPath: scratch.path + suffix)
        }
        try FileManager.default.moveItem(atPath: copy.path, toPath: scratch.path)
        return try FixArchive(path: scratch.path)
    }

    func randomQuery(from: UnixTime, to: UnixTime, _ random: inout SeededRandom) -> FixQuery {
        let span = to.seconds(since: from)
        let first = Double.random(in: -3600...span, using: &random)
        let last = Double.random(in: first...(span + 3600), using: &random)
        var query = FixQuery(
            from: from.advanced(bySeconds: first), to: from.advanced(bySeconds: last))
        if Bool.random(using: &random) {
            query.vehicleID = "v\(Int.random(in: 0..<9, using: &random))"
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            query.routeID = "r\(Int.random(in: 0..<4, using: &random))"
        }
        return query
    }

    func matches(_ fix: ArchivedFix, _ query: FixQuery) -> Bool {
        fix.fix.time >= query.from && fix.fix.time < query.to
            && (query.vehicleID == nil || fix.fix.vehicleID == query.vehicleID)
            && (query.routeID == nil || fix.routeID == query.routeID)
    }
}
