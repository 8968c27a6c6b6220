import ExtractDrawing
import FileMapping
import FolderTesting
import Foundation
import Hummingbird
import HummingbirdTesting
import NetworkEndpoints
import OSMPBF
import PlaceIndex
import StreetsFile
import StreetsImport
import Testing
import Transit
import TransitModel
import TransitTesting
import WebServer
import WireAPI

@testable import TaktApp

/// Two villages with one street name, as an extract and as the streets of a server.
enum DrawnVillages {
    static func streets(in folder: TemporaryFolder) throws -> ServedStreets {
        let path = folder.path + "/villages.osm.pbf"
        try Data(bytes()).write(to: URL(fileURLWithPath: path))
        let file = folder.path + "/villages.streets"
        _ = try StreetsImport([path]).write(to: file)
        return try ServedStreets(path: file)
    }

    /// Draws a street with two houses in each village; villages are some 11 km apart.
    static func bytes() -> [UInt8] {
        var extract = DrawnExtract()
        func node(_ latitude: Double, _ longitude: Double, _ tags: [String: String] = [:]) -> Int64
        {
            let id = Int64(extract.nodes.count + 1)
            extract.nodes.append(.init(id, latitude, longitude, tags))
            return id
        }
        for (number, village) in ["Bath", "Wells"].enumerated() {
            let south = 51.0 + Double(number) * 0.1
            let ids = (0..<60).map { node(south, -2 + Double($0) * 0.001) }
            extract.ways.append(
                .init(
                    Int64(number + 1), ids,
                    ["highway": "residential", "name": number == 0 ? "Mill Lane" : "High Street"]))
            _ = node(south, -1.98, ["place": "village", "name": village])
            for house in ["1", "2"] {
                _ = node(
                    south + 0.0001, -1.99,
                    ["addr:housenumber": house, "addr:street": "Mill Lane", "addr:city": village])
            }
        }
        return extract.bytes()
    }
}

/// The streets of a server, from a drawn extract of two villages.
@Suite struct ServedStreetsTests {
    private func served<Result>(_ body: (ServedStreets) async throws -> Result) async throws
        -> Result
    {
        try await TemporaryFolder.with { folder in
            try await body(DrawnVillages.streets(in: folder))
        }
    }

    @Test func `the file of streets belongs to the network beside it`() {
        #expect(ServedStreets.path(besideNetwork: "/data/city.takt") == "/data/city.streets")
        #expect(ServedStreets.path(besideNetwork: "city") == "city.streets")
    }

    @Test func `streets show what is around them, and not another town`() async throws {
        func box(_ latitude: Double, _ longitude: Double) -> BoundingBox? {
            BoundingBox(around: [
                Coordinate(latitude: latitude, longitude: longitude),
                Coordinate(latitude: latitude + 0.02, longitude: longitude + 0.02),
            ])
        }
        let shown = try await served { streets in
            [box(51.09, -2.01), box(41.15, -8.61)].map { $0.map(streets.shows) }
        }
        #expect(shown == [true, false])
    }

    @Test func `an address that exists in two villages is found in both`() async throws {
        let names = try await served { streets in
            streets.search(StopQuery("1 mill lane")).filter { $0.match == .exact }.map(\.name)
        }
        #expect(Set(names) == ["1 Mill Lane, Bath", "1 Mill Lane, Wells"])
    }

    @Test func `a coordinate is called after its address, its street, or nothing`() async throws {
        let names = try await served { streets in
            [(51.0001, -1.99), (51.0001, -1.96), (51.05, -1.99)].map {
                streets.name(Coordinate(latitude: $0.0, longitude: $0.1))
            }
        }
        #expect(names[0]?.hasSuffix(" Mill Lane, Bath") == true)
        #expect(names[1] == "Mill Lane, Bath")
        #expect(names[2] == nil)
    }

    @Test func `walks follow the street`() async throws {
        let metres = try await served { streets -> Double? in
            let query = StreetRouter.Query(
                from: WalkEnd(Coordinate(latitude: 51, longitude: -2)), .foot, maximumMetres: 5000)
            let end = WalkEnd(Coordinate(latitude: 51, longitude: -1.99))
            return streets.router.walk(query, to: end)?.length.metres
        }
        #expect((690...710).contains(try #require(metres)))
    }

    @Test func `a damaged file is refused with its name`() async throws {
        try TemporaryFolder.with { folder in
            try folder.write("TAKTSTRT and nothing else", to: "a.streets")
            let path = folder.path + "/a.streets"
            let error = #expect(throws: StreetsFileError.self) { try ServedStreets(path: path) }
            #expect(error?.description.contains(path) == true)
        }
    }

    @Test func `places and stops are answered in one list`() async throws {
        let timetable = try TextFeed("red-1: Mill 8:00 B 8:10").compiled()
        let (status, body) = try await served { streets in
            let router = WebServer.router([
                PlaceEndpoints(streets.places, stops: StopSearchIndex(timetable))
            ])
            let response = try await Application(router: router).test(.router) { client in
                try await client.execute(uri: "/api/v1/places?q=mill", method: .get)
            }
            return (response.status.code, String(buffer: response.body))
        }
        #expect(status == 200)
        #expect(body.contains("\"kind\":\"stop\""))
        #expect(body.contains("\"kind\":\"street\""))
    }

    @Test func `a stop whose own name begins with the text comes before streets that do`()
        async throws
    {
        var feed = TextFeed("red-1: m 8:00 h 8:05 x 8:10")
        feed.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon
            m,"Bath, Mill Lane End",51,-1.99
            h,"Bath, Town Hall",51.01,-1.99
            x,Old Mill Pond,51.02,-1.99
            """
        let index = StopSearchIndex(try feed.compiled())
        let lists = try await served { streets in
            ["mill", "mill lane", "town"].map { text in
                PlacesAnswer(
                    streets.places.search(PlaceQuery(text)),
                    index.search(StopQuery(text)), in: index.timetable, limit: 10
                ).places.map(\.name)
            }
        }
        #expect(lists[0].prefix(2) == ["Bath, Mill Lane End", "Mill Lane"])
        #expect(lists[0].last == "Old Mill Pond")
        // The whole name of the street is better than the beginning of a stop's.
        #expect(lists[1].prefix(3) == ["Mill Lane", "Mill Lane", "Bath, Mill Lane End"])
        #expect(lists[2] == ["Bath, Town Hall"])
    }

    @Test func `a stop of trains comes first for its name and the word for stations`()
        async throws
    {
        var feed = TextFeed("red-1: b 8:00 h 8:05")
        feed.files["routes.txt"] = """
            route_id,route_short_name,route_type
            red,red,2
            """
        feed.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon
            b,Bath,51.05,-1.99
            h,"Station Yard",51.2,-1.99
            """
        var extract = DrawnExtract()
        extract.nodes = [
            .init(1, 51, -2, ["railway": "station", "name": "Bath"]),
            .init(2, 51, -2.1, ["railway": "station", "name": "Wells"]),
            .init(3, 51, -1.9, ["amenity": "police", "name": "Bath Station"]),
        ]
        let extracts = [
            try Extract(bytes: MappedBytes(copying: extract.bytes()), name: "stations")
        ]
        let contents = try PlaceReader.read(extracts).finish()
        let places = try PlaceIndex(MappedSlice(MappedBytes(copying: contents.bytes())))
        let index = StopSearchIndex(try feed.compiled())
        let lists = ["bath station", "Bahnhof Bath", "station"].map { text in
            PlacesAnswer(
                places.search(PlaceQuery(text)), index.search(StopQuery(text)),
                in: index.timetable, limit: 10
            ).places.map { "\($0.category ?? $0.kind) \($0.name)" }
        }
        #expect(lists[0] == ["stop Bath", "police Bath Station", "station Bath"])
        #expect(lists[1] == ["stop Bath", "station Bath"])
        #expect(lists[2].contains("station Wells"))
        #expect(lists[2].prefix(2).contains("stop Bath"))
    }

    /// The status and the body of each address, with `VERSION` in it as the map's.
    private func answers(_ addresses: [String]) async throws -> [(status: Int, body: String)] {
        try await served { streets in
            let router = WebServer.router([TileEndpoints(try #require(streets.tiles))])
            let version = try #require(streets.tilesVersion)
            return try await Application(router: router).test(.router) { client in
                var answers: [(status: Int, body: String)] = []
                for address in addresses {
                    let uri = address.replacingOccurrences(of: "VERSION", with: version)
                    let response = try await client.execute(uri: uri, method: .get)
                    answers.append((Int(response.status.code), String(buffer: response.body)))
                }
                return answers
            }
        }
    }

    @Test func `the tiles of an area are listed with their sizes`() async throws {
        struct List: Decodable {
            struct Tile: Decodable { let z, x, y, bytes: Int }
            let tiles: [Tile]
            let bytes: Int
        }
        let lists = try await answers([
            "/api/v1/tiles?bbox=-2,51,-1.98,51.01", "/api/v1/tiles?bbox=10,10,10.1,10.1",
        ])
        let list = try JSONDecoder().decode(List.self, from: Data(lists[0].body.utf8))
        #expect(list.tiles.contains { $0.z == 14 } && list.tiles.allSatisfy { $0.bytes > 0 })
        #expect(list.bytes == list.tiles.reduce(0) { $0 + $1.bytes })
        let nothing = try JSONDecoder().decode(List.self, from: Data(lists[1].body.utf8))
        #expect(nothing.bytes == nothing.tiles.reduce(0) { $0 + $1.bytes })
        #expect(!nothing.tiles.contains { $0.z == 14 })
    }

    @Test func `a list needs an area, and one that is not too large`() async throws {
        let refused = try await answers(["/api/v1/tiles", "/api/v1/tiles?bbox=-10,40,10,60"])
        #expect(refused.map(\.status) == [400, 400])
        #expect(refused[1].body.contains("6000 tiles"))
    }

    @Test func `a tile of another version is refused, so that nobody keeps it as that`()
        async throws
    {
        let tile = "/api/v1/tiles/14/8100/5489"
        let found = try await answers([tile, tile + "?v=VERSION", tile + "?v=older"])
        #expect(found[0].status == found[1].status && found[0].status < 300)
        #expect(found[2].status == 404 && found[2].body.contains("no-such-version"))
    }

    @Test func `a request for places names a text or a place`() async throws {
        let timetable = try TextFeed("red-1: Mill 8:00 B 8:10").compiled()
        let statuses = try await served { streets in
            let router = WebServer.router([
                PlaceEndpoints(streets.places, stops: StopSearchIndex(timetable))
            ])
            return try await Application(router: router).test(.router) { client in
                var statuses: [Int] = []
                for query in ["", "?near=95,1", "?q=mill&limit=0", "?near=51.0001,-1.99"] {
                    let response = try await client.execute(
                        uri: "/api/v1/places" + query, method: .get)
                    statuses.append(response.status.code)
                }
                return statuses
            }
        }
        #expect(statuses == [400, 400, 400, 200])
    }

    private func reachable(
        _ query: String, router: StreetRouter?
    ) async throws -> (status: Int, body: String) {
        let timetable = try TextFeed("red-1: A 8:00  B 8:05  C 8:10").compiled()
        let routes = WebServer.router([
            ReachableEndpoints(StopSearchIndex(timetable), router: router)
        ])
        return try await Application(router: routes).test(.router) { client in
            let response = try await client.execute(
                uri: "/api/v1/reachable?" + query, method: .get)
            return (response.status.code, String(buffer: response.body))
        }
    }

    @Test func `stops within a walk are answered with its time`() async throws {
        let router = StreetRouter.drawn { profile, from, to in
            profile == .wheelchair && to.longitude > 8.015
                ? .noWay : .walk(WalkLength(metres: from.distanceMetres(to: to) * 2))
        }
        func stops(_ query: String, _ router: StreetRouter?) async throws -> [String] {
            let (status, body) = try await reachable(query, router: router)
            #expect(status == 200)
            return ["A", "B", "C"].filter { body.contains("\"id\":\"\($0)\"") }
        }
        // B is 758 m away, C 1,516 m.
        #expect(try await stops("from=47,8&minutes=10", router) == ["A"])
        #expect(try await stops("from=47,8&minutes=21", router) == ["A", "B"])
        #expect(try await stops("from=47,8&minutes=60", router) == ["A", "B", "C"])
        #expect(try await stops("from=47,8&minutes=60&walkingSpeed=0.3", router) == ["A"])
        #expect(try await stops("from=47,8&minutes=60&wheelchair=true", router) == ["A", "B"])
        #expect(try await stops("from=47,8&minutes=8&bicycle=true", nil) == ["A", "B", "C"])
        #expect(try await stops("from=47,8&minutes=14", nil) == ["A", "B"])
        let estimated = try await reachable("from=47,8&minutes=14", router: nil).body
        #expect(estimated.contains("\"estimated\":true"))
        #expect(estimated.contains("\"metres\":986"))
    }

    @Test(arguments: ["", "from=95,1", "from=47,8&minutes=61", "from=47,8&walkingSpeed=9"])
    func `a wrong request for stops within a walk is refused`(query: String) async throws {
        #expect(try await reachable(query, router: nil).status == 400)
    }

    @Test func `the operator's own tiles are served instead of ours`() throws {
        try TemporaryFolder.with { folder in
            let streets = try DrawnVillages.streets(in: folder)
            let section = try StreetsFile(path: folder.path + "/villages.streets").section(.tiles)
            let path = folder.path + "/own.pmtiles"
            try Data(section.withBytes { Data($0) }).write(to: URL(fileURLWithPath: path))
            let own = try OperatorTiles(path: path)
            #expect(own.archive.tileCount == streets.tiles?.tileCount)
            #expect(own.layers.contains("roads"))
            try folder.write("no tiles", to: "text.pmtiles")
            let error = #expect(throws: OperatorTiles.Failure.self) {
                try OperatorTiles(path: folder.path + "/text.pmtiles")
            }
            #expect(error?.isMissing == false)
            #expect(throws: OperatorTiles.Failure.self) {
                try OperatorTiles(path: folder.path + "/none.pmtiles")
            }
        }
    }
}
