import Testing
import Timetables
import Transit
import TransitModel

@Suite struct GroupingTests {
    @Test func `a station and its platforms are one hit, entrances are none`() throws {
        let scene = try SearchScene([
            DrawnStop(id: "S", name: "Bern", type: 1, trips: 0),
            DrawnStop(id: "1", name: "Bern", parent: "S", trips: 5),
            DrawnStop(id: "2", name: "Bern", parent: "S", trips: 5),
            DrawnStop(id: "door", name: "Bern, Christoffelunterführung", parent: "S", type: 2),
        ])
        let hits = scene.index.search(StopQuery("bern"))
        #expect(hits.map(\.stop).map(scene.timetable.stops.id) == ["S"])
        #expect(scene.members(hits.first) == ["1", "2"])
        #expect(scene.find("christoffel") == [])
        #expect(scene.first("door")?.name == "Bern")
    }

    @Test func `stops of one name side by side are one hit, far apart they are two`() throws {
        let scene = try SearchScene([
            DrawnStop(id: "n", name: "Post", latitude: 47.000, trips: 2),
            DrawnStop(id: "s", name: "Post", latitude: 47.001, trips: 7),
            DrawnStop(id: "far", name: "Post", latitude: 47.2, trips: 1),
            DrawnStop(id: "other", name: "Markt", latitude: 47.0005),
        ])
        let hits = scene.index.search(StopQuery("post"))
        #expect(hits.map { scene.timetable.stops.id($0.stop) } == ["s", "far"])
        #expect(scene.members(hits.first) == ["n", "s"])
    }

    @Test func `a bus stop called like the station beside it belongs to it`() throws {
        let scene = try SearchScene([
            DrawnStop(id: "S", name: "Bern", type: 1, trips: 0),
            DrawnStop(id: "1", name: "Bern", parent: "S", trips: 1),
            DrawnStop(id: "bus", name: "Bern", latitude: 47.002, trips: 50),
        ])
        let hits = scene.index.search(StopQuery("bern"))
        #expect(hits.map { scene.timetable.stops.id($0.stop) } == ["S"])
        #expect(scene.members(hits.first) == ["1", "bus"])
    }

    @Test func `names in other languages are found and shown`() throws {
        let scene = try SearchScene(
            [
                DrawnStop(id: "S", name: "Genève", latitude: 46.2, type: 1, trips: 0),
                DrawnStop(id: "1", name: "Genève", latitude: 46.2, parent: "S"),
                DrawnStop(id: "b", name: "Biel/Bienne", latitude: 47.1),
            ],
            translations: """
                stops,stop_name,de,Genf,S,
                stops,stop_name,de,Genf,1,
                stops,stop_name,it,Bienna,,Biel/Bienne
                stops,stop_name,fr,Genève,S,

                """)
        let genf = try #require(scene.first("genf"))
        #expect(genf.name == "Genève")
        #expect(genf.matchedName == "Genf")
        #expect(genf.matchedLanguage == "de")
        #expect(genf.highlights == [0..<4])
        #expect(genf.match == .exact)
        #expect(scene.first("bienna")?.matchedLanguage == "it")
        #expect(scene.first("gene")?.matchedName == nil)
        #expect(scene.index.search(StopQuery("ge")).count == 1)
    }

    @Test func `codes and ids are found whole`() throws {
        let scene = try SearchScene([
            DrawnStop(id: "Parent:ZUE", name: "Zürich HB", latitude: 47.4, code: "ZUE", trips: 3),
            DrawnStop(id: "x", name: "Zuerst", latitude: 47.1, trips: 9),
        ])
        #expect(scene.find("zue") == ["Zürich HB", "Zuerst"])
        #expect(scene.first("zue")?.match == .exact)
        #expect(scene.find("Parent:ZUE") == ["Zürich HB"])
        #expect(scene.first("x")?.name == "Zuerst")
    }

    @Test func `what was typed is marked`() throws {
        let scene = try SearchScene(names: ["Zürich, ETH Hönggerberg", "Zürich HB"])
        #expect(scene.first("hong zuri")?.highlights == [0..<4, 12..<16])
        #expect(scene.first("zürich hauptbahnhof")?.highlights == [0..<6, 7..<9])
    }

    @Test func `the nearest stops, with metres`() throws {
        let scene = try SearchScene([
            DrawnStop(id: "a", name: "A", latitude: 47.000),
            DrawnStop(id: "b", name: "B", latitude: 47.004),
            DrawnStop(id: "c", name: "C", latitude: 47.100),
            DrawnStop(id: "date", name: "Date line", latitude: -17, longitude: 179.999),
        ])
        let center = Coordinate(latitude: 47.001, longitude: 8)
        let hits = scene.index.nearest(to: center, within: 500, limit: 10)
        #expect(hits.map(\.name) == ["A", "B"])
        #expect(abs((hits.first?.distanceMetres ?? 0) - 111.2) < 0.5)
        #expect(scene.index.nearest(to: center, within: 50, limit: 10) == [])
        #expect(scene.index.nearest(to: center, within: 1e9, limit: 2).count == 2)
        let beyond = Coordinate(latitude: -17, longitude: -179.999)
        #expect(
            scene.index.nearest(to: beyond, within: 1000, limit: 5).map(\.name) == ["Date line"])
        let nowhere = Coordinate(latitude: .nan, longitude: .infinity)
        #expect(scene.index.nearest(to: nowhere, within: 1000, limit: 5) == [])
        #expect(scene.find("", near: nowhere) == [])
        #expect(scene.find("a", near: nowhere) == ["A"])
        let pole = Coordinate(latitude: 90, longitude: 0)
        #expect(scene.index.nearest(to: pole, within: 1000, limit: 5) == [])
    }

    @Test func `a network without a name or a place is searched all the same`() throws {
        let scene = try SearchScene([DrawnStop(id: "only", name: "")])
        #expect(scene.find("only") == ["only"])
    }
}
