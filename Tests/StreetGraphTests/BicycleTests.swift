import Testing
import TransitModel

/// Ways by bicycle: ridden, or pushed where only pedestrians may go.
@Suite struct BicycleTests {
    /// A street, a way of 3,000 m with these tags, and a street.
    private func town(_ tags: [String: String]) -> DrawnTown {
        var town = DrawnTown()
        town.street([(0, 0), (0, 1)])
        town.street([(30, 0), (30, 1)])
        town.way([(0, 0), (30, 0)], tags)
        return town
    }

    /// The ridden metres of the walk along a way with these tags and back, rounded to hundreds; nil
    /// if there is none.
    private func ridden(_ tags: [String: String]) throws -> [Double?] {
        let town = town(tags)
        return try [((0, 1), (30, 1)), ((30, 1), (0, 1))].map { from, to in
            let ends: ((Double, Double), (Double, Double)) = (from, to)
            return try town.walk(ends.0, ends.1, .bicycle).map {
                ($0.length.riddenMetres / 100).rounded() * 100
            }
        }
    }

    @Test(arguments: [
        ["highway": "residential"], ["highway": "cycleway"], ["highway": "track"],
        ["highway": "footway", "bicycle": "yes"],
        ["highway": "pedestrian", "bicycle": "permissive"],
        ["highway": "service", "access": "no", "bicycle": "yes"],
        ["highway": "path", "foot": "no"], ["highway": "path"],
        ["highway": "residential", "oneway": "yes", "oneway:bicycle": "no"],
        ["highway": "residential", "oneway": "yes", "cycleway": "opposite"],
        ["highway": "residential", "oneway": "yes", "cycleway:left": "opposite_lane"],
        ["highway": "residential", "oneway": "-1", "cycleway:right:oneway": "no"],
    ])
    func `a way is ridden in both directions`(tags: [String: String]) throws {
        #expect(try ridden(tags) == [3200, 3200])
    }

    @Test(arguments: [
        ["highway": "footway"], ["highway": "pedestrian"], ["highway": "platform"],
        ["highway": "residential", "bicycle": "no"], ["highway": "primary", "bicycle": "dismount"],
        ["highway": "residential", "vehicle": "no"], ["highway": "path", "foot": "designated"],
        ["highway": "steps", "ramp:bicycle": "yes"], ["highway": "steps", "ramp": "yes"],
        ["highway": "elevator"], ["highway": "primary", "bicycle": "use_sidepath"],
    ])
    func `a bicycle is pushed where only pedestrians may go`(tags: [String: String]) throws {
        #expect(try ridden(tags) == [200, 200])
    }

    @Test func `a bicycle is pushed against the direction of a one-way street`() throws {
        #expect(try ridden(["highway": "residential", "oneway": "yes"]) == [3200, 200])
        #expect(try ridden(["highway": "residential", "oneway": "-1"]) == [200, 3200])
        #expect(try ridden(["highway": "tertiary", "junction": "roundabout"]) == [3200, 200])
        #expect(
            try ridden(["highway": "residential", "oneway:bicycle": "yes"]) == [3200, 200])
    }

    @Test(arguments: [
        ["highway": "motorway"], ["highway": "trunk", "motorroad": "yes"], ["highway": "steps"],
        ["highway": "steps", "ramp": "yes", "ramp:bicycle": "no"],
        ["highway": "steps", "conveying": "reversible", "ramp": "yes"],
        ["highway": "cycleway", "access": "no"], ["highway": "bridleway"],
        ["highway": "construction", "bicycle": "yes"],
    ])
    func `a way is closed to bicycles`(tags: [String: String]) throws {
        #expect(try ridden(tags) == [nil, nil])
    }

    @Test func `a way for bicycles alone is no walk`() throws {
        let town = town(["highway": "cycleway", "oneway": "yes"])
        #expect(try town.walk((0, 1), (30, 1)) == nil)
        #expect(try town.walk((0, 1), (30, 1), .wheelchair) == nil)
        // Nobody walks to a place on it; the street beside it is nearest.
        let beside = try #require(try town.walk((0, 1), (0.3, 0.1)))
        #expect(abs(beside.length.metres - 120) < 1)
    }

    @Test func `riding takes less time than pushing`() throws {
        var town = DrawnTown()
        town.way([(0, 0), (10, 0)], ["highway": "residential", "name": "Mill Lane"])
        town.way([(10, 0), (11, 0)], ["highway": "footway"])
        let way = try #require(try town.walk((0, 0), (11, 0), .bicycle))
        #expect(abs(way.length.riddenMetres - 1000) < 1)
        #expect(abs(way.length.seconds(metresPerSecond: 1.25) - (240 + 80)) < 1)
        #expect(way.steps.map(\.isPushed) == [false, true])
        let walk = try #require(try town.walk((0, 0), (11, 0)))
        #expect(walk.length.riddenMetres == 0)
        #expect(walk.steps.map(\.isPushed) == [false, false])
    }

    @Test func `a detour on a cycleway is better than a main road or a long push`() throws {
        func way(_ direct: [String: String]) throws -> Double? {
            var town = DrawnTown()
            town.way([(0, 0), (10, 0)], direct)
            town.way([(0, 0), (0, 1), (10, 1), (10, 0)], ["highway": "cycleway", "foot": "yes"])
            return try town.walk((0, 0), (10, 0), .bicycle).map { $0.length.metres.rounded() }
        }
        #expect(try way(["highway": "primary"]) == 1200)
        #expect(try way(["highway": "footway"]) == 1200)
        #expect(try way(["highway": "track"]) == 1200)
        #expect(try way(["highway": "primary", "cycleway": "lane"]) == 1000)
        #expect(try way(["highway": "residential"]) == 1000)
    }

    @Test func `a stile stops a bicycle, a bollard does not`() throws {
        for (barrier, isOpen) in [("stile", false), ("kissing_gate", false), ("bollard", true)] {
            var town = DrawnTown()
            town.street([(0, 0), (10, 0), (20, 0)])
            town.node(10, 0, ["barrier": barrier])
            #expect(try (town.walk((0, 0), (20, 0), .bicycle) != nil) == isOpen)
        }
    }
}
