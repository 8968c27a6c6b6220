import Testing
import TransitModel

@Suite struct GeometryTests {
    private let zurich = Coordinate(latitude: 47.378177, longitude: 8.540192)
    private let bern = Coordinate(latitude: 46.948833, longitude: 7.439122)

    @Test func `distance and bearing of two known cities`() {
        #expect(abs(zurich.distanceMetres(to: bern) - 95_500) < 500)
        #expect(abs(zurich.bearingDegrees(to: bern) - 240.5) < 1)
        #expect(zurich.bearingDegrees(to: zurich) == 0)
    }

    @Test func `a local plane agrees with the sphere nearby and leads back`() {
        let plane = LocalPlane(around: zurich)
        let near = Coordinate(latitude: 47.39, longitude: 8.52)
        let point = plane.point(near)
        let length = (point.x * point.x + point.y * point.y).squareRoot()
        #expect(abs(length - zurich.distanceMetres(to: near)) < 1)
        let back = plane.coordinate(x: point.x, y: point.y)
        #expect(back.distanceMetres(to: near) < 0.001)
    }

    @Test func `boxes hold, meet and refuse to be turned around`() throws {
        let box = try #require(BoundingBox(west: 8, south: 47, east: 9, north: 48))
        #expect(box.contains(zurich))
        #expect(!box.contains(bern))
        let touching = try #require(BoundingBox(west: 9, south: 47, east: 10, north: 48))
        #expect(box.intersects(touching))
        #expect(BoundingBox(west: 9, south: 47, east: 8, north: 48) == nil)
        #expect(BoundingBox(west: 8, south: 47, east: 9, north: 91) == nil)
    }

    @Test func `(0, 0) and places off the globe are implausible`() {
        #expect(!Coordinate(latitude: 0, longitude: 0).isPlausible)
        #expect(!Coordinate(latitude: 91, longitude: 8).isPlausible)
        #expect(!Coordinate(latitude: .nan, longitude: 8).isPlausible)
        #expect(zurich.isPlausible)
    }

    @Test(arguments: [
        (0, TransitMode.tram), (3, .bus), (11, .trolleybus), (106, .rail), (201, .coach),
        (405, .monorail), (702, .bus), (900, .tram), (1000, .ferry), (1400, .funicular),
    ])
    func `route types, basic and extended, name a mode`(type: Int, mode: TransitMode) {
        #expect(TransitMode(routeType: type) == mode)
    }

    @Test(arguments: [8, 13, 99, 1703, -1])
    func `unknown route types name none`(type: Int) {
        #expect(TransitMode(routeType: type) == nil)
    }

    @Test func `text on a colour is readable`() {
        #expect(RGBColour(0xffff00).contrasting == RGBColour(0))
        #expect(RGBColour(0x003366).contrasting == RGBColour(0xffffff))
        #expect(RGBColour(0xd8232a).hex == "#D8232A")
        #expect(RGBColour(0xa).hex == "#00000A")
        #expect(RGBColour(hex: "#d8232A") == RGBColour(0xd8232a))
        #expect(RGBColour(hex: "00000A") == RGBColour(0xa))
        #expect(
            ["", "#", "D8232", "#D8232A0", "+1D823", "-1D823", "red"].allSatisfy {
                RGBColour(hex: $0) == nil
            })
    }

    @Test func `random numbers follow from the seed alone`() {
        var first = SeededRandom(seed: 7)
        var second = SeededRandom(seed: 7)
        #expect((0..<5).map { _ in first.next() } == (0..<5).map { _ in second.next() })
        var mean = 0.0
        for _ in 0..<10_000 { mean += first.gaussian() / 10_000 }
        #expect(abs(mean) < 0.05)
    }

    @Test func `corners within the tolerance are left out, the ends never`() {
        let heights = [0.0, 0.5, 3, 0.4, 0, 0.2, 0]
        func kept(_ tolerance: Double) -> [Int] {
            Simplification.keptCorners(count: heights.count, tolerance: tolerance) {
                corner, from, to in
                let share = Double(corner - from) / Double(to - from)
                return abs(heights[corner] - heights[from] - (heights[to] - heights[from]) * share)
            }
        }
        #expect(kept(5) == [0, 6])
        #expect(kept(2) == [0, 2, 6])
        #expect(kept(0) == [0, 1, 2, 3, 4, 5, 6])
        #expect(Simplification.keptCorners(count: 1, tolerance: 1) { _, _, _ in 9 } == [0])
    }

    @Test func `numbers are rounded to the nearest integer as the library does`() {
        var random = SeededRandom(seed: 8)
        let edges = [0, 0.5, 1.5, 2.5, 0.499_999_999_999_999_94, 1e15 + 0.5, 4.6e18]
        let others = (0..<10_000).map { _ in
            Double.random(in: -1e6...1e6, using: &random)
                / ([1, 1e3, 1e6, 1e9].randomElement(using: &random) ?? 1)
        }
        for number in edges + edges.map({ -$0 }) + others {
            #expect(Int64(nearest: number) == Int64(number.rounded()), "\(number)")
        }
    }

    @Test func `whole seconds between instants are rounded`() {
        let start = UnixTime(seconds: 1_777_874_400)
        for milliseconds in Array(-3001...3001) + [86_399_499, 86_399_500, -86_399_500] {
            let later = UnixTime(milliseconds: start.milliseconds + Int64(milliseconds))
            let rounded = Int64(later.seconds(since: start).rounded())
            #expect(later.wholeSeconds(since: start) == rounded, "\(milliseconds)")
        }
    }
}
