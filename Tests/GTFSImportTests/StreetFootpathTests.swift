import Synchronization
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import GTFSImport

/// Walks between stops along streets that a test draws.
@Suite struct StreetFootpathTests {
    private func walking(
        _ answer: @escaping @Sendable (WalkProfile) -> StreetRouter.Answer
    ) -> WalkingAssumptions {
        var walking = WalkingAssumptions()
        // Neighbouring stops are 758 m apart.
        walking.radiusMetres = 800
        walking.streets = .drawn { profile, _, _ in answer(profile) }
        return walking
    }

    private func network(
        _ walking: WalkingAssumptions, transfers: String = ""
    ) throws -> Timetable {
        var feed = TextFeed("red-1: A 8:00  B 8:10")
        if !transfers.isEmpty {
            feed.files["transfers.txt"] =
                "from_stop_id,to_stop_id,transfer_type,min_transfer_time\n\(transfers)\n"
        }
        return try feed.compiled(walking: walking)
    }

    /// Returns `seconds flags` of each walk from A.
    private func walks(_ timetable: Timetable) throws -> [String] {
        let stop = try #require(timetable.stops.find(id: "A"))
        let columns = timetable.footpaths
        return columns.offsets[stop].map { "\(columns.seconds[$0]) \(columns.flags[$0])" }
    }

    @Test func `walks are as long as the streets`() throws {
        let timetable = try network(walking { _ in .walk(WalkLength(metres: 1000)) })
        #expect(try walks(timetable) == ["800 \(FootpathColumns.streetFlag)"])
    }

    @Test func `stops without a way between them are not joined`() throws {
        #expect(try walks(try network(walking { _ in .noWay })).isEmpty)
    }

    @Test func `a way of more than twice the radius joins nothing`() throws {
        let long = walking { _ in .walk(WalkLength(metres: 1700)) }
        #expect(try walks(try network(long)).isEmpty)
    }

    @Test func `where the map ends the distance counts`() throws {
        let timetable = try network(walking { _ in .unmapped })
        #expect(try walks(timetable) == ["789 0"])
    }

    @Test func `a longer way without obstacles is kept for wheelchairs`() throws {
        let timetable = try network(
            walking { .walk(WalkLength(metres: $0 == .foot ? 1000 : 1250)) })
        let obstacle = FootpathColumns.streetFlag | FootpathColumns.stairsFlag
        let stepFree = FootpathColumns.streetFlag | FootpathColumns.stepFreeFlag
        #expect(try walks(timetable) == ["800 \(obstacle)", "1000 \(stepFree)"])
    }

    @Test func `where a wheelchair finds no way the walk has an obstacle`() throws {
        let timetable = try network(
            walking { $0 == .foot ? .walk(WalkLength(metres: 1000)) : .noWay })
        let obstacle = FootpathColumns.streetFlag | FootpathColumns.stairsFlag
        #expect(try walks(timetable) == ["800 \(obstacle)"])
    }

    @Test func `transfers.txt beats the streets`() throws {
        let streets = walking { .walk(WalkLength(metres: $0 == .foot ? 1000 : 1250)) }
        let stated = try network(streets, transfers: "A,B,2,120")
        #expect(try walks(stated) == ["120 \(FootpathColumns.statedFlag)"])
        #expect(try walks(try network(streets, transfers: "A,B,3,")).isEmpty)
    }

    @Test func `a stop far from the streets is reported, one outside of the map is not`() throws {
        var walking = WalkingAssumptions()
        walking.streets = .drawn(access: StreetAccess(gapMetres: 101)) { _, _, _ in .noWay }
        #expect(
            try NetworkText.notices(try network(walking)) == """
                stop_far_from_street stops.txt stop_id A
                stop_far_from_street stops.txt stop_id B
                """)
        for access in [StreetAccess(gapMetres: 99), nil] {
            walking.streets = .drawn(access: access) { _, _, _ in .noWay }
            #expect(try NetworkText.notices(try network(walking)).isEmpty)
        }
    }

    @Test func `a stop that nobody or no wheelchair reaches is reported`() throws {
        var walking = WalkingAssumptions()
        for (access, code) in [
            (StreetAccess(gapMetres: 2, isOpenOnFoot: false), "stop_not_reachable_on_foot"),
            (StreetAccess(gapMetres: 2, isStepFree: false), "stop_not_reachable_in_wheelchair"),
        ] {
            walking.streets = .drawn(access: access) { _, _, _ in .noWay }
            #expect(
                try NetworkText.notices(try network(walking)) == """
                    \(code) stops.txt stop_id A
                    \(code) stops.txt stop_id B
                    """)
        }
    }

    @Test func `walks end at the platform and level that the feed states`() throws {
        var feed = TextFeed("red-1: A 8:00  B 8:10")
        feed.files["levels.txt"] = "level_id,level_index\nunder,-2\n"
        feed.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon,level_id,platform_code
            A,A,47,8,under,3
            B,B,47,8.001,,

            """
        let ends = Mutex<[WalkEnd]>([])
        var walking = WalkingAssumptions()
        walking.streets = StreetRouter(
            lengths: { query, targets in
                ends.withLock { $0 += [query.origin] + targets }
                return targets.map { _ in .noWay }
            }, walk: { _, _ in nil }, access: { _ in nil })
        let timetable = try feed.compiled(walking: walking)
        let platforms = ["A", "B"].compactMap { id in
            timetable.stops.find(id: id).flatMap(timetable.stops.walkEnd)?.platform
        }
        #expect(
            platforms == [
                .init(stopID: "A", code: "3", level: -2), .init(stopID: "B", code: nil, level: nil),
            ])
        #expect(Set(ends.withLock { $0 }.compactMap(\.platform)) == Set(platforms))
    }
}
