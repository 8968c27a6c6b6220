import StreetGraph
import Testing
import TransitModel

/// Lifts, stairs and escalators between the levels of a station.
@Suite struct LevelTests {
    /// A street at level 0 and a passage at level -2, with something at (1, 0) that joins them.
    private func station(_ way: [String: String] = [:], node: [String: String] = [:]) -> DrawnTown {
        var town = DrawnTown()
        town.street([(0, 0), (1, 0)])
        if way.isEmpty {
            town.node(1, 0, node)
            town.way([(1, 0), (2, 0)], ["highway": "footway", "level": "-2"])
        } else {
            town.way([(1, 0), (1.2, 0)], way)
            town.way([(1.2, 0), (2, 0)], ["highway": "footway", "level": "-2"])
        }
        return town
    }

    /// The far end of the passage.
    private static let passage = DrawnTown.stop(2, 0, level: -2)
    private static let street = DrawnTown.end(0, 0)

    /// The walk between the street and the passage; nil if there is none.
    private func walk(
        _ town: DrawnTown, _ from: WalkEnd, _ to: WalkEnd, _ profile: WalkProfile = .foot
    ) throws -> StreetWalk? {
        var search = WalkSearch(try town.graph(), profile: profile)
        return search.walk(from: from, to: to)
    }

    /// `kind level` of each step.
    private func described(_ walk: StreetWalk?) -> [String] {
        (walk?.steps ?? []).map { step in
            step.kind.rawValue + (step.level.map { " \($0)" } ?? "")
        }
    }

    @Test func `a lift is a step to its level and takes a minute`() throws {
        let town = station(node: ["highway": "elevator"])
        let down = try #require(try walk(town, Self.street, Self.passage))
        #expect(described(down) == ["street", "lift -2.0", "footway"])
        #expect(down.length.lifts == 1)
        #expect(abs(down.length.seconds(metresPerSecond: 1) - 260) < 1)
        let up = try #require(try walk(town, Self.passage, Self.street))
        #expect(described(up) == ["footway", "lift", "street"])
    }

    @Test(arguments: [(WalkProfile.foot, 0, 260.0), (.wheelchair, 1, 200)])
    func `a lift is taken where it is faster than the way around`(
        profile: WalkProfile, lifts: Int, metres: Double
    ) throws {
        var town = station(node: ["highway": "elevator"])
        // A minute is 75 m on foot and 48 m in a wheelchair; the ramp is 60 m longer.
        town.way([(0, 0), (1, 0.8307), (2, 0)], ["highway": "footway"])
        let walk = try #require(try walk(town, Self.street, Self.passage, profile))
        #expect(walk.length.lifts == lifts)
        #expect(walk.length.metres.rounded() == metres)
    }

    @Test func `nobody takes a lift to stay on a level`() throws {
        var town = station(node: ["highway": "elevator"])
        town.way([(1, 0), (1, 1)], ["highway": "footway", "level": "-2"])
        let walk = try #require(
            try walk(town, Self.passage, DrawnTown.stop(1, 1, level: -2)))
        #expect(walk.length.lifts == 0)
        #expect(described(walk) == ["footway", "footway"])
    }

    @Test func `stairs and escalators are steps to their level`() throws {
        let stairs = ["highway": "steps", "level": "-2;0"]
        #expect(
            described(try walk(station(stairs), Self.street, Self.passage)) == [
                "street", "stairs -2.0", "footway",
            ])
        // The street's level is not mapped: it is the other end of the stairs.
        #expect(
            described(try walk(station(stairs), Self.passage, Self.street)) == [
                "footway", "stairs 0.0", "street",
            ])
        let escalator = stairs.merging(["conveying": "reversible"]) { $1 }
        let walk = try #require(try self.walk(station(escalator), Self.street, Self.passage))
        #expect(described(walk) == ["street", "escalator -2.0", "footway"])
        #expect(try self.walk(station(escalator), Self.street, Self.passage, .wheelchair) == nil)
    }

    @Test func `a lift drawn as an area is one lift`() throws {
        var town = DrawnTown()
        town.street([(0, 0), (1, 0)])
        town.way(
            [(1, 0), (1.1, 0), (1.1, 0.1), (1, 0.1), (1, 0)],
            ["highway": "elevator", "area": "yes", "level": "-1;0"])
        town.way([(1.1, 0.1), (2, 0.1)], ["highway": "footway", "level": "-1"])
        let across = try #require(
            try walk(town, Self.street, DrawnTown.stop(2, 0.1, level: -1), .wheelchair))
        #expect(across.length.lifts == 1)
        #expect(described(across) == ["street", "lift -1.0", "footway"])
        // Both levels meet the lift at one corner.
        town.way([(1, 0), (1, -1)], ["highway": "footway", "level": "-1"])
        town.way([(1, 0), (2, -1)], ["highway": "footway", "level": "0"])
        let corner = try #require(
            try walk(town, DrawnTown.end(2, -1), DrawnTown.stop(1, -1, level: -1)))
        #expect(corner.length.lifts == 1)
        #expect(described(corner) == ["footway", "lift -1.0", "footway"])
    }

    @Test func `platforms above each other do not meet`() throws {
        var town = station(node: ["highway": "elevator"])
        for level in ["-2", "-3"] {
            town.way([(2, 0), (3, 0)], ["railway": "platform", "level": level, "ref": level])
        }
        #expect(try town.walk((0, 0), DrawnTown.stop(3, 0, code: "-2")) != nil)
        let below = try #require(try town.walk((0, 0), DrawnTown.stop(3, 0, code: "-3")))
        // Nothing leads to the lower platform, so that it does not count.
        #expect(described(below).last == "platform")
        town.way([(3, 0), (3, 1), (1, 0)], ["highway": "footway", "level": "-3"])
        let joined = try #require(try town.walk((0, 0), DrawnTown.stop(2.2, 0, code: "-3")))
        #expect(described(joined) == ["street", "lift -3.0", "footway", "platform"])
    }

    @Test func `a level that is no number is not known`() throws {
        for level in ["ground", "1;x", "400", ""] {
            let walk = try walk(
                station(["highway": "steps", "level": level]), Self.street, Self.passage)
            #expect(described(walk) == ["street", "stairs -2.0", "footway"])
        }
        for level in ["-2--1", "-2.0; 0", "0,-2"] {
            let walk = try walk(
                station(["highway": "steps", "level": level]), Self.passage, Self.street)
            #expect(
                described(walk) == ["footway", "stairs \(level == "-2--1" ? -1.0 : 0)", "street"])
        }
    }
}
