import Testing
import Transit
import TransitModel

@Suite struct RankingTests {
    @Test func `from the first letter, the most important first`() throws {
        let scene = try SearchScene([
            DrawnStop(id: "a", name: "Zwölfmorgen", latitude: 47.1, trips: 3),
            DrawnStop(id: "b", name: "Zürich HB", latitude: 47.2, trips: 60),
            DrawnStop(id: "c", name: "Zürich, Zoo", latitude: 47.3, trips: 12),
            DrawnStop(id: "d", name: "Bern, Zytglogge", latitude: 47.4, trips: 80),
        ])
        #expect(scene.find("z") == ["Zürich HB", "Zürich, Zoo", "Zwölfmorgen", "Bern, Zytglogge"])
        #expect(scene.find("Z", limit: 2) == ["Zürich HB", "Zürich, Zoo"])
    }

    @Test func `a train counts more than a bus`() throws {
        let scene = try SearchScene([
            DrawnStop(id: "a", name: "Seewil, Post", latitude: 47.1, trips: 30),
            DrawnStop(id: "b", name: "Seewil Süd", latitude: 47.3, trips: 10, routeType: 2),
        ])
        #expect(scene.find("see") == ["Seewil Süd", "Seewil, Post"])
    }

    @Test func `whole names, then beginnings, then words, then typos`() throws {
        let scene = try SearchScene(names: [
            "Stadt Bernau", "Alt-Bern", "Bernau", "Bern, Zoo", "Berm", "Bern",
        ])
        #expect(
            scene.find("bern") == [
                "Bern", "Bern, Zoo", "Bernau", "Alt-Bern", "Stadt Bernau", "Berm",
            ])
        let matches = scene.index.search(StopQuery("bern")).map(\.match)
        #expect(
            matches == [.exact, .nameBeginning, .nameBeginning, .words, .words, .typos(1)])
    }

    @Test(arguments: [
        ("zur hb", "Zürich HB"), ("hb zur", "Zürich HB"), ("ETH hongg", "Zürich, ETH Hönggerberg"),
        ("zuerich eth", "Zürich, ETH Hönggerberg"), ("ZUERICH h b", nil),
        ("hauptbahnhof zürich", "Zürich HB"), ("zürich hbf", "Zürich HB"),
        ("sankt gallen", "St. Gallen"), ("saint gallen", "St. Gallen"), ("st.gallen", "St. Gallen"),
        ("stgallen", "St. Gallen"), ("bahnhofstr. wil", "Wil, Bahnhofstrasse"),
        ("wil bahnhofstraße", "Wil, Bahnhofstrasse"), ("friedrichstrasse", "S+U Friedrichstr. Bhf"),
        ("bahnhof friedrichstr", "S+U Friedrichstr. Bhf"), ("alexanderpl", "Alexanderplatz"),
        ("kings cross", "King's Cross"), ("king's cr", "King's Cross"),
        ("hopital", "L'Hôpital"), ("badenbaden", "Baden-Baden"), ("5th and main", "5th Ave & Main"),
        ("fifth avenue main", "5th Ave & Main"), ("京駅", "東京駅"), ("туга", nil), ("ТУЛА", "Тула"),
    ])
    func `words in any order, shortened or not`(typed: String, name: String?) throws {
        let scene = try SearchScene(names: [
            "Zürich HB", "Zürich, ETH Hönggerberg", "St. Gallen", "St.Gallen, Spisertor",
            "Wil, Bahnhofstrasse", "S+U Friedrichstr. Bhf", "Alexanderplatz", "King's Cross",
            "L'Hôpital", "Baden-Baden", "5th Ave & Main", "東京駅", "Тула",
        ])
        var query = StopQuery(typed)
        query.allowsTypos = false
        #expect(scene.index.search(query).first?.name == name)
    }

    @Test(arguments: [
        "zurihc hb", "xürich", "zürch", "zzürich", "honggreberg", "hoeggerberg", "gönggerberg",
        "thalwill", "thalvil", "htalwil", "hardbücke", "hardbrükce",
    ])
    func `a typo in a long enough word is forgiven, the first letter included`(
        typed: String
    ) throws {
        let scene = try SearchScene(names: [
            "Zürich HB", "Zürich, ETH Hönggerberg", "Thalwil", "Zürich Hardbrücke", "Genève", "Wil",
        ])
        #expect(!scene.find(typed).isEmpty)
        for hit in scene.index.search(StopQuery(typed)) {
            guard case .typos = hit.match else {
                Issue.record("\(typed) is \(hit.name) without a typo")
                continue
            }
        }
    }

    @Test func `short words must be right, and three typos are too many`() throws {
        let scene = try SearchScene(names: ["Wil", "Rüti", "Hönggerberg"])
        #expect(scene.find("wul") == [])
        #expect(scene.find("rut") == ["Rüti"])
        #expect(scene.find("hxnxgxrberg") == [])
    }

    @Test func `typos are not looked for when the list is full`() throws {
        let scene = try SearchScene(names: ["Berm", "Bern", "Bernau"])
        #expect(scene.find("bern", limit: 2) == ["Bern", "Bernau"])
        #expect(scene.find("bern", limit: 3) == ["Bern", "Bernau", "Berm"])
    }

    @Test func `a place of interest pulls near stops up`() throws {
        let scene = try SearchScene([
            DrawnStop(id: "a", name: "Bern, Bahnhof", latitude: 46.95, longitude: 7.44, trips: 90),
            DrawnStop(id: "b", name: "Bahnhofplatz", latitude: 46.80, longitude: 7.15, trips: 90),
            DrawnStop(id: "c", name: "Wil, Bahnhof", latitude: 47.46, longitude: 9.04, trips: 2),
        ])
        let wil = Coordinate(latitude: 47.4601, longitude: 9.04)
        #expect(scene.find("bahnhof").first == "Bahnhofplatz")
        let hits = scene.index.search(StopQuery("bahnhof", near: wil))
        #expect(hits.first?.name == "Wil, Bahnhof")
        #expect(abs((hits.first?.distanceMetres ?? 0) - 11.1) < 0.2)
        #expect(scene.index.search(StopQuery("bahnhof")).first?.distanceMetres == nil)
    }

    @Test(arguments: [
        ("42nd st", "42 St"), ("42 street", "42 St"),
        ("times square 42nd street", "Times Sq - 42 St"),
        ("42n", "42 St"), ("111th", "111 St"), ("3rd av", "3 Av"), ("third avenue", "3rd Avenue"),
        ("12 avenue", "12th Avenue"), ("bway", "Broadway"),
    ])
    func `numbered streets are found with and without the ending of the number`(
        typed: String, name: String
    ) throws {
        let scene = try SearchScene(names: [
            "42 St", "Times Sq - 42 St", "111 St", "3 Av", "3rd Avenue", "12th Avenue", "Broadway",
        ])
        var query = StopQuery(typed)
        query.allowsTypos = false
        #expect(scene.index.search(query).first?.name == name)
    }

    @Test func `a number that names begin with is a code or an id only after these`() throws {
        let scene = try SearchScene([
            DrawnStop(id: "125", name: "Columbus Circle", latitude: 40.1, trips: 90),
            DrawnStop(id: "b", name: "125 St", latitude: 40.2),
            DrawnStop(id: "c", name: "Court Sq", latitude: 40.3, code: "125"),
            DrawnStop(id: "126", name: "Bowling Green", latitude: 40.4),
        ])
        #expect(scene.find("125") == ["125 St", "Court Sq", "Columbus Circle"])
        #expect(scene.find("126").first == "Bowling Green")
    }

    @Test func `German compounds are found by their second part, after words and names`() throws {
        let scene = try SearchScene(names: [
            "Oberägeri, Station", "Unterägeri, Zentrum", "Oberdorf", "Obermünster", "Münster",
        ])
        for typed in ["ägeri", "aegeri", "AGERI", "äger"] {
            #expect(scene.find(typed) == ["Oberägeri, Station", "Unterägeri, Zentrum"])
        }
        #expect(scene.find("unter ägeri") == ["Unterägeri, Zentrum"])
        #expect(scene.find("münster") == ["Münster", "Obermünster"])
        #expect(scene.find("dorf") == [])
        #expect(scene.first("ägeri")?.highlights == [0..<9])
    }

    @Test func `without text the most important, or the nearest`() throws {
        let scene = try SearchScene(names: ["A", "B", "C"])
        #expect(scene.find("") == ["A", "B", "C"])
        #expect(
            scene.find("  ", near: Coordinate(latitude: 40.04, longitude: 8)) == ["C", "B", "A"])
        #expect(scene.find("?!") == [])
        #expect(scene.find("", limit: -5).count <= 1)
        #expect(scene.find("", limit: .max).count == 3)
    }

    @Test func `a railway station is found by the word station though its name has none`() throws {
        let scene = try SearchScene([
            DrawnStop(id: "a", name: "Zug", latitude: 47.1, trips: 9, routeType: 2),
            DrawnStop(id: "b", name: "Zug, Post", latitude: 47.2, trips: 90),
            DrawnStop(id: "c", name: "Zug, Bahnhof", latitude: 47.3, trips: 3),
            DrawnStop(id: "d", name: "Zug, Bahnhofplatz", latitude: 47.4, trips: 50),
        ])
        #expect(scene.find("zug bahnhof") == ["Zug, Bahnhof", "Zug", "Zug, Bahnhofplatz"])
        #expect(scene.find("bahnhof zug").first == "Zug")
        #expect(scene.find("zug station") == ["Zug"])
    }

    @Test(arguments: [
        ("zug, bahn", "Zug"), ("zug bah", "Zug"), ("zug stat", "Zug"), ("zug hb", "Zug"),
        ("hauptbahnhof zug", "Zug"), ("bahnof zug", "Zug"), ("gare de zug", "Zug"),
        ("zug train station", "Zug"), ("haltestelle zug post", "Zug, Post"),
        ("zug bahnhofp", "Zug, Bahnhofplatz"), ("zug p", "Zug, Post"),
        ("chur hb", "Chur Hauptbahnhof"), ("bahnhof chur", "Chur Hauptbahnhof"),
        ("chur west bahn", "Chur West"), ("bus stop lane", "Bus Stop Lane"),
    ])
    func `a station comes first while the word for it is typed, and however it is said`(
        typed: String, name: String
    ) throws {
        let scene = try SearchScene([
            DrawnStop(id: "a", name: "Zug", latitude: 47.1, trips: 9, routeType: 2),
            DrawnStop(id: "b", name: "Zug, Post", latitude: 47.2, trips: 90),
            DrawnStop(id: "c", name: "Zug, Bahnhofplatz", latitude: 47.3, trips: 50),
            DrawnStop(id: "d", name: "Zug Chollermüli", latitude: 47.4, trips: 20, routeType: 2),
            DrawnStop(id: "e", name: "Chur Hauptbahnhof", latitude: 47.5, trips: 9, routeType: 2),
            DrawnStop(id: "f", name: "Chur West", latitude: 47.6, trips: 9, routeType: 2),
            DrawnStop(id: "g", name: "Bus Stop Lane", latitude: 47.7, trips: 2),
        ])
        #expect(scene.find(typed).first == name)
    }

    @Test func `a word for stations that is not typed in full counts beside whole names alone`()
        throws
    {
        let scene = try SearchScene([
            DrawnStop(id: "a", name: "Zug", latitude: 47.1, trips: 9, routeType: 2),
            DrawnStop(id: "b", name: "Zug Chollermüli", latitude: 47.2, trips: 9, routeType: 2),
            DrawnStop(id: "c", name: "Zug Bahnhofweg", latitude: 47.3, trips: 9, routeType: 2),
        ])
        #expect(scene.find("zug bahn") == ["Zug", "Zug Bahnhofweg"])
        #expect(scene.find("bahn").contains("Zug") == false)
    }

    @Test func `any text is answered`() throws {
        let scene = try SearchScene(names: ["Zürich HB", "東京駅", "A B C D E F G H I J K L M N O"])
        for text in [
            String(repeating: "a", count: 100_000), String(repeating: "a ", count: 50_000),
            String(repeating: "e\u{301}\u{302}", count: 5000), "\u{0}", "💩", "\u{202e}zürich",
            String(repeating: "zurich ", count: 12),
        ] {
            #expect(scene.find(text).count <= 10)
        }
        #expect(scene.find("a b c d e f g h i j k l m n o").count == 1)
    }
}
