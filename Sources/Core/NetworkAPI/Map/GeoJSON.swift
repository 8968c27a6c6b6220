package import JSONWriting
package import Timetables
package import TransitModel

/// Geometry as GeoJSON (RFC 7946: longitude first).
package enum GeoJSON {
    /// The lines of all routes, one feature each.
    package struct RouteCollection: JSONObject {
        let type = "FeatureCollection"
        let features: [RouteFeature]

        package static let schema = JSONSchema(
            "LineMap", .text("type"), .list("features", of: RouteFeature.schema))

        /// Collects all routes that have a line.
        package init(_ timetable: Timetable) {
            features = timetable.routes.indices.compactMap { route in
                guard timetable.shownRoute(route) == nil else { return nil }
                let lines = GeoJSON.lines(of: route, timetable)
                return lines.isEmpty ? nil : RouteFeature(route, lines: lines, timetable)
            }
        }

        /// Collects the routes that touch the box.
        package init(_ map: MapIndex, in box: BoundingBox) {
            features = map.routes(in: box).compactMap { route in
                let lines = GeoJSON.lines(of: route, map.timetable)
                guard lines.contains(where: { $0.contains(where: box.contains) }) else {
                    return nil
                }
                return RouteFeature(route, lines: lines, map.timetable)
            }
        }

        /// Collects the lines of all routes, or those that touch a box, side by side where they
        /// share a street: a feature for each route and style of its stretches.
        package init(sideBySide map: MapIndex, in box: BoundingBox?) {
            let routes = box.map(map.routes(in:)) ?? Array(map.timetable.routes.indices)
            features = routes.flatMap { route in
                let apart = Dictionary(grouping: map.stretches(of: route)) { $0.style }
                return apart.sorted { $0.key < $1.key }.map { style, stretches in
                    RouteFeature(
                        route, style,
                        lines: stretches.map { stretch in
                            stretch.points.map { [Double($0.x) / 1e6, Double($0.y) / 1e6] }
                        }, map.timetable)
                }
            }
        }

        package func writeMembers(to json: inout JSONText) {
            json.member("features", features)
            json.member("type", type)
        }
    }

    /// The lines of one route.
    package struct RouteFeature: JSONObject {
        let type = "Feature"
        let geometry: MultiLine
        let properties: Properties

        package static let schema = JSONSchema(
            "LineFeature", .text("type"),
            .init("geometry", .anything, "A `MultiLineString`"),
            .object("properties", Properties.schema))

        /// Several lines as one geometry.
        package struct MultiLine: JSONObject {
            let type = "MultiLineString"
            let coordinates: [[[Double]]]

            package func writeMembers(to json: inout JSONText) {
                json.member("coordinates", coordinates)
                json.member("type", type)
            }
        }

        /// What a map draws and writes on the lines.
        package struct Properties: JSONObject {
            let id: String
            let shortName: String
            let mode: TransitMode
            let colour: String
            let textColour: String
            let sortOrder: Int?
            let offset: Float?
            let straight: Bool?

            package static let schema = JSONSchema(
                "LineProperties", .text("id shortName mode colour textColour"), .int("sortOrder?"),
                .number(
                    "offset?",
                    """
                    How many widths of a line to draw it to the right of its coordinates; with \
                    `sideBySide=true`
                    """),
                .flag(
                    "straight?",
                    """
                    True where only the stops are known and not the way between them; with \
                    `sideBySide=true`
                    """))

            package func writeMembers(to json: inout JSONText) {
                json.member("colour", colour)
                json.member("id", id)
                json.member("mode", mode)
                json.member("offset", offset)
                json.member("shortName", shortName)
                json.member("sortOrder", sortOrder)
                json.member("straight", straight)
                json.member("textColour", textColour)
            }
        }

        init(_ route: RouteIndex, lines: [[Coordinate]], _ timetable: Timetable) {
            self.init(
                route, nil,
                lines: lines.map { GeoJSON.simplified($0, toleranceMetres: 4) }, timetable)
        }

        init(
            _ route: RouteIndex, _ style: ParallelLines.Style?, lines: [[[Double]]],
            _ timetable: Timetable
        ) {
            let routes = timetable.routes
            let order = routes.sortOrders[route]
            geometry = MultiLine(coordinates: lines)
            properties = Properties(
                id: routes.id(route), shortName: routes.lineName(route),
                mode: routes.mode(route), colour: routes.colour(route).hex,
                textColour: routes.textColour(route).hex,
                sortOrder: order < 0 ? nil : Int(order), offset: style?.offset,
                straight: style?.isStraight == true ? true : nil)
        }

        package func writeMembers(to json: inout JSONText) {
            json.member("geometry", geometry)
            json.member("properties", properties)
            json.member("type", type)
        }
    }

    /// Returns the distinct paths of a route's runs, without those that are the reverse of another
    /// one or serve only a part of a longer one's stops.
    static func ways(of route: RouteIndex, _ timetable: Timetable) -> [LineWay] {
        var seenShapes = Set<UInt32>()
        var seenLegs = Set<UInt64>()
        var ways: [LineWay] = []
        let patterns = timetable.ways(of: route).sorted {
            (timetable.patterns.stops(of: $1).count, $0) < (
                timetable.patterns.stops(of: $0).count, $1
            )
        }
        for pattern in patterns {
            guard let run = timetable.patterns.runs(of: pattern).first else { continue }
            let trip = timetable.patterns.runTrips[run]
            let path = timetable.trips.paths[trip]
            if path != TripColumns.noPath {
                let shape = timetable.shapes.pathShapes[Int(path)].rawValue
                guard seenShapes.insert(shape).inserted else { continue }
            }
            // A leg is a pair of neighbouring stops, in either direction.
            let stops = timetable.patterns.stops(of: pattern).map { place($0, timetable) }
            var isNew = false
            for (from, to) in zip(stops, stops.dropFirst()) {
                let leg = UInt64(min(from, to)) << 32 | UInt64(max(from, to))
                if seenLegs.insert(leg).inserted { isNew = true }
            }
            guard isNew else { continue }
            if let way = RunPath(timetable, trip: trip, pattern: pattern), way.points.count > 1 {
                ways.append(LineWay(way))
            }
        }
        return ways
    }

    /// Returns the corners of the paths.
    static func lines(of route: RouteIndex, _ timetable: Timetable) -> [[Coordinate]] {
        ways(of: route, timetable).map { $0.points }
    }

    /// Returns the same number for all platforms of one station.
    private static func place(_ stop: StopIndex, _ timetable: Timetable) -> UInt32 {
        (timetable.stops.parent(stop) ?? stop).rawValue
    }

    /// Returns the simplified line within a tolerance, longitude first, rounded to six decimals (a
    /// tenth of a metre).
    static func simplified(_ points: [Coordinate], toleranceMetres: Double) -> [[Double]] {
        corners(points, toleranceMetres: toleranceMetres).map {
            [rounded($0.longitude), rounded($0.latitude)]
        }
    }

    /// Returns the points of the simplified line within a tolerance.
    static func corners(_ points: [Coordinate], toleranceMetres: Double) -> [Coordinate] {
        guard let first = points.first else { return [] }
        let plane = LocalPlane(around: first)
        let flat = points.map { plane.point($0) }
        return Simplification.keptCorners(count: points.count, tolerance: toleranceMetres) {
            distance(flat[$0], flat[$1], flat[$2])
        }.map { points[$0] }
    }

    /// Rounds to six decimals.
    package static func rounded(_ degrees: Double) -> Double { (degrees * 1e6).rounded() / 1e6 }

    private static func distance(
        _ point: (x: Double, y: Double), _ a: (x: Double, y: Double), _ b: (x: Double, y: Double)
    ) -> Double {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let square = dx * dx + dy * dy
        let along = (point.x - a.x) * dx + (point.y - a.y) * dy
        let share = square > 0 ? min(1, max(0, along / square)) : 0
        let (x, y) = (point.x - a.x - dx * share, point.y - a.y - dy * share)
        return (x * x + y * y).squareRoot()
    }
}
