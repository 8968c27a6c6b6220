import APISchema
import FolderTesting
import Foundation
import Hummingbird
import Logging
import Testing
import TransitTesting
import WebServer

@testable import TaktApp

@Suite struct DescriptionTests {
    private let folder = TemporaryFolder()

    /// Returns the routes under `/api` of a server with all features enabled, as `get
    /// /api/v1/stops/{id}`.
    private func registered() throws -> Set<String> {
        var options = TaktApplication.Options()
        options.dataFolder = folder.path
        options.geocoder = .init("https://photon.example/api?q={query}")
        options.streets = try DrawnVillages.streets(in: folder)
        let timetable = try TextFeed("red-1: A 8:00  B 8:05").compiled()
        let serving = try NetworkServing(
            timetable, options: options,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        var found = Set<String>()
        for route in WebServer.router(serving.endpoints).routes {
            let path =
                "/"
                + "\(route.path)".split(separator: "/").map { part in
                    part.hasPrefix(":") ? "{\(part.dropFirst())}" : String(part)
                }.joined(separator: "/")
            guard path.hasPrefix("/api/") else { continue }
            found.insert("\(route.method.rawValue.lowercased()) \(path)")
        }
        return found
    }

    @Test func `every route is described, and every described route is there`() throws {
        let described = Set(
            TaktApplication.description.operations.map { "\($0.method) \($0.path)" })
        // HEAD belongs to GET and needs no description of its own.
        let routes = try registered().filter { !$0.hasPrefix("head ") }
        #expect(routes.subtracting(described).sorted() == [])
        #expect(described.subtracting(routes).sorted() == [])
    }

    @Test func `every shape that is named is described`() throws {
        let bytes = try JSONEncoder().encode(TaktApplication.description.document())
        let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\\/", with: "/")
        let document = try #require(
            try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        let components = try #require(document["components"] as? [String: Any])
        let shapes = try #require(components["schemas"] as? [String: Any])
        let named = text.components(separatedBy: "#/components/schemas/").dropFirst()
            .map { String($0.prefix { $0.isLetter }) }
        #expect(!named.isEmpty)
        for name in Set(named) { #expect(shapes[name] != nil, "\(name)") }
        let ids = text.components(separatedBy: "\"operationId\":\"").dropFirst()
            .map { String($0.prefix { $0 != "\"" }) }
        #expect(Set(ids).count == ids.count)
    }
}
