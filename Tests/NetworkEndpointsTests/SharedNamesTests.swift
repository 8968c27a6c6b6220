import EndpointTesting
import Foundation
import Hummingbird
import HummingbirdTesting
import NetworkEndpoints
import Testing
import TransitTesting

import WebServer
@testable import HTTPServing

/// What distinguishes lines and stops of one name.
@Suite struct SharedNamesTests {
    private let router: Router<TaktRequestContext>

    init() throws {
        var text = TextFeed(
            """
            ec-1: A1 8:00  B 9:00  C 10:00
            ec-2: B 8:00  C 9:00
            ec-3: C 11:00  B 12:00  A2 13:00
            ec-4: A2 14:00  B 15:00  C 16:00
            ring-1: A1 8:00  B 9:00  A2 10:00
            named-1: A3 8:00  B 9:00
            lake-1: E 8:00  F 9:00  G 10:00
            hill-1: G 8:00  H 9:00  E 10:00
            """)
        text.files["routes.txt"] = """
            route_id,agency_id,route_short_name,route_long_name,route_type
            ec,1,EC,,2
            ring,1,EC,,2
            named,1,7,Lakeside,3
            lake,1,IR,,2
            hill,1,IR,,2

            """
        text.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon
            A1,Zug,47.17370,8.51500
            A2,Zug,47.17370,8.51500
            A3,"Zug, Post",47.17000,8.51500
            B,Baar,47.19500,8.52300
            C,Thalwil,47.29500,8.56400
            E,Chiasso,45.83000,9.03000
            F,Rotkreuz,47.14000,8.43000
            G,Basel,47.55000,7.59000
            H,Olten,47.35000,7.90000

            """
        router = WebServer.router([try NetworkEndpoints(try text.compiled())])
    }

    private func get(_ uri: String) async throws -> [String: Any] {
        let response = try await Application(router: router).test(.router) { client in
            try await client.execute(uri: uri, method: .get)
        }
        let object = try JSONSerialization.jsonObject(with: Data(buffer: response.body))
        return try #require(object as? [String: Any])
    }

    private func list(_ uri: String, _ member: String) async throws -> [String: [String: Any]] {
        let rows = try #require(try await get(uri)[member] as? [[String: Any]])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["id"] as? String ?? "", $0) })
    }

    @Test func `a line without a long name says where most of its trips go`() async throws {
        let routes = try await list("/api/v1/routes", "routes")
        #expect(routes["ec"]?["from"] as? String == "Zug")
        #expect(routes["ec"]?["to"] as? String == "Thalwil")
        for other in ["ring", "named"] {
            #expect(routes[other] != nil)
            #expect(routes[other]?["from"] == nil && routes[other]?["to"] == nil)
        }
    }

    @Test func `lines of one name between the same ends say where each goes alone`() async throws {
        let routes = try await list("/api/v1/routes", "routes")
        #expect(routes["lake"]?["via"] as? String == "Rotkreuz")
        #expect(routes["hill"]?["via"] as? String == "Olten")
        #expect(routes["ec"]?["via"] == nil && routes["ring"]?["via"] == nil)
        let alone = try await get("/api/v1/routes/hill")
        #expect((alone["route"] as? [String: Any] ?? alone)["via"] as? String == "Olten")
        let lines = try await list("/api/v1/stops/G", "routes")
        #expect(lines.mapValues { $0["via"] as? String } == ["lake": "Rotkreuz", "hill": "Olten"])
    }

    @Test func `of neighbours with one name one represents the others, with the lines of all`()
        async throws
    {
        let stops = try await list("/api/v1/stops", "stops")
        let groups = stops.mapValues { $0["group"] as? String }
        #expect(
            groups == [
                "A1": "A2", "A2": nil, "A3": nil, "B": nil, "C": nil, "E": nil, "F": nil, "G": nil,
                "H": nil,
            ])
        let lead = try await list("/api/v1/stops/A2", "routes")
        #expect(Set(lead.keys) == ["ec", "ring"])
        let other = try await list("/api/v1/stops/A3", "routes")
        #expect(Set(other.keys) == ["named"])
    }
}
