import FolderTesting
import StreetGraph
import StreetsFile
import Testing
import TransitModel

/// Lines without shapes, on ways that a test draws; 1 is some hundred metres.
@Suite struct LineMatchingTests {
    private func hops(
        _ mode: TransitMode, _ stops: [(Double, Double)], _ draw: (inout DrawnTown) -> Void
    ) throws -> [[Coordinate]?] {
        var town = DrawnTown()
        draw(&town)
        let extract = try town.opened()
        return try TemporaryFolder.with { folder in
            let path = folder.path + "/town.streets"
            let writer = try StreetsFileWriter(path: path)
            try writer.begin(.vehicles)
            try GraphBuilder(VehicleWays([extract])).writeVehicles(to: writer)
            try writer.finish(StreetsMetadata(box: nil, dataTime: nil, sources: [], counts: [:]))
            let graph = try #require(try VehicleGraph(StreetsFile(path: path)))
            return graph.router().hops(mode, through: stops.map { DrawnTown.place($0.0, $0.1) })
        }
    }

    private func metres(_ line: [Coordinate]?) -> Double? {
        line.map { line in
            zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distanceMetres(to: $1.1) }.rounded()
        }
    }

    /// Whether a point of the line is at a place.
    private func passes(_ line: [Coordinate]?, _ place: (Double, Double)) -> Bool {
        let place = DrawnTown.place(place.0, place.1)
        return line?.contains { $0.distanceMetres(to: place) < 1 } ?? false
    }

    @Test func `a bus follows the road around the corner`() throws {
        let hops = try hops(.bus, [(0, 0.1), (4.1, 4)]) {
            $0.way([(0, 0), (4, 0), (4, 4)], ["highway": "secondary"])
        }
        #expect(hops.map(metres) == [800])
        #expect(passes(hops[0], (4, 0)))
    }

    @Test func `consecutive lines meet at the stop`() throws {
        let hops = try hops(.bus, [(0, 0.1), (2, 0.1), (4, 0.1)]) {
            $0.way([(0, 0), (4, 0)], ["highway": "secondary"])
        }
        #expect(hops.map(metres) == [200, 200])
        #expect(hops[0]?.last == hops[1]?.first)
    }

    @Test func `a bus stays on the main road although a lane is shorter`() throws {
        let hops = try hops(.bus, [(0, 0), (5, 0)]) {
            $0.way([(0, 0), (0, 0.5), (5, 0.5), (5, 0)], ["highway": "secondary"])
            $0.way([(0, 0), (5, 0)], ["highway": "track"])
        }
        #expect(hops.map(metres) == [600])
    }

    @Test func `of two equal roads a bus takes the one that bus routes of the map follow`() throws {
        func bend(_ way: Int64, role: String = "") throws -> Bool {
            let hops = try hops(.bus, [(-1, 0), (5, 0)]) {
                $0.way([(-2, 0), (0, 0)], ["highway": "secondary"])
                $0.way([(0, 0), (2, 1), (4, 0)], ["highway": "secondary"])
                $0.way([(0, 0), (2, -1), (4, 0)], ["highway": "secondary"])
                $0.way([(4, 0), (6, 0)], ["highway": "secondary"])
                $0.route([way], role: role, ["type": "route", "route": "bus"])
            }
            return passes(hops[0], (2, 1))
        }
        #expect(try bend(2))
        #expect(try !bend(3))
        // A platform is no way of the bus.
        #expect(try bend(2, role: "platform") == bend(3, role: "platform"))
    }

    @Test func `a bus goes around the block rather than against a one-way street`() throws {
        func block(_ tags: [String: String]) throws -> [Double?] {
            try hops(.bus, [(4, 0), (0, 0)]) {
                $0.way([(-1, 0), (0, 0)], ["highway": "secondary"])
                $0.way(
                    [(0, 0), (4, 0)],
                    ["highway": "secondary", "oneway": "yes"].merging(tags) { $1 })
                $0.way([(4, 0), (5, 0)], ["highway": "secondary"])
                $0.way([(5, 0), (5, 1), (-1, 1), (-1, 0)], ["highway": "secondary"])
            }.map(metres)
        }
        #expect(try block([:]) == [1000])
        #expect(try block(["oneway:bus": "no"]) == [400])
        #expect(try block(["busway": "opposite_lane"]) == [400])
    }

    @Test func `a road closed to vehicles is open to buses if it says so`() throws {
        func road(_ tags: [String: String]) throws -> [Double?] {
            try hops(.bus, [(0, 0), (3, 0)]) {
                $0.way([(0, 0), (3, 0)], tags)
            }.map(metres)
        }
        #expect(try road(["highway": "secondary", "motor_vehicle": "no"]) == [nil])
        #expect(try road(["highway": "secondary", "motor_vehicle": "no", "psv": "yes"]) == [300])
        #expect(try road(["highway": "pedestrian"]) == [nil])
        #expect(try road(["highway": "pedestrian", "bus": "yes"]) == [300])
        #expect(try road(["highway": "footway"]) == [nil])
    }

    @Test func `each mode keeps to its own ways`() throws {
        func line(_ mode: TransitMode) throws -> [Double?] {
            try hops(mode, [(0, 0), (4, 0)]) {
                $0.way([(0, 0), (4, 0)], ["highway": "secondary"])
                $0.way([(0, 0), (2, 0.5), (4, 0)], ["railway": "tram"])
                $0.way([(0, 0), (2, 1), (4, 0)], ["railway": "rail"])
                $0.way([(0, 0), (2, 2), (4, 0)], ["route": "ferry"])
            }.map(metres)
        }
        #expect(try line(.bus) == [400])
        #expect(try line(.tram) == [412])
        #expect(try line(.rail) == [447])
        #expect(try line(.ferry) == [566])
        #expect(try line(.air) == [nil])
    }

    @Test func `a train does not turn sharply at a junction`() throws {
        let hops = try hops(.rail, [(0, 0), (30, 10)]) {
            $0.way([(0, 0), (40, 0)], ["railway": "rail"])
            // From the east end back to the north-west.
            $0.way([(40, 0), (30, 10), (10, 30)], ["railway": "rail"])
        }
        #expect(hops.map(metres) == [nil])
    }

    @Test func `a hop that the map does not show is straight and others are kept`() throws {
        let hops = try hops(.bus, [(0, 0), (3, 0), (3, 40), (6, 40)]) {
            $0.way([(0, 0), (3, 0)], ["highway": "secondary"])
            $0.way([(3, 40), (6, 40)], ["highway": "secondary"])
        }
        #expect(hops.map(metres) == [300, nil, 300])
    }

    @Test func `a long detour is no shape`() throws {
        let hops = try hops(.bus, [(0, 0), (1, 0)]) {
            $0.way([(0, 0), (0, 20), (1, 20), (1, 0)], ["highway": "secondary"])
        }
        #expect(hops.map(metres) == [nil])
    }

    @Test func `stops without ways nearby have no line`() throws {
        #expect(
            try hops(.bus, [(0, 30), (1, 30)]) { $0.street([(0, 0), (1, 0)]) }.map(metres) == [nil])
        #expect(try hops(.bus, [(0, 30)]) { $0.street([(0, 0), (1, 0)]) }.isEmpty)
    }

    @Test func `a file without ways of vehicles has no graph`() throws {
        var town = DrawnTown()
        town.way([(0, 0), (1, 0)], ["highway": "footway"])
        #expect(try VehicleWays([town.opened()]).count == 0)
    }
}
