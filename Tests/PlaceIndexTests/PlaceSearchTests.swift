import PlaceIndex
import Testing

@Suite struct PlaceSearchTests {
    @Test(arguments: [
        "12 High Street Penwick", "high street 12, penwick", "Penwick High St 12",
        "12 hig str penw", "12 Hihg Street Penwick", "12 High Street Penwcik",
    ])
    func `an address is first in any order of words, shortened, and with a typo`(
        text: String
    ) throws {
        let index = try PlaceScene.twoTowns()
        #expect(index.found(text).first == "12 High Street, Penwick")
    }

    @Test func `an address that two towns have is distinguished by its locality`() throws {
        let index = try PlaceScene.twoTowns()
        #expect(
            Set(index.found("12 High Street").prefix(2)) == [
                "12 High Street, Aberford", "12 High Street, Penwick",
            ])
        #expect(index.found("12 High Street Aberford") == ["12 High Street, Aberford"])
    }

    @Test func `of equal names the nearer comes first`() throws {
        let index = try PlaceScene.twoTowns()
        for (east, town) in [(0.0, "Aberford"), (200.0, "Penwick")] {
            let here = PlaceScene.at(east, 3)
            #expect(index.found("high street", near: here).first == "High Street, \(town)")
            #expect(index.found("12 high st", near: here).first == "12 High Street, \(town)")
            let metres = try #require(index.first("high street", near: here)?.distanceMetres)
            #expect(metres < 500)
        }
    }

    @Test func `accents, apostrophes and case do not matter`() throws {
        let index = try PlaceScene.twoTowns()
        let hit = try #require(index.first("CAFE zoe"))
        #expect(hit.name == "Café Zoë")
        #expect(hit.kind == .pointOfInterest)
        #expect(hit.category == "cafe")
        #expect(hit.match == .exact)
    }

    @Test(arguments: [
        ("R. Sta Catarina", "Rua Santa Catarina"), ("av aliados", "Avenida dos Aliados"),
        ("pca batalha", "Praça da Batalha"), ("St Marys Gdns", "Saint Mary's Gardens"),
        ("hauptstr", "Hauptstraße"), ("bd st michel", "Boulevard Saint-Michel"),
    ])
    func `words are found as people shorten them`(text: String, name: String) throws {
        var scene = PlaceScene()
        for street in [
            "Rua Santa Catarina", "Avenida dos Aliados", "Praça da Batalha", "Hauptstraße",
            "Saint Mary's Gardens", "Boulevard Saint-Michel", "Hauptbahnhof",
        ] { scene.street(street, 0, 0) }
        #expect(try scene.index().first(text)?.name == name)
    }

    @Test func `a name in another language finds the place, and is shown`() throws {
        let index = try PlaceScene.twoTowns()
        let street = try #require(index.first("heol yr orsaf"))
        #expect(street.name == "Station Road")
        #expect(street.matchedName == "Heol yr Orsaf")
        #expect(street.matchedLanguage == "cy")
        #expect(index.found("12 High Street Penwig") == ["12 High Street, Penwick"])
    }

    @Test func `a locality comes before what only lies in it`() throws {
        let index = try PlaceScene.twoTowns()
        let hit = try #require(index.first("penwick"))
        #expect(hit.kind == .locality)
        #expect(hit.locality == nil)
        #expect(index.found("penwick").count == 1)
    }

    @Test func `ways of one name in one locality are one street, those of another another`() throws
    {
        var scene = PlaceScene()
        scene.locality("Aberford", .town, 0, 0)
        scene.locality("Penwick", .town, 200, 0)
        for east in [0.0, 3, 6, 9, 200, 203] { scene.street("Mill Lane", east, 2) }
        #expect(
            try scene.index().found("mill lane") == ["Mill Lane, Aberford", "Mill Lane, Penwick"])
    }

    @Test func `one street that leads through two parts of a town is one street`() throws {
        var scene = PlaceScene()
        scene.locality("Aberford", .town, 0, 0)
        scene.locality("Westend", .suburb, -15, 0)
        scene.locality("Eastend", .suburb, 15, 0)
        for east in stride(from: -14.0, to: 14, by: 2) {
            scene.street("Long Road", east, 0, length: 2)
        }
        #expect(try scene.index().found("long road") == ["Long Road, Aberford"])
    }

    @Test func `streets of one name far apart in a town are distinguished by its parts`() throws {
        var scene = PlaceScene()
        scene.locality("Aberford", .town, 0, 0)
        scene.locality("Westend", .suburb, -30, 0)
        scene.locality("Eastend", .suburb, 30, 0)
        for east in [-30.0, 30] {
            scene.street("Church Road", east, 1)
            scene.house("5", "Church Road", east + 1, 1)
        }
        let index = try scene.index()
        let hits = index.search(PlaceQuery("5 church road"))
        #expect(Set(hits.map(\.district)) == ["Westend", "Eastend"])
        #expect(index.search(PlaceQuery("5 church road eastend")).map(\.district) == ["Eastend"])
    }

    @Test func `a place mapped as a point and as a building is found once`() throws {
        var scene = PlaceScene()
        scene.place("Town Hall", "townhall", 0, 0)
        scene.place("Town Hall", "public", 0.3, 0)
        scene.place("Town Hall", "pub", 40, 0)
        #expect(try scene.index().found("town hall").count == 2)
    }

    @Test func `streets are found without house numbers and without localities`() throws {
        var scene = PlaceScene()
        scene.street("Rua António José de Almeida", 0, 0)
        let index = try scene.index()
        let hit = try #require(index.first("r antonio almeida 258"))
        #expect(hit.name == "Rua António José de Almeida")
        #expect(hit.kind == .street)
        #expect(hit.match == .withoutNumber)
        #expect(hit.locality == nil)
    }

    @Test func `a word that fits nothing is left out where nothing has all`() throws {
        let index = try PlaceScene.twoTowns()
        let hit = try #require(index.first("12 High Street Penwick Wales"))
        #expect(hit.name == "12 High Street")
        #expect(hit.locality == "Penwick")
        #expect(hit.match == .someWords)
    }

    @Test func `a street is not found by its word for streets alone`() throws {
        let index = try PlaceScene.twoTowns()
        #expect(index.first("Zzyzx Street") == nil)
        #expect(index.first("12 zzyzx st") == nil)
        #expect(index.first("high zzyzx")?.match == .someWords)
    }

    @Test func `a postcode is found, and distinguishes an address`() throws {
        let index = try PlaceScene.twoTowns()
        #expect(index.first("pw1 2ab")?.kind == .postcode)
        let hit = try #require(index.first("12a High Street PW1 2AB"))
        #expect(hit.address?.postcode == "PW1 2AB")
        #expect(hit.match == .exact)
        #expect(index.first("12 High Street PW1 2AB")?.locality == "Penwick")
    }

    @Test(arguments: ["", "   ", "?!", "xyzzyxyz", "999999999999999999999 99999"])
    func `a text that says nothing finds nothing`(text: String) throws {
        #expect(try PlaceScene.twoTowns().found(text).isEmpty)
    }

    @Test func `without a text what is near is listed, the nearest first`() throws {
        let index = try PlaceScene.twoTowns()
        let hits = index.search(PlaceQuery("", near: PlaceScene.at(1, 4.2)))
        #expect(hits.prefix(3).map(\.name) == ["Café Zoë", "Station Road", "High Street"])
        #expect(hits.allSatisfy { $0.match == .near })
    }

    @Test func `without a text the address that a point is near comes first`() throws {
        let index = try PlaceScene.twoTowns()
        let hits = index.search(PlaceQuery("", near: PlaceScene.at(1.21, 1.1), limit: 2))
        #expect(hits.map(\.name) == ["12 High Street", "High Street"])
        #expect(hits.first?.match == .near)
    }

    @Test func `no more are found than wanted, and long texts are read in part`() throws {
        var scene = PlaceScene()
        for number in 0..<300 { scene.place("Shop \(number)", "shop", Double(number) * 3, 0) }
        let index = try scene.index()
        #expect(index.found("shop", limit: 3).count == 3)
        #expect(index.found("shop", limit: 1000).count == PlaceQuery.maximumLimit)
        #expect(index.found("shop", limit: -1).count == 1)
        let long = String(repeating: "shop ", count: 10_000)
        #expect(index.search(PlaceQuery(long)).count <= 10)
    }
}
