import StreetGraph
import Testing
import TransitModel

/// Stops on the platforms of the map.
@Suite struct PlatformTests {
    /// A street with two platforms 40 m and 80 m beside it, to which stairs lead at (0, 0); a lift
    /// leads to the second one at (4, 0).
    private func station(_ first: [String: String] = ["ref": "1"]) -> DrawnTown {
        var town = DrawnTown()
        town.street([(-1, 0), (0, 0), (4, 0)], "Station Road")
        let level = ["railway": "platform", "level": "-1"]
        town.way([(0, 0), (0, -0.4)], ["highway": "steps", "level": "-1;0"])
        town.way([(0, -0.4), (3, -0.4)], level.merging(first) { $1 })
        town.way([(0, -0.4), (0, -0.8)], ["highway": "steps", "level": "-1"])
        town.way([(0, -0.8), (4, -0.8)], level.merging(["ref": "2;3", "local_ref": "B"]) { $1 })
        town.way([(4, -0.8), (4, 0)], ["highway": "elevator", "level": "-1;0"])
        return town
    }

    private func metres(_ walk: StreetWalk?) -> Double? { walk.map { $0.length.metres.rounded() } }

    @Test func `a stop is on the platform with its code`() throws {
        let town = station()
        // Without a code, the street above is nearest.
        #expect(metres(try town.walk((-1, 0), DrawnTown.stop(2, -0.1))) == 310)
        #expect(metres(try town.walk((-1, 0), DrawnTown.stop(2, -0.1, code: "1"))) == 370)
        for code in ["2", "3", "b"] {
            let walk = try town.walk((-1, 0), DrawnTown.stop(2, -0.1, code: code))
            #expect(metres(walk) == 450)
            #expect(walk?.steps.last?.kind == .platform)
        }
        #expect(metres(try town.walk((-1, 0), DrawnTown.stop(2, -0.1, code: "9"))) == 310)
    }

    @Test func `a stop is on the platform with its id, wherever that is`() throws {
        let town = station(["ref:IFOPT": "de:1:2:3"])
        for id in ["de:1:2:3", "rmv:de:1:2:3"] {
            #expect(
                metres(try town.walk((-1, 0), DrawnTown.stop(2, -0.1, id: id, code: "2"))) == 370)
        }
        #expect(metres(try town.walk((-1, 0), DrawnTown.stop(2, -0.1, id: "de:1:2:4"))) == 310)
    }

    @Test func `a platform of another level or far away is not the stop's`() throws {
        let town = station()
        #expect(
            metres(try town.walk((-1, 0), DrawnTown.stop(2, -0.1, code: "1", level: 0))) == 310)
        #expect(metres(try town.walk((-1, 0), DrawnTown.stop(2, 1.2, code: "1"))) == 420)
    }

    @Test func `a stop without a platform is on its level, an address on the ground`() throws {
        let town = station([:])
        #expect(metres(try town.walk((-1, 0), DrawnTown.stop(2, -0.1, level: -1))) == 370)
        // Nearer to the platform than to the street.
        #expect(metres(try town.walk((-1, 0), DrawnTown.end(2, -0.3))) == 330)
        // On the platform itself.
        #expect(metres(try town.walk((-1, 0), DrawnTown.end(2, -0.39))) == 341)
        #expect(metres(try town.walk((-1, 0), DrawnTown.stop(2, -0.3))) == 350)
        #expect(metres(try town.walk((-1, 0), DrawnTown.stop(2, -0.3, level: 0))) == 330)
    }

    @Test func `a wheelchair takes the lift, and does not end on the street above`() throws {
        let town = station()
        let second = try #require(
            try town.walk((-1, 0), DrawnTown.stop(2, -0.1, code: "2"), .wheelchair))
        #expect(second.length.lifts == 1)
        #expect(second.length.stairsMetres == 0)
        #expect(second.steps.map(\.kind) == [.street, .lift, .platform])
        #expect(try town.walk((-1, 0), DrawnTown.stop(2, -0.1, code: "1"), .wheelchair) == nil)
        let router = try town.graph().router(in: nil)
        let query = StreetRouter.Query(
            from: DrawnTown.end(-1, 0), .wheelchair, maximumMetres: 2000)
        let stops = ["1", "2"].map { DrawnTown.stop(2, -0.1, code: $0) }
        let answers = router.lengths(query, to: stops)
        #expect(answers == [.noWay, .walk(second.length)])
        #expect(router.access(to: stops[0])?.isStepFree == false)
        #expect(router.access(to: stops[1])?.isStepFree == true)
    }

    @Test func `a platform that nothing leads to does not count, and is reported`() throws {
        var town = station()
        town.way([(1, 0.5), (2, 0.5)], ["railway": "platform", "ref": "7"])
        let stop = DrawnTown.stop(2, 0.4, code: "7")
        #expect(metres(try town.walk((-1, 0), stop)) == 340)
        let access = try #require(try town.graph().router(in: nil).access(to: stop))
        #expect(!access.isOpenOnFoot)
        #expect(abs(access.gapMetres - 10) < 0.5)
    }

    @Test func `the edge of a platform has its own track`() throws {
        var town = DrawnTown()
        town.street([(-1, 0), (0, 0)])
        town.way([(0, 0), (3, 0)], ["railway": "platform_edge", "ref": "101"])
        town.way([(0, 0), (0, 0.1), (3, 0.1), (3, 0)], ["railway": "platform_edge", "ref": "102"])
        town.area([2, 3], ["type": "multipolygon", "railway": "platform", "ref": "101;102"])
        #expect(metres(try town.walk((-1, 0), DrawnTown.stop(1, 0.05, code: "101"))) == 205)
        #expect(metres(try town.walk((-1, 0), DrawnTown.stop(1, 0.05, code: "102"))) == 215)
    }
}
