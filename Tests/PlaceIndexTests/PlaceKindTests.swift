import PlaceIndex
import Testing

/// Searches for a kind of place instead of a name.
@Suite struct PlaceKindTests {
    /// A town with two stations, a police station, three shops, and a station road.
    private func town() throws -> PlaceIndex {
        var scene = PlaceScene()
        scene.locality("Aberford", .town, 0, 0)
        scene.place("Aberford", "station", 1, 1)
        scene.place("Mill Halt", "halt", 30, 0)
        scene.place("Aberford Police Station", "police", 2, 2)
        scene.place("Boots", "pharmacy", 3, 0)
        scene.place("Pillbox", "pharmacy", -20, 0)
        scene.place("Coach Park", "bus_station", 4, 4)
        scene.place("Central Stores", "supermarket", 5, 5)
        scene.street("Station Road", 0, 4)
        return try scene.index()
    }

    @Test(arguments: [
        "Aberford Station", "station aberford", "Bahnhof Aberford", "gare d'Aberford",
        "Gare de Aberford", "stazione di Aberford", "Aberford railway station", "aberford bhf",
        "Abreford Station",
    ])
    func `a station is found by its town and the word for stations`(text: String) throws {
        let hit = try #require(try town().first(text))
        #expect(hit.name == "Aberford")
        #expect(hit.category == "station")
    }

    @Test func `a place with the name matches better than others of the kind in the town`() throws {
        let hits = try town().search(PlaceQuery("aberford station"))
        #expect(hits.prefix(2).map(\.match) == [.exact, .words])
    }

    @Test func `a kind finds all of it, the nearest first`() throws {
        let index = try town()
        for text in ["pharmacy", "Apotheke", "pharmacie", "farmacia", "pharm"] {
            let east = index.found(text, near: PlaceScene.at(4, 0)).prefix(2)
            #expect(east == ["Boots, Aberford", "Pillbox, Aberford"], "\(text)")
            let west = index.found(text, near: PlaceScene.at(-18, 0)).prefix(2)
            #expect(west == ["Pillbox, Aberford", "Boots, Aberford"], "\(text)")
        }
        #expect(index.found("pharmacy aberford").count == 2)
        #expect(index.first("pharmacy")?.match == .exact)
        #expect(index.first("pharm")?.match == .words)
    }

    @Test func `the longest phrase counts`() throws {
        let index = try town()
        #expect(index.found("police station") == ["Aberford Police Station, Aberford"])
        #expect(index.found("bus station") == ["Coach Park, Aberford"])
        #expect(
            index.found("station").prefix(2).sorted() == [
                "Aberford, Aberford", "Mill Halt, Aberford",
            ])
    }

    @Test func `a name that has the word comes first where it fits as well`() throws {
        let index = try town()
        #expect(index.found("station road") == ["Station Road, Aberford"])
        #expect(index.found("station").contains("Station Road, Aberford"))
        var scene = PlaceScene()
        scene.place("Pharmacy", "cafe", 0, 0)
        scene.place("Boots", "pharmacy", 0, 1)
        #expect(try scene.index().found("pharmacy") == ["Pharmacy", "Boots"])
    }

    @Test func `half of a list remains for names`() throws {
        var scene = PlaceScene()
        for number in 0..<20 { scene.place("Shop \(number)", "supermarket", Double(number), 0) }
        scene.street("Supermarket Lane", 0, 4)
        let index = try scene.index()
        let found = index.found("supermarket", near: PlaceScene.at(0, 0), limit: 4)
        #expect(found == ["Shop 0", "Shop 1", "Supermarket Lane", "Shop 2"])
    }

    @Test func `a kind with a word that is nowhere is found without it`() throws {
        let hit = try #require(try town().first("supermarkt zzyzx"))
        #expect(hit.name == "Central Stores")
        #expect(hit.match == .someWords)
    }
}
