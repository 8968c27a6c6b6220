import StreetGraph
import Testing
import TransitModel

/// The router that connections and imports ask for walks.
@Suite struct RouterTests {
    /// A street from west to east and one to the north, joined by stairs and by a longer street.
    private func router() throws -> StreetRouter {
        var town = DrawnTown()
        for x in 0..<60 { town.street([(Double(x) / 10, 0), (Double(x + 1) / 10, 0)], "Main") }
        town.way([(3, 0), (3, 1)], ["highway": "steps"])
        town.street([(5, 0), (5, 1), (3, 1)])
        let edge = DrawnTown.place(20, 20)
        let corner = DrawnTown.place(-20, -20)
        let box = BoundingBox(
            west: corner.longitude, south: corner.latitude, east: edge.longitude,
            north: edge.latitude)
        return try town.graph().router(in: box)
    }

    private func lengths(
        _ from: (Double, Double), _ to: [(Double, Double)], _ profile: WalkProfile = .foot,
        within metres: Double = 5000
    ) throws -> [StreetRouter.Answer] {
        let query = StreetRouter.Query(
            from: DrawnTown.end(from.0, from.1), profile, maximumMetres: metres)
        return try router().lengths(query, to: to.map { DrawnTown.end($0.0, $0.1) })
    }

    private func metres(_ answer: StreetRouter.Answer) -> Double? {
        if case .walk(let length) = answer { length.metres.rounded() } else { nil }
    }

    @Test func `walks to several places are answered in their order`() throws {
        #expect(try lengths((0, 0), [(4, 0), (1, 0), (2, 0)]).map(metres) == [400, 100, 200])
    }

    @Test func `a place beyond the limit has no way`() throws {
        #expect(try lengths((0, 0), [(1, 0), (4, 0)], within: 300).map(metres) == [100, nil])
    }

    @Test(arguments: [(600.0, nil), (800, 770.0)])
    func `an alley is no way out where the usual way is beyond the limit`(
        limit: Double, expected: Double?
    ) throws {
        var town = DrawnTown()
        town.street([(-1, 0), (0, 0)])
        town.way([(0, 0), (4, 0)], ["highway": "service", "service": "alley"])
        town.street([(0, 0), (0, -1.5), (4, -1.5), (4, -0.8), (4, 0)])
        town.street([(4, -0.8), (5, -0.8)])
        town.street([(4, 0), (5, 0)])
        let router = try town.graph().router(in: nil)
        let query = StreetRouter.Query(
            from: DrawnTown.end(-0.5, 0), .foot, maximumMetres: limit)
        let end = DrawnTown.end(4.2, 0)
        #expect(router.lengths(query, to: [end]).map(metres) == [expected])
        #expect(router.walk(query, to: end)?.length.metres.rounded() == expected)
    }

    @Test func `a wheelchair finds no way up the stairs`() throws {
        let onFoot = try lengths((2, 0), [(3, 1)])
        #expect(onFoot.map(metres) == [200])
        let wheelchair = try lengths((2, 0), [(3, 1)], .wheelchair)
        #expect(wheelchair.map(metres) == [600])
    }

    @Test func `a place outside of the box is not mapped`() throws {
        #expect(try lengths((0, 0), [(30, 0)]) == [.unmapped])
        #expect(try lengths((30, 0), [(0, 0)]) == [.unmapped])
    }

    @Test func `an origin without a street nearby has no way to a stop that has one`() throws {
        #expect(try lengths((0, 15), [(0, 0)]) == [.noWay])
    }

    @Test func `a stop without a street nearby is not mapped in either direction`() throws {
        let stop = DrawnTown.stop(0, 15)
        let place = DrawnTown.end(0, 0)
        let router = try router()
        for (from, to) in [(stop, place), (place, stop)] {
            let query = StreetRouter.Query(from: from, .foot, maximumMetres: 5000)
            #expect(router.lengths(query, to: [to]) == [.unmapped])
        }
    }

    @Test func `where only stairs are nearby a wheelchair has no way`() throws {
        var town = DrawnTown()
        town.street([(0, 0), (9, 0)])
        town.way([(9, 0), (9, 6)], ["highway": "steps"])
        let router = try town.graph().router(in: nil)
        let (stop, place) = (DrawnTown.stop(9, 6), DrawnTown.end(0, 0))
        for (from, to) in [(stop, place), (place, stop)] {
            func answers(_ profile: WalkProfile) -> [StreetRouter.Answer] {
                let query = StreetRouter.Query(from: from, profile, maximumMetres: 5000)
                return router.lengths(query, to: [to])
            }
            #expect(answers(.foot).map(metres) == [1500])
            #expect(answers(.wheelchair) == [.noWay])
        }
    }

    @Test func `two places without streets are not mapped`() throws {
        #expect(try lengths((0, 15), [(2, 16)]) == [.unmapped])
    }

    @Test func `the walk has the length that was answered`() throws {
        let query = StreetRouter.Query(
            from: DrawnTown.end(0, 0), .foot, maximumMetres: 1000)
        let walk = try #require(try router().walk(query, to: DrawnTown.end(4, 0)))
        #expect(walk.length.metres.rounded() == 400)
        #expect(walk.steps.map(\.name) == ["Main"])
    }

    @Test func `a walk beyond its limit is none`() throws {
        let query = StreetRouter.Query(from: DrawnTown.end(0, 0), .foot, maximumMetres: 300)
        #expect(try router().walk(query, to: DrawnTown.end(4, 0)) == nil)
    }
}
