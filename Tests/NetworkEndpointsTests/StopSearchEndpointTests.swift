import EndpointTesting
import Foundation
import Hummingbird
import HummingbirdTesting
import NetworkEndpoints
import Testing
import Timetables
import Transit
import TransitModel
import TransitTesting

import WebServer
@testable import APISchema
@testable import HTTPServing
@testable import WireAPI

@Suite struct StopSearchEndpointTests {
    private let router: Router<TaktRequestContext>

    init() throws {
        var text = TextFeed("red-1: A 8:00  B 8:05  C 8:10\nred-2: A 9:00  B 9:05  C 9:10")
        text.files["stops.txt"] = """
            stop_id,stop_name,stop_code,stop_lat,stop_lon
            A,Zürich HB,ZUE,47.378,8.540
            B,"Zürich, ETH Hönggerberg",,47.408,8.508
            C,Genève,,46.210,6.142

            """
        text.files["translations.txt"] = """
            table_name,field_name,language,translation,record_id
            stops,stop_name,de,Genf,C

            """
        router = WebServer.router([try NetworkEndpoints(try text.compiled())])
    }

    private func get(_ uri: String) async throws -> (status: Int, body: [String: Any]) {
        let response = try await Application(router: router).test(.router) { client in
            try await client.execute(uri: uri, method: .get)
        }
        let object = try JSONSerialization.jsonObject(with: Data(buffer: response.body))
        return (response.status.code, try #require(object as? [String: Any]))
    }

    private func stops(_ uri: String) async throws -> [[String: Any]] {
        let (status, body) = try await get(uri)
        #expect(status == 200, "\(uri)")
        return try #require(body["stops"] as? [[String: Any]])
    }

    private func names(_ uri: String) async throws -> [String] {
        try await stops(uri).compactMap { $0["name"] as? String }
    }

    @Test(arguments: [
        ("/api/v1/stops/search?q=eth&limit=x", 400, "Bad Request"),
        ("/api/v1/stops/nowhere", 404, "Not Found"),
    ]) func `a problem about the network has HTTP's words for its status as its title`(
        uri: String, status: Int, title: String
    ) async throws {
        let answer = try await get(uri)
        #expect(answer.status == status)
        #expect(answer.body["title"] as? String == title)
    }

    @Test func `stops by a few letters, with all that a list shows`() async throws {
        let hit = try #require(try await stops("/api/v1/stops/search?q=hong%20eth").first)
        #expect(hit["id"] as? String == "B")
        #expect(hit["name"] as? String == "Zürich, ETH Hönggerberg")
        #expect(hit["match"] as? String == "words")
        #expect(hit["highlights"] as? [[Int]] == [[8, 11], [12, 16]])
        #expect(hit["modes"] as? [String] == ["bus"])
        #expect(hit["routes"] as? Int == 1)
        #expect(hit["members"] as? [String] == ["B"])
        #expect(hit["distanceMetres"] == nil)
        #expect(hit["matched"] == nil)
        let geneva = try #require(try await stops("/api/v1/stops/search?q=genf").first)
        #expect(geneva["name"] as? String == "Genève")
        #expect(geneva["matched"] as? String == "Genf")
        #expect(geneva["matchedLanguage"] as? String == "de")
    }

    @Test func `umlauts, spaces as plus signs, typos and codes arrive`() async throws {
        #expect(try await names("/api/v1/stops/search?q=Z%C3%BCrich+hb") == ["Zürich HB"])
        #expect(try await names("/api/v1/stops/search?q=gneeve") == ["Genève"])
        #expect(try await names("/api/v1/stops/search?q=zue").first == "Zürich HB")
        #expect(try await names("/api/v1/stops/search?q=nowhere") == [])
    }

    @Test func `without text the main stations or the nearest, as many as wanted`() async throws {
        #expect(try await names("/api/v1/stops/search").count == 3)
        #expect(try await names("/api/v1/stops/search?q=&limit=2").count == 2)
        #expect(try await names("/api/v1/stops/search?near=46.2,6.1") == ["Genève"])
    }

    @Test func `stops nearby come with metres, the nearest first`() async throws {
        let hits = try await stops("/api/v1/stops/nearby?at=47.379,8.540&radius=10000")
        #expect(hits.compactMap { $0["id"] as? String } == ["A", "B"])
        #expect(hits.first?["distanceMetres"] as? Int == 111)
        #expect(try await names("/api/v1/stops/nearby?at=47.379,8.540") == ["Zürich HB"])
        #expect(try await names("/api/v1/stops/nearby?at=0,0") == [])
    }

    @Test(arguments: [
        ("search?limit=0", "'limit' must be a whole number from 1 to 100, not '0'."),
        (
            "search?near=1",
            "'near' must be latitude,longitude in degrees, as in 47.17,8.51, not '1'."
        ),
        (
            "nearby", "'at' must be latitude,longitude in degrees, as in 47.17,8.51, not ''."
        ),
        (
            "nearby?at=91,8",
            "'at' must be latitude,longitude in degrees, as in 47.17,8.51, not '91,8'."
        ),
        (
            "nearby?at=47,8&radius=-1",
            "'radius' must be a whole number from 1 to 100000, not '-1'."
        ),
    ])
    func `what cannot be understood is explained`(path: String, detail: String) async throws {
        let (status, body) = try await get("/api/v1/stops/\(path)")
        #expect(status == 400)
        #expect(body["detail"] as? String == detail)
    }

    @Test func `a stop's id hides neither search nor nearby`() async throws {
        let timetable = try TextFeed("red-1: search 8:00  nearby 8:05").compiled()
        let router = WebServer.router([try NetworkEndpoints(timetable)])
        try await Application(router: router).test(.router) { client in
            for path in ["search?q=search", "nearby?at=47,8"] {
                let response = try await client.execute(uri: "/api/v1/stops/\(path)", method: .get)
                #expect(response.status == .ok)
                #expect(String(buffer: response.body).hasPrefix("{\"stops\":["), "\(path)")
            }
            let other = try await client.execute(uri: "/api/v1/stops/x", method: .get)
            #expect(other.status == .notFound)
        }
    }
}
