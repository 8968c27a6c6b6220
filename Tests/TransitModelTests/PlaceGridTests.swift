import Testing

@testable import TransitModel

@Suite struct PlaceGridTests {
    /// Returns numbered places all over the world, some on the edges of squares.
    private func places(_ count: Int) -> [(Int, Coordinate)] {
        var random = SeededRandom(seed: 11)
        return (0..<count).map { number in
            let isEven = number % 5 == 0
            let latitude = Double.random(in: -90...90, using: &random)
            let longitude = Double.random(in: -180...180, using: &random)
            return (
                number,
                Coordinate(
                    latitude: isEven ? latitude.rounded() : latitude,
                    longitude: isEven ? longitude.rounded() : longitude)
            )
        }
    }

    @Test func `a box holds what a look at all places finds in it`() throws {
        let all = places(2000)
        let grid = PlaceGrid(all, cellDegrees: 0.5)
        for (west, south, east, north) in [
            (-10.0, -10.0, 10.0, 10.0), (5, 40, 5, 40), (-180, -90, 180, 90), (170, 60, 180, 90),
            (-33, 12, 60, 12.25),
        ] {
            let box = try #require(
                BoundingBox(west: west, south: south, east: east, north: north))
            var found: [Int] = []
            grid.forEach(in: box) { number, _ in found.append(number) }
            #expect(found.sorted() == all.filter { box.contains($0.1) }.map(\.0))
        }
    }

    @Test func `what is near is found up to the last metre`() {
        let all = places(4000)
        let grid = PlaceGrid(all, cellDegrees: 0.5)
        for (_, middle) in all.prefix(50) where abs(middle.latitude) < 80 {
            for metres in [0.0, 40_000, 300_000] {
                var found: [Int] = []
                grid.forEach(around: middle, metres: metres) { number, _ in found.append(number) }
                let near = all.filter {
                    $0.1.distanceMetres(to: middle) <= metres
                        && abs($0.1.longitude - middle.longitude) < 180
                }
                #expect(found.sorted() == near.map(\.0))
            }
        }
    }

    @Test func `nothing lies in an empty grid`() throws {
        let grid = PlaceGrid<Int>([], cellDegrees: 1)
        let box = try #require(BoundingBox(west: -180, south: -90, east: 180, north: 90))
        grid.forEach(in: box) { number, _ in Issue.record("\(number)") }
        grid.forEach { number, _ in Issue.record("\(number)") }
    }
}
