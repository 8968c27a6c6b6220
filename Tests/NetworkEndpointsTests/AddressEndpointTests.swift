import ClockTesting
import AddressSearch
import Foundation
import Hummingbird
import HummingbirdTesting
import NetworkEndpoints
import Testing
import TransitModel

import WebServer
@testable import HTTPServing

/// Address search over HTTP.
@Suite struct AddressEndpointTests {
    private struct Silent: Error {}

    private func get(_ query: String, answering text: String?) async throws -> (Int, [String: Any])
    {
        let geocoder = try #require(
            GeocoderAddress("http://geo.example/?q={query}&near={latitude},{longitude}"))
        let searcher = AddressSearcher(
            geocoder, perSecond: 1, clock: ManualWallClock(UnixTime(seconds: 0))
        ) { _ in
            guard let text else { throw Silent() }
            return Array(text.utf8)
        }
        let router = WebServer.router([AddressEndpoints(searcher.addresses)])
        let response = try await Application(router: router).test(.router) { client in
            try await client.execute(uri: "/api/v1/addresses?" + query, method: .get)
        }
        let object = try JSONSerialization.jsonObject(with: Data(buffer: response.body))
        return (response.status.code, try #require(object as? [String: Any]))
    }

    @Test func `addresses with their places`() async throws {
        let (status, body) = try await get(
            "q=dorf&near=47.1,8.5&language=de&limit=1",
            answering: #"""
                {"features":[{"properties":{"name":"Dorfplatz","city":"Zug"},
                "geometry":{"type":"Point","coordinates":[8.5123456789,47.1]}}]}
                """#)
        #expect(status == 200)
        let addresses = try #require(body["addresses"] as? [[String: Any]])
        #expect(addresses.count == 1)
        #expect(addresses.first?["name"] as? String == "Dorfplatz, Zug")
        #expect(addresses.first?["longitude"] as? Double == 8.512346)
    }

    @Test(arguments: ["", "q=abc&near=here", "q=abc&limit=11", "q=abc&language=d%20e"])
    func `what cannot be understood`(query: String) async throws {
        let (status, body) = try await get(query, answering: "{}")
        #expect(status == 400)
        #expect(body["type"] as? String == "/problems/bad-parameter")
    }

    @Test func `a geocoder that does not answer is distinguished from no addresses`() async throws {
        let (status, body) = try await get("q=dorf", answering: nil)
        #expect(status == 502)
        #expect(body["type"] as? String == "/problems/geocoder-unavailable")
        let (plain, none) = try await get("q=dorf", answering: #"{"features":[]}"#)
        #expect(plain == 200)
        #expect((none["addresses"] as? [Any])?.isEmpty == true)
    }
}
