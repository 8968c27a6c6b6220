import PlaceIndex
import Testing
import TransitModel

@Suite struct RandomTownTests {
    private static let firsts = [
        "Abel", "Bramble", "Castle", "Dover", "Elder", "Forest", "Garth", "Hawthorn", "Ivory",
        "Juniper", "Kestrel", "Linden",
    ]
    private static let lasts = ["Street", "Road", "Lane", "Avenue", "Close", "Crescent"]

    @Test(arguments: 1...6)
    func `every address is first by its own text, in either order, and near itself`(
        seed: Int
    ) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var scene = PlaceScene()
        scene.locality("Northam", .town, 0, 0)
        scene.locality("Southam", .town, 300, 0)
        var houses: [(number: String, street: String, town: String, at: Coordinate)] = []
        for (town, east) in [("Northam", 0.0), ("Southam", 300.0)] {
            for (row, first) in Self.firsts.shuffled(using: &random).enumerated() {
                let street = "\(first) \(Self.lasts[Int(random.next() % 6)])"
                let north = Double(row) * 2
                scene.street(street, east, north)
                for place in 1...8 where random.unit() < 0.7 {
                    let number = random.unit() < 0.2 ? "\(place * 2)a" : "\(place * 2)"
                    let at = east + Double(place) / 4
                    scene.house(number, street, at, north)
                    houses.append((number, street, town, PlaceScene.at(at, north)))
                }
            }
        }
        let index = try scene.index()
        for house in houses {
            for text in [
                "\(house.number) \(house.street), \(house.town)",
                "\(house.town) \(house.street) \(house.number)",
            ] {
                let hit = try #require(index.first(text), "seed \(seed): \(text)")
                #expect(hit.name == "\(house.number) \(house.street)", "seed \(seed)")
                #expect(hit.match == .exact)
                #expect(hit.coordinate.distanceMetres(to: house.at) < 1.5, "seed \(seed)")
            }
            let near = index.place(near: house.at)
            #expect(near?.name == "\(house.number) \(house.street)", "seed \(seed)")
        }
    }
}
