import Testing
import TransitModel

@Suite struct AccessTests {
    /// Whether a way with these tags can be walked along.
    private func isOpen(
        _ tags: [String: String], to profile: WalkProfile = .foot
    ) throws -> Bool {
        var town = DrawnTown()
        town.street([(0, 0), (0, 1)])
        town.street([(30, 0), (30, 1)])
        town.way([(0, 0), (30, 0)], tags)
        return try town.walk((0, 1), (30, 1), profile) != nil
    }

    @Test(arguments: [
        ["highway": "residential"], ["highway": "trunk"], ["highway": "steps"],
        ["highway": "platform"], ["railway": "platform"], ["public_transport": "platform"],
        ["highway": "cycleway", "foot": "designated"], ["highway": "bridleway", "foot": "yes"],
        ["highway": "motorway", "foot": "yes"], ["highway": "service", "access": "private"],
        ["highway": "service", "access": "no", "foot": "yes"],
        ["highway": "trunk", "motorroad": "yes", "sidewalk": "both"],
        ["highway": "footway", "access": "customers"],
        ["highway": "pedestrian", "area": "yes"],
    ])
    func `a way is open on foot`(tags: [String: String]) throws {
        #expect(try isOpen(tags))
    }

    @Test(arguments: [
        ["highway": "motorway"], ["highway": "cycleway"], ["highway": "bridleway"],
        ["highway": "construction"], ["highway": "construction", "foot": "yes"],
        ["highway": "proposed"], ["highway": "footway", "foot": "no"],
        ["highway": "track", "foot": "agricultural"], ["highway": "path", "foot": "discouraged"],
        ["highway": "service", "access": "no"], ["highway": "trunk", "motorroad": "yes"],
        ["route": "ferry", "foot": "yes"], ["railway": "rail"], ["building": "yes"],
    ])
    func `a way is not open on foot`(tags: [String: String]) throws {
        #expect(try !isOpen(tags))
    }

    @Test(arguments: [
        ["highway": "residential"], ["highway": "footway"],
        ["highway": "footway", "surface": "paving_stones"], ["highway": "elevator"],
        ["highway": "track", "tracktype": "grade1"],
        ["highway": "path", "surface": "gravel", "wheelchair": "yes"],
    ])
    func `a way is open to wheelchairs`(tags: [String: String]) throws {
        #expect(try isOpen(tags, to: .wheelchair))
    }

    @Test(arguments: [
        ["highway": "steps"], ["highway": "steps", "ramp:wheelchair": "yes", "wheelchair": "yes"],
        ["highway": "footway", "wheelchair": "no"], ["highway": "path", "surface": "sand"],
        ["highway": "footway", "smoothness": "horrible"], ["highway": "track"],
        ["highway": "footway", "conveying": "forward"], ["highway": "motorway"],
    ])
    func `a way is not open to wheelchairs`(tags: [String: String]) throws {
        #expect(try !isOpen(tags, to: .wheelchair))
    }

    @Test func `what is not known of a way is reported`() throws {
        var town = DrawnTown()
        town.way([(0, 0), (1, 0)], ["highway": "footway", "surface": "asphalt"])
        town.way([(1, 0), (3, 0)], ["highway": "footway"])
        town.way([(3, 0), (4, 0)], ["highway": "path", "wheelchair": "yes"])
        let walk = try #require(try town.walk((0, 0), (4, 0), .wheelchair))
        #expect(abs(walk.unknownMetres - 200) < 1)
    }

    @Test func `the outline of a platform that is a relation can be walked on`() throws {
        var town = DrawnTown()
        town.street([(0, 0), (1, 0)])
        town.street([(21, 0), (22, 0)])
        town.way([(1, 0), (11, 1), (21, 0)], [:])
        town.way([(21, 0), (11, -1), (1, 0)], ["highway": "motorway"])
        #expect(try town.walk((0, 0), (22, 0)) == nil)
        town.area([3, 4], ["type": "multipolygon", "railway": "platform"])
        let walk = try #require(try town.walk((0, 0), (22, 0)))
        #expect(walk.line.contains { $0.distanceMetres(to: DrawnTown.place(11, 1)) < 0.1 })
        #expect(walk.steps.map(\.kind) == [.street, .platform, .street])
    }

    @Test func `wheelchairs go around stairs that others climb`() throws {
        var town = DrawnTown()
        town.way([(0, 0), (1, 0)], ["highway": "steps"])
        town.street([(0, 0), (0, 1), (1, 1), (1, 0)])
        let foot = try #require(try town.walk((0, 0.5), (1, 0.5)))
        #expect(foot.length.stairsMetres == 0)
        let short = try #require(try town.walk((0, 0.2), (1, 0.2)))
        #expect(abs(short.length.stairsMetres - 100) < 1)
        #expect(abs(short.length.seconds(metresPerSecond: 1) - 240) < 1)
        let wheelchair = try #require(try town.walk((0, 0.2), (1, 0.2), .wheelchair))
        #expect(abs(wheelchair.length.metres - 260) < 1)
        #expect(wheelchair.length.stairsMetres == 0)
    }

    @Test func `an escalator carries people one way`() throws {
        var town = DrawnTown()
        town.way([(0, 0), (1, 0)], ["highway": "steps", "conveying": "forward"])
        town.street([(0, 0), (0, 2), (1, 2), (1, 0)])
        let up = try #require(try town.walk((0, 0.5), (1, 0.5)))
        #expect(abs(up.length.metres - 200) < 1)
        let around = try #require(try town.walk((1, 0.5), (0, 0.5)))
        #expect(abs(around.length.metres - 400) < 1)
        // A walk neither begins nor ends on the escalator itself.
        let beside = try #require(try town.walk((0.3, -0.1), (0, 0.5)))
        #expect(beside.line[1] == DrawnTown.place(0, 0))
    }

    @Test func `parts that two escalators connect are one`() throws {
        var town = DrawnTown()
        for y in 0..<60 {
            town.street([(0, Double(y)), (0, Double(y + 1))])
            town.street([(30, Double(y)), (30, Double(y + 1))])
        }
        town.way([(0, 0), (30, 0)], ["highway": "steps", "conveying": "forward"])
        town.way([(0, 5), (30, 5)], ["highway": "steps", "conveying": "backward"])
        let walk = try #require(try town.walk((0, 1), (30, 1)))
        #expect(abs(walk.length.metres - 3200) < 2)
        let back = try #require(try town.walk((30, 1), (0, 1)))
        #expect(abs(back.length.metres - 3800) < 2)
    }

    @Test func `a private way is taken at the ends only`() throws {
        var town = DrawnTown()
        town.way([(0, 0), (1, 0)], ["highway": "service", "access": "private"])
        town.street([(0, 0), (0, 2), (1, 2), (1, 0)])
        let around = try #require(try town.walk((0, 0.5), (1, 0.5)))
        #expect(abs(around.length.metres - 400) < 1)
        let into = try #require(try town.walk((0, 0.5), (0.5, 0)))
        #expect(abs(into.length.metres - 100) < 1)
        let out = try #require(try town.walk((0.5, 0), (1, 0.5)))
        #expect(abs(out.length.metres - 100) < 1)
    }

    @Test func `closed gates, lifts and kerbs are passed as their tags say`() throws {
        func walk(_ tags: [String: String], _ profile: WalkProfile = .foot) throws -> StreetWalk? {
            var town = DrawnTown()
            town.street([(0, 0), (10, 0), (20, 0)])
            town.node(10, 0, tags)
            return try town.walk((0, 0), (20, 0), profile)
        }
        #expect(try walk(["barrier": "gate", "access": "no"]) == nil)
        #expect(try walk(["barrier": "gate", "locked": "yes"]) == nil)
        #expect(try walk(["barrier": "gate", "access": "no", "foot": "yes"]) != nil)
        #expect(try walk(["barrier": "bollard"], .wheelchair) != nil)
        #expect(try walk(["barrier": "stile"]) != nil)
        #expect(try walk(["barrier": "stile"], .wheelchair) == nil)
        #expect(try walk(["highway": "elevator"])?.length.lifts == 1)
        #expect(try walk(["highway": "elevator", "wheelchair": "no"], .wheelchair) == nil)
        #expect(try walk(["kerb": "raised"], .wheelchair)?.length.raisedKerbs == 1)
        #expect(try walk(["kerb": "lowered"], .wheelchair)?.length.raisedKerbs == 0)
    }
}
