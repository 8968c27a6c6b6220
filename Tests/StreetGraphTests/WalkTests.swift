import StreetGraph
import Testing
import TransitModel

/// A square of streets with sides of 100 m, open at its upper side.
private func square() -> DrawnTown {
    var town = DrawnTown()
    town.street([(0, 0), (1, 0)], "South Street")
    town.street([(0, 0), (0, 1)], "West Street")
    town.street([(1, 0), (1, 1)], "East Street")
    return town
}

private func isNear(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 0.5 } ?? false
}

@Suite struct WalkTests {
    @Test func `a walk follows the streets, with the gaps to them`() throws {
        let walk = try #require(try square().walk((-0.1, 1), (1.2, 1)))
        #expect(isNear(walk.length.metres, 330))
        #expect(walk.line.first == DrawnTown.place(-0.1, 1))
        #expect(walk.line.last == DrawnTown.place(1.2, 1))
        let sum = zip(walk.line, walk.line.dropFirst()).map { $0.distanceMetres(to: $1) }
            .reduce(0, +)
        #expect(isNear(sum, walk.length.metres))
        #expect(isNear(walk.length.seconds(metresPerSecond: 1.1), 300))
    }

    @Test func `two places on one street are as far apart as the street between them`() throws {
        for (from, to) in [(0.2, 0.8), (0.8, 0.2)] {
            let walk = try #require(try square().walk((from, 0.1), (to, -0.1)))
            #expect(isNear(walk.length.metres, 80))
            #expect(walk.line.count == 4)
            #expect(walk.steps.map(\.name) == ["South Street"])
        }
        let same = try #require(try square().walk((0.5, 0), (0.5, 0)))
        #expect(isNear(same.length.metres, 0))
        #expect(same.steps.count == 1)
    }

    @Test func `the shorter way around a loop is taken`() throws {
        var town = DrawnTown()
        town.street([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)])
        // From just before the loop's first node to just after it.
        let walk = try #require(try town.walk((0, 0.2), (0.2, 0)))
        #expect(isNear(walk.length.metres, 40))
        #expect(walk.line.contains(DrawnTown.place(0, 0)))
        let far = try #require(try town.walk((0.4, 0), (0.9, 1)))
        #expect(isNear(far.length.metres, 170))
    }

    @Test func `steps show turns and names`() throws {
        let walk = try #require(try square().walk((0, 0.5), (1, 0.5)))
        #expect(walk.steps.map(\.name) == ["West Street", "South Street", "East Street"])
        #expect(walk.steps.map(\.turn) == [.depart, .left, .left])
        #expect(walk.steps.map { $0.metres.rounded() } == [50, 100, 50])
        let back = try #require(try square().walk((1, 0.5), (0, 0.5)))
        #expect(back.steps.map(\.turn) == [.depart, .right, .right])
    }

    @Test func `unnamed ways are one step until they turn`() throws {
        var town = DrawnTown()
        town.way([(0, 0), (1, 0), (2, 0.2)], ["highway": "footway"])
        town.way([(2, 0.2), (2, 1)], ["highway": "footway"])
        town.way([(2, 1), (2, 2)], ["highway": "steps"])
        town.way([(1, 0), (1, 1)], ["highway": "footway"])
        let walk = try #require(try town.walk((0, 0), (2, 2)))
        #expect(walk.steps.map(\.kind) == [.footway, .footway, .stairs])
        #expect(walk.steps.map(\.turn) == [.depart, .left, .straight])
        #expect(isNear(walk.length.stairsMetres, 100))
    }

    @Test func `a place far from any way, at sea or nowhere has no walk`() throws {
        #expect(try square().walk((0, 0), (30, 30)) == nil)
        var search = WalkSearch(try square().graph(), profile: .foot)
        let nowhere = Coordinate(latitude: .nan, longitude: .infinity)
        #expect(search.walk(from: WalkEnd(nowhere), to: DrawnTown.end(0, 0)) == nil)
    }

    @Test func `a graph of many ways answers as a slow search does`() throws {
        var random = SeededRandom(seed: 24)
        var town = DrawnTown()
        let size = 9
        var lengths: [[Int]: Double] = [:]
        for x in 0..<size {
            for y in 0..<size {
                for (dx, dy) in [(1, 0), (0, 1)] where x + dx < size && y + dy < size {
                    guard random.unit() < 0.8 else { continue }
                    town.street([(Double(x), Double(y)), (Double(x + dx), Double(y + dy))])
                    lengths[[x, y, x + dx, y + dy]] = 100
                    lengths[[x + dx, y + dy, x, y]] = 100
                }
            }
        }
        let graph = try town.graph()
        var search = WalkSearch(graph, profile: .foot)
        for _ in 0..<40 {
            let ends = (0..<4).map { _ in Int(random.next() % UInt64(size)) }
            let expected = slowDistances(from: [ends[0], ends[1]], lengths)
            let (from, to) = (
                DrawnTown.place(Double(ends[0]), Double(ends[1])),
                DrawnTown.place(Double(ends[2]), Double(ends[3]))
            )
            let walk = search.walk(from: WalkEnd(from), to: WalkEnd(to))
            guard let distance = expected[[ends[2], ends[3]]] else { continue }
            #expect(walk.map { abs($0.length.metres - distance) < 2 } ?? false)
            let start = try #require(graph.nearestPoint(to: from, for: .foot))
            let goal = try #require(graph.nearestPoint(to: to, for: .foot))
            // The start as a second goal is final long before the first one.
            search.explore(from: start, to: [start, goal], withinMetres: 500)
            #expect(metres(search.explored(start)).map { $0 < 2 } ?? false)
            let found = metres(search.explored(goal))
            if distance < 495 {
                #expect(found.map { abs($0 - distance) < 2 } ?? false)
            } else if distance > 505 {
                #expect(found == nil)
            }
        }
    }

    private func metres(_ found: WalkSearch.Exploration) -> Double? {
        if case .walk(let length) = found { length.metres } else { nil }
    }

    /// Bellman-Ford over the corners.
    private func slowDistances(from start: [Int], _ lengths: [[Int]: Double]) -> [[Int]: Double] {
        var distances = [start: 0.0]
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for (edge, length) in lengths {
                let (from, to) = (Array(edge[0..<2]), Array(edge[2..<4]))
                guard let distance = distances[from] else { continue }
                if distance + length < distances[to] ?? .infinity {
                    distances[to] = distance + length
                    hasChanged = true
                }
            }
        }
        return distances.filter { lengths[$0.key + $0.key] == nil }
    }
}
