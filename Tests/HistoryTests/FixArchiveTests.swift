import History
import PostgresTesting
import Testing
import TransitModel

/// The guarantees of a history, equally in a file and in PostgreSQL.
@Suite struct FixArchiveTests {
    func store(_ fixes: [ArchivedFix], in archive: FixArchive, now: UnixTime = monday) async {
        archive.offer(fixes)
        await archive.advance(now: now)
    }

    @Test(arguments: StoreKind.here)
    func `What was stored is read again, at once and after a restart`(kind: StoreKind) async throws
    {
        let scratch = try Scratch(kind)
        let trip = TripReference(
            tripID: "t1", routeID: "4", serviceDay: ServiceDay(year: 2026, month: 5, day: 4),
            startTime: ServiceTime(hours: 25, minutes: 10))
        let fixes = [
            fix("a", at: 0, trip: trip, route: "4", label: "Tram 12"), fix("b", at: 0),
            fix("a", at: 10.25, trip: trip, route: "4", label: "Tram 12"),
        ]
        let first = try scratch.archive()
        await store(fixes, in: first)
        #expect(await first.statistics.stored == 3)
        #expect(try await first.reader.all(.everything) == fixes)
        let archive = try await scratch.archive(after: first)
        #expect(await archive.statistics.recovered == 3)
        #expect(try await archive.reader.all(.everything) == fixes)
        #expect(try await archive.reader.vehicleIDs() == ["a", "b"])
    }

    @Test(arguments: StoreKind.here)
    func `Values are kept to the archive's units`(kind: StoreKind) async throws {
        let scratch = try Scratch(kind)
        let archive = try scratch.archive()
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

    @Test(arguments: StoreKind.here)
    func `Fixes that cannot be are refused and counted, the others kept`(kind: StoreKind)
        async throws
    {
        let scratch = try Scratch(kind)
        let archive = try scratch.archive()
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
                fix("a\u{0}b", at: 1), fix(String(repeating: "a", count: 9000), at: 2),
            ], in: archive)
        #expect(await archive.statistics.refused == 6)
        #expect(await archive.statistics.trouble == nil)
        let read = try await archive.reader.all(.everything)
        #expect(read.count == 2)
        let strange = try #require(read.first { $0.fix.vehicleID == "x" }).fix
        #expect(strange.headingDegrees == nil && strange.speedMetresPerSecond == nil)
    }

    @Test(arguments: StoreKind.here)
    func `A fix that comes again is stored once, also after a restart`(kind: StoreKind)
        async throws
    {
        let scratch = try Scratch(kind)
        let first = try scratch.archive()
        await store([fix("a", at: 0)], in: first)
        await store([fix("a", at: 0)], in: first)
        #expect(await first.statistics.doubled == 1)
        // The hour ends and the block is sealed.
        await first.advance(now: monday.advanced(bySeconds: 4000))
        #expect(await first.statistics.sealedBlocks == 1)
        let archive = try await scratch.archive(
            after: first, monday.advanced(bySeconds: 4000))
        await store([fix("a", at: 0)], in: archive, now: monday.advanced(bySeconds: 4000))
        #expect(await archive.statistics.doubled == 1)
        #expect(try await archive.reader.all(.everything).count == 1)
    }

    @Test(arguments: StoreKind.here, [3, 17, 99] as [UInt64])
    func `Random traffic with leaps of the clock and restarts reads as a plain list`(
        kind: StoreKind, seed: UInt64
    ) async throws {
        let scratch = try Scratch(kind)
        var traffic = RandomTraffic(seed: seed)
        var expected: [ArchivedFix] = []
        var archive = try scratch.archive()
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
                archive = try await scratch.archive(after: archive, now)
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
        // In parts, by vehicle, by route; from the writing program and from another one.
        let other =
            kind == .file
            ? try FixReader(path: scratch.path) : try scratch.archive(node: "b").reader
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
            // A route may be requested by two ids.
            let route = Int.random(in: 0..<4, using: &random)
            query.routeIDs = Bool.random(using: &random) ? ["r\(route)"] : ["r\(route)", "r0"]
        }
        return query
    }

    func matches(_ fix: ArchivedFix, _ query: FixQuery) -> Bool {
        fix.fix.time >= query.from && fix.fix.time < query.to
            && (query.vehicleID == nil || fix.fix.vehicleID == query.vehicleID)
            && (query.routeIDs == nil || query.routeIDs?.contains(fix.routeID ?? "-") == true)
    }
}
