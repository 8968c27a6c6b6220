import JSONWriting
import Testing

@testable import NetworkAPI

/// Paths and parameters as a URL has them.
@Suite struct NetworkRequestTests {
    @Test(arguments: [
        ("/api/v1/stops/search?q=x", NetworkRoute.stopSearch, ""),
        ("/api/v1/stops/Z%C3%BCrich%2FHB", .stop, "Zürich/HB"),
        ("/api/v1/stops/8503000:0:7/departures?at=", .departures, "8503000:0:7"),
        ("/api/v1/routes/%ZZ/timetable", .lineTimetable, "%ZZ"),
        ("/api/v1/routes.geojson", .routesGeoJSON, ""),
        ("/api/v1/connections#part", .connections, ""),
    ])
    func `a path names a route and an id`(
        target: String, route: NetworkRoute, id: String
    ) throws {
        let request = try NetworkRequest(target)
        #expect(request.route == route)
        #expect(request.id == id)
    }

    @Test(arguments: [("/api/v1/vehicles", 501), ("/api/v1/stops/A/B", 501), ("/else", 404)])
    func `other paths need a server or are unknown`(target: String, status: Int) {
        #expect {
            try NetworkRequest(target)
        } throws: {
            ($0 as? NetworkProblem)?.status.rawValue == status
        }
    }

    @Test func `parameters are percent-decoded, and the first of equal names counts`() throws {
        let parameters = RequestParameters(query: "q=Z%C3%BCrich+HB&q=x&via=A&via=B&&empty=&flag")
        #expect(parameters.text("q") == "Zürich+HB")
        #expect(try parameters.texts("via", maximum: 2) == ["A", "B"])
        #expect(throws: NetworkProblem.self) { try parameters.texts("via", maximum: 1) }
        #expect(parameters.text("empty") == nil)
        #expect(parameters.text("flag") == nil)
        #expect(RequestParameters(query: nil).isEmpty)
    }

    @Test func `a problem says which parameter is wrong and what it must be`() throws {
        let parameters = RequestParameters(query: "limit=9&flag=yes&bbox=1,2,3")
        let problem = try #require(throws: NetworkProblem.self) {
            try parameters.integer("limit", in: 1...5)
        }
        #expect(
            String(decoding: problem.body.jsonBytes, as: UTF8.self)
                == #"{"detail":"'limit' must be a whole number from 1 to 5, not '9'.","#
                + #""parameter":"limit","status":400,"title":"Bad Request","#
                + #""type":"/problems/bad-parameter"}"#)
        #expect(throws: NetworkProblem.self) { try parameters.flag("flag") }
        #expect(throws: NetworkProblem.self) { try parameters.box("bbox") }
    }
}
