import Testing
import Transit
import TransitModel

@Suite struct PlaceResolverTests {
    private let scene: SearchScene

    init() throws {
        scene = try SearchScene(
            [
                DrawnStop(id: "S", name: "Bern", latitude: 46.9, type: 1, trips: 0),
                DrawnStop(id: "S1", name: "Bern", latitude: 46.9, parent: "S", trips: 9),
                DrawnStop(id: "S2", name: "Bern", latitude: 46.9, parent: "S", trips: 9),
                DrawnStop(id: "door", name: "Bern Ost", latitude: 46.9, parent: "S", type: 2),
                DrawnStop(id: "p1", name: "Post", latitude: 46.1),
                DrawnStop(id: "p2", name: "Post", latitude: 46.2),
                DrawnStop(id: "w", name: "Bernau, Kirche", latitude: 46.3),
                DrawnStop(id: "g", name: "Genève", latitude: 46.4),
                DrawnStop(id: "f", name: "Geneva Beach", latitude: 46.5),
                DrawnStop(id: "o", name: "Ostia", latitude: 46.6),
                DrawnStop(id: "v", name: "Ostende", latitude: 46.7),
                DrawnStop(id: "east", name: "Markt", latitude: 46.8, trips: 5),
                DrawnStop(id: "west", name: "Markt", latitude: 46.8, trips: 3),
            ],
            translations: "stops,stop_name,en,Geneva,g,\nstops,stop_name,xx,Ostia,v,\n")
    }

    /// Returns a resolution as `stop S: S1 S2`, `ambiguous p1 p2`, ...
    private func resolve(_ text: String) -> String {
        func ids(_ hits: [StopHit]) -> String {
            hits.map { " " + scene.timetable.stops.id($0.stop) }.joined()
        }
        switch PlaceResolver(scene.index).resolve(text) {
        case .coordinate(let place): return "place \(place.latitude) \(place.longitude)"
        case .stop(let stop):
            let members = stop.members.map { " " + scene.timetable.stops.id($0) }.joined()
            return "stop \(scene.timetable.stops.id(stop.stop)):\(members)"
        case .place(let place): return "place \(place.name)"
        case .ambiguousPlaces(let places):
            return "ambiguous places" + places.map { " \($0.name)" }.joined()
        case .ambiguous(let hits): return "ambiguous" + ids(hits)
        case .unknown(let suggestions): return "unknown" + ids(suggestions)
        case .offTheGlobe: return "off the globe"
        }
    }

    @Test(arguments: [
        ("46.5,7.25", "place 46.5 7.25"), (" -33.9 , 151 ", "place -33.9 151.0"),
        ("91,7", "off the globe"), ("46,181", "off the globe"), ("nan,7", "unknown"),
        ("S", "stop S: S1 S2"), ("S2", "stop S2: S2"), ("door", "stop S: S1 S2"),
        ("bern", "stop S: S1 S2"), ("BERN ", "stop S: S1 S2"), ("Post", "ambiguous p1 p2"),
        ("p2", "stop p2: p2"), ("east", "stop east: east west"), ("west", "stop west: west"),
        ("markt", "stop east: east west"), ("bernau", "stop w: w"), ("kirche", "stop w: w"),
        ("ber", "ambiguous S w"), ("geneva", "stop g: g"), ("ostia", "stop o: o"),
        ("gene", "ambiguous g f"),
        ("bermau", "unknown w"), ("quatsch", "unknown"), ("", "unknown"), (" ", "unknown"),
        (",", "unknown"), ("46.5,7.25,8", "unknown"),
    ])
    func `a text names one place, several or none`(text: String, answer: String) {
        #expect(resolve(text) == answer)
    }

    @Test func `explanations say what to do next`() {
        func explanation(_ text: String) -> String? {
            PlaceResolver(scene.index).resolve(text).explanation(of: text, in: scene.timetable)
        }
        #expect(explanation("bern") == nil)
        #expect(
            explanation("post")
                == "'post' may be several stops; give the id of one: Post (p1), Post (p2).")
        #expect(explanation("bermau") == "There is no stop 'bermau'. Similar: Bernau, Kirche (w).")
        #expect(explanation("quatsch") == "There is no stop like 'quatsch'.")
        #expect(
            explanation("99,8")
                == "'99,8' is no place on Earth; give latitude,longitude, as in 47.17,8.51.")
    }

    /// Resolves a text where `places` are the places that are no stops.
    private func resolve(_ text: String, places: [NamedPlace]) -> PlaceResolution {
        PlaceResolver(scene.index) { _ in places }.resolve(text)
    }

    private func address(_ name: String, _ match: StopHit.Match = .exact) -> NamedPlace {
        NamedPlace(
            name: name, at: Coordinate(latitude: 46.9, longitude: 7.4), match: match)
    }

    @Test func `an address is found where no stop has that name`() {
        let place = address("12 High Street, Bern")
        #expect(resolve("12 High Street", places: [place]) == .place(place))
    }

    @Test func `a stop takes precedence over an address`() {
        guard case .stop = resolve("bern", places: [address("Bern")]) else {
            Issue.record("the stop was not found")
            return
        }
    }

    @Test func `an address of two towns is ambiguous`() {
        let places = [address("1 Mill Lane, Bath"), address("1 Mill Lane, Wells")]
        #expect(resolve("1 mill lane", places: places) == .ambiguousPlaces(places))
        let better = [address("Mill Lane, Bath"), address("Mill Lane Farm, Wells", .words)]
        #expect(resolve("mill lane", places: better) == .place(better[0]))
    }

    @Test func `a place that matches better than the stops counts before them`() {
        let place = address("Kirche, Bern")
        #expect(resolve("Kirche Bernau", places: [place]) == .place(place))
        let places = [address("Ber, Bern"), address("Ber, Biel")]
        #expect(resolve("ber", places: places) == .ambiguousPlaces(places))
        guard case .stop = resolve("bernau", places: [address("Bernau Post", .nameBeginning)])
        else {
            Issue.record("the stop was not found")
            return
        }
    }

    @Test func `a stop where nothing calls counts after places`() throws {
        let scene = try SearchScene([
            DrawnStop(id: "h", name: "Hospital", latitude: 46.9, trips: 0),
            DrawnStop(id: "p", name: "Post", latitude: 46.9, trips: 1),
        ])
        func resolve(_ text: String, _ place: NamedPlace) -> PlaceResolution {
            PlaceResolver(scene.index) { _ in [place] }.resolve(text)
        }
        let hospital = address("Royal Hospital")
        #expect(resolve("hospital", hospital) == .place(hospital))
        guard case .stop = resolve("hospital", address("Hospital Road", .nameBeginning)),
            case .stop = resolve("post", address("Post Office"))
        else {
            Issue.record("the stop was not found")
            return
        }
    }

    @Test func `places with the same name are several, unless they are at one place`() {
        func toilets(_ latitude: Double) -> NamedPlace {
            NamedPlace(
                name: "toilets", at: Coordinate(latitude: latitude, longitude: 7.4), match: .words)
        }
        let apart = [toilets(46.9), toilets(46.91)]
        #expect(resolve("toilet", places: apart) == .ambiguousPlaces(apart))
        let together = [toilets(46.9), toilets(46.901)]
        #expect(resolve("toilet", places: together) == .place(together[0]))
    }

    @Test func `a misspelt address is not taken for the one that was meant`() {
        guard
            case .unknown = resolve(
                "12 Hihg Street", places: [address("12 High Street", .typos(1))])
        else {
            Issue.record("the address was taken")
            return
        }
    }
}
