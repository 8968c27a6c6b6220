import PlaceIndex
import Testing
import TransitModel

@Suite struct NearestPlaceTests {
    @Test func `a point is near the nearest door`() throws {
        let index = try PlaceScene.twoTowns()
        let hit = try #require(index.place(near: PlaceScene.at(1.21, 1.1)))
        #expect(hit.name == "12 High Street")
        #expect(hit.locality == "Aberford")
        #expect(try #require(hit.distanceMetres) < 20)
    }

    @Test func `shops all around do not hide the door`() throws {
        var scene = PlaceScene()
        scene.street("High Street", 0, 0)
        scene.house("7", "High Street", 1, 0.5)
        for shop in 0..<40 { scene.place("Shop \(shop)", "shop", 1 + Double(shop) / 1000, 0.5) }
        #expect(try scene.index().place(near: PlaceScene.at(1, 0.5))?.name == "7 High Street")
    }

    @Test func `without a door near by it is near the street`() throws {
        let index = try PlaceScene.twoTowns()
        #expect(index.place(near: PlaceScene.at(2.9, 3.2))?.name == "Station Road")
    }

    @Test func `far from everything it is near nothing`() throws {
        let index = try PlaceScene.twoTowns()
        for point in [
            PlaceScene.at(0, 500), Coordinate(latitude: 0, longitude: 0),
            Coordinate(latitude: 90, longitude: 180), Coordinate(latitude: -90, longitude: -180),
            Coordinate(latitude: .nan, longitude: .infinity),
        ] {
            #expect(index.place(near: point) == nil)
            #expect(index.nearest(to: point, limit: 5).isEmpty)
        }
    }

    @Test(arguments: 1...5)
    func `what is near is what a slow search finds`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var scene = PlaceScene()
        var places: [(name: String, at: Coordinate)] = []
        for number in 0..<200 {
            let (east, north) = (random.unit() * 30, random.unit() * 30)
            scene.place("Place \(number)", "shop", east, north)
            places.append(("Place \(number)", PlaceScene.at(east, north)))
        }
        let index = try scene.index()
        for _ in 0..<50 {
            let here = PlaceScene.at(random.unit() * 30, random.unit() * 30)
            let expected = places.sorted {
                $0.at.distanceMetres(to: here) < $1.at.distanceMetres(to: here)
            }
            let found = index.nearest(to: here, limit: 5)
            #expect(found.map(\.name) == expected.prefix(5).map(\.name), "seed \(seed)")
        }
    }
}
