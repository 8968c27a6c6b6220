import Foundation
import ShuttleTracker
import Testing
import TransitModel

private typealias Row = [String: Any]

/// The recorded shuttle data next to the project; tests are skipped without it.
private enum SharedShuttles {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "shared/data/rpi_shuttle")

    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static func data(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name))
    }

    /// Returns the objects of a file with one object on each line.
    static func rows(_ name: String) throws -> [Row] {
        try String(decoding: data(name), as: UTF8.self).split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(object as? Row)
        }
    }

    /// Converts `{"$date": "2017-03-27T21:10:26.549-0400"}` to RFC 3339, which has a colon in the
    /// offset.
    static func date(_ value: Any?) throws -> String {
        var text = try #require((value as? Row)?["$date"] as? String)
        text.insert(":", at: text.index(text.endIndex, offsetBy: -2))
        return text
    }
}

@Suite(
    "Recorded shuttle data goes through the wire types",
    .enabled(if: SharedShuttles.isThere, "no ../shared/data/rpi_shuttle beside the project"))
struct RecordedShuttleTests {
    /// Encodes the rows as the tracker's API would and decodes them as the wire type.
    private func read<Element: Codable & Hashable & Sendable>(
        _ rows: [Row], as type: Element.Type
    ) throws -> [Element] {
        let data = try JSONSerialization.data(withJSONObject: rows)
        let listing = try JSONDecoder().decode(ShuttleListing<Element>.self, from: data)
        #expect(listing.rejectedCount == 0)
        let again = try JSONDecoder().decode(
            [Element].self, from: JSONEncoder().encode(listing.elements))
        #expect(again == listing.elements)
        return listing.elements
    }

    @Test func `the nine vehicles of 2017 come back with names and dates`() throws {
        let rows = try SharedShuttles.rows("2017/st_vehicles.json")
        let vehicles = try read(
            rows.enumerated().map { number, row in
                [
                    "id": number, "name": row["vehicleName"] ?? "", "enabled": true,
                    "created": try SharedShuttles.date(row["created"]),
                    "updated": try SharedShuttles.date(row["updated"]),
                    "tracker_id": row["vehicleID"] ?? "",
                ]
            }, as: ShuttleVehicle.self)
        #expect(vehicles.count == 9)
        #expect(vehicles.first?.name == "Bus 85")
        #expect(vehicles.first?.created.description == "2017-03-28T01:10:26.549Z")
    }

    @Test func `the two routes of 2017 come back with their lines and stops`() throws {
        let rows = try SharedShuttles.rows("2017/st_routes.json")
        let stops = try SharedShuttles.rows("2017/st_stops.json").compactMap { $0["id"] as? String }
        let routes = try read(
            rows.enumerated().map { number, row in
                let points = try #require(row["coords"] as? [[String: Double]])
                let names = try #require(row["stopsid"] as? [String])
                return [
                    "id": number, "name": row["name"] ?? "",
                    "description": row["description"] ?? "", "enabled": row["enabled"] ?? "",
                    "color": row["color"] ?? "", "width": row["width"] ?? "",
                    "stop_ids": names.compactMap { stops.firstIndex(of: $0) },
                    "created": try SharedShuttles.date(row["created"]),
                    "updated": try SharedShuttles.date(row["updated"]), "active": true,
                    "points": points.map { ["latitude": $0["lat"], "longitude": $0["lng"]] },
                    "schedule": NSNull(),
                ]
            }, as: ShuttleRoute.self)
        #expect(routes.map(\.name) == ["West Campus", "East Campus"])
        #expect(routes.map(\.colour) == ["#E1501B", "#96C03A"])
        #expect(routes.allSatisfy { $0.points.count > 100 && $0.stopIDs.count > 4 })
        #expect(routes.allSatisfy { $0.points.allSatisfy(\.isPlausible) })
    }

    @Test(arguments: ["2022_api/vehicle4_west_route.json", "2022_api/vehicle5_north_route.json"])
    func `a recorded lap becomes fixes within a mile or so of the campus`(name: String) throws {
        let object = try JSONSerialization.jsonObject(with: SharedShuttles.data(name))
        let points = try #require(object as? [Row])
        let updates = try read(
            points.enumerated().map { number, point in
                let second = String(100 + number % 60).dropFirst()
                let time = "2020-04-24T\(10 + number / 60):00:\(second).5Z"
                return point.merging(
                    [
                        "id": number, "tracker_id": "1", "time": time, "created": time,
                        "vehicle_id": 4, "route_id": NSNull(),
                    ]) { $1 }
            }, as: ShuttleUpdate.self)
        let fixes = updates.compactMap { $0.vehicleFix() }
        #expect(fixes.count == points.count && fixes.count > 20)
        let campus = Coordinate(latitude: 42.7302, longitude: -73.6788)
        #expect(fixes.allSatisfy { $0.coordinate.distanceMetres(to: campus) < 4000 })
        let speeds = fixes.compactMap(\.speedMetresPerSecond)
        #expect(speeds.count == fixes.count)
        // In miles an hour these are city speeds.
        #expect(speeds.allSatisfy { $0 < 25 })
        let highest = try #require(points.compactMap { $0["speed"] as? Double }.max())
        #expect(abs((speeds.max() ?? 0) - highest * 1609.344 / 3600) < 1e-9)
    }
}
