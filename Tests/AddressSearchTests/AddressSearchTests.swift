import ClockTesting
import HTTPFetching
import Synchronization
import Testing
import TransitModel

@testable import AddressSearch

/// Address search through an external geocoder.
@Suite struct AddressSearchTests {
    private let photon = """
        {"type":"FeatureCollection","features":[
          {"type":"Feature","geometry":{"type":"Point","coordinates":[8.51,47.17]},
           "properties":{"name":"Museum","street":"Dorfstrasse","housenumber":"5",
                         "postcode":"6300","city":"Zug"}},
          {"type":"Feature","geometry":{"type":"Point","coordinates":[8.52,47.18]},
           "properties":{"street":"Dorfweg","city":"Zug"}},
          {"type":"Feature","geometry":{"type":"Point","coordinates":[8.53,47.19]},
           "properties":{"street":"Dorfweg","city":"Zug"}}]}
        """

    /// A scripted geocoder: it records the requests and returns `answers` in turn, repeating the
    /// last one.
    private final class Geocoder: Sendable {
        let asked = Mutex<[String]>([])
        private let answers: [String?]

        init(_ answers: [String?]) {
            self.answers = answers
        }

        func answer(_ url: String) throws -> [UInt8] {
            let number = asked.withLock { asked in
                asked.append(url)
                return asked.count
            }
            guard let text = answers[min(number, answers.count) - 1] else {
                throw FetchError.timedOut
            }
            return Array(text.utf8)
        }
    }

    private func searcher(
        _ geocoder: Geocoder, perSecond: Int = 100,
        clock: any WallClock = ManualWallClock(UnixTime(seconds: 1_700_000_000))
    ) throws -> AddressSearcher {
        let address = try #require(GeocoderAddress("http://geo.example/api?q={query}"))
        return AddressSearcher(address, perSecond: perSecond, clock: clock) {
            try geocoder.answer($0.url)
        }
    }

    @Test func `parameters take what is known and fall away where nothing is`() throws {
        let address = try #require(
            GeocoderAddress(
                "https://geo.example/api?q={query}&n={limit}&lat={latitude}&lon={longitude}"
                    + "&lang={language}&countrycodes=ch,fr"))
        let near = Coordinate(latitude: 47.1749, longitude: 8.5167)
        #expect(
            address.url(
                for: AddressQuery("  Rue  du Lac 3/5 & é ", near: near, language: "fr", limit: 99))
                == "https://geo.example/api?q=Rue%20du%20Lac%203%2F5%20%26%20%C3%A9&n=10"
                + "&lat=47.17&lon=8.52&lang=fr&countrycodes=ch,fr")
        #expect(
            address.url(for: AddressQuery("abc"))
                == "https://geo.example/api?q=abc&n=5&countrycodes=ch,fr")
    }

    @Test(arguments: [
        "", "https://geo.example/api", "https://geo.example/api?q=x",
        "ftp://geo.example/?q={query}",
        "https:///?q={query}", "https://geo.example/?q={query}&key={secret}",
        "https://me:pw@geo.example/?q={query}", "https://geo.example/{query}?q={query}",
        "https://geo.example/?q={query}#top",
    ])
    func `what is no geocoder's address`(text: String) {
        #expect(GeocoderAddress(text) == nil)
    }

    @Test func `names are put together and said once`() async throws {
        let found = try await searcher(Geocoder([photon])).addresses(AddressQuery("dorf"))
        #expect(
            found == [
                Address(
                    name: "Museum, Dorfstrasse 5, 6300 Zug",
                    coordinate: Coordinate(latitude: 47.17, longitude: 8.51)),
                Address(
                    name: "Dorfweg, Zug", coordinate: Coordinate(latitude: 47.18, longitude: 8.52)),
            ])
    }

    @Test func `whole names win, and what is no place is passed over`() async throws {
        let answer = """
            {"features":[
              {"properties":{"name":"No place"},"geometry":null},
              {"properties":{"name":"Nowhere"},"geometry":{"type":"Point","coordinates":[8,191]}},
              {"properties":{"name":"A way"},"geometry":{"type":"LineString","coordinates":[[8,47]]}},
              {"properties":{"name":5},"geometry":{"type":"Point","coordinates":[8,47]}},
              {"properties":{},"geometry":{"type":"Point","coordinates":[8,47]}},
              {"properties":{"name":"Zug","display_name":"Zug, \\u202eSchweiz\\u001b"},
               "geometry":{"type":"Point","coordinates":[8.5,47.2,400]}},
              {"properties":{"name":"Bar","label":"Bar, Montenegro"},
               "geometry":{"type":"Point","coordinates":[19.1,42.1]}}]}
            """
        let found = try await searcher(Geocoder([answer])).addresses(AddressQuery("zug"))
        #expect(found.map(\.name) == ["Zug, Schweiz", "Bar, Montenegro"])
    }

    @Test func `the same question is asked once a day`() async throws {
        let geocoder = Geocoder([photon])
        let clock = ManualWallClock(UnixTime(seconds: 1_700_000_000))
        let searcher = try searcher(geocoder, clock: clock)
        for _ in 0..<3 { _ = try await searcher.addresses(AddressQuery("dorf")) }
        #expect(geocoder.asked.withLock { $0.count } == 1)
        clock.advance(bySeconds: 86_401)
        _ = try await searcher.addresses(AddressQuery("dorf"))
        #expect(geocoder.asked.withLock { $0.count } == 2)
    }

    @Test func `two letters are not worth asking`() async throws {
        let geocoder = Geocoder([photon])
        #expect(try await searcher(geocoder).addresses(AddressQuery(" do ")) == [])
        #expect(geocoder.asked.withLock { $0 } == [])
    }

    @Test func `the geocoder is not asked more often than it may be`() async throws {
        let clock = ManualWallClock(UnixTime(seconds: 1_700_000_000))
        let searcher = try searcher(Geocoder([photon]), perSecond: 2, clock: clock)
        _ = try await searcher.addresses(AddressQuery("one"))
        _ = try await searcher.addresses(AddressQuery("two"))
        await #expect(throws: AddressSearcher.Failure.busy) {
            try await searcher.addresses(AddressQuery("three"))
        }
        #expect(try await searcher.addresses(AddressQuery("one")).count == 2)
        clock.advance(bySeconds: 0.5)
        #expect(try await searcher.addresses(AddressQuery("three")).count == 2)
    }

    @Test(arguments: [nil, "", "<html>", "[]", #"{"features":7}"#])
    func `a geocoder that fails is asked again next time`(answer: String?) async throws {
        let searcher = try searcher(Geocoder([answer, photon]))
        await #expect(throws: AddressSearcher.Failure.unavailable) {
            try await searcher.addresses(AddressQuery("dorf"))
        }
        #expect(try await searcher.addresses(AddressQuery("dorf")).count == 2)
    }
}
