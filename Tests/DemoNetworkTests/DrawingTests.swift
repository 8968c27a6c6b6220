import DemoNetwork
import Testing
import TransitModel

/// Checks that the drawn lines look like streets that vehicles follow.
struct DrawingTests {
    private let feed = ReadFeed.shared

    /// Returns the distance of each call along the shape, in metres; nil where the shape does not
    /// pass within 30 m.
    private func positions(of trip: Row) -> [Double?] {
        let calls = feed.stopTimes[trip["trip_id"]] ?? []
        guard let shape = feed.shapes[trip["shape_id"]], let origin = shape.first else { return [] }
        let plane = LocalPlane(around: origin)
        let points = shape.map { plane.point($0) }
        var travelled = [0.0]
        for (start, end) in zip(points, points.dropFirst()) {
            travelled.append(
                travelled[travelled.count - 1] + length(end.x - start.x, end.y - start.y))
        }
        var segment = 0
        return calls.map { call in
            let stop = plane.point(feed.place(ofStop: call.stop))
            // The nearest point of the first subsequent stretch that is close enough.
            var best: (distance: Double, position: Double, segment: Int)?
            for index in segment..<(points.count - 1) {
                let (distance, share) = Self.project(stop, points[index], points[index + 1])
                let position =
                    travelled[index] + share * (travelled[index + 1] - travelled[index])
                if distance <= 30, distance < best?.distance ?? .infinity {
                    best = (distance, position, index)
                } else if let best, position > best.position + 60 {
                    break
                }
            }
            segment = best?.segment ?? segment
            return best?.position
        }
    }

    private func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

    private static func project(
        _ point: (x: Double, y: Double), _ start: (x: Double, y: Double),
        _ end: (x: Double, y: Double)
    ) -> (distance: Double, share: Double) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let square = dx * dx + dy * dy
        let raw = ((point.x - start.x) * dx + (point.y - start.y) * dy) / max(square, 1e-9)
        let share = min(1, max(0, raw))
        let (x, y) = (start.x + share * dx - point.x, start.y + share * dy - point.y)
        return ((x * x + y * y).squareRoot(), share)
    }

    @Test func `shapes pass their stops in order`() {
        #expect(feed.sampleTrips.count == feed.shapes.count)
        for trip in feed.sampleTrips {
            let positions = positions(of: trip)
            #expect(!positions.contains(nil), "\(trip["shape_id"]) misses a stop")
            let found = positions.compactMap { $0 }
            #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 }, "\(trip["shape_id"])")
        }
    }

    @Test func `distances given are distances along the shape`() {
        var given = 0
        for trip in feed.sampleTrips {
            let calls = feed.stopTimes[trip["trip_id"]] ?? []
            for (call, position) in zip(calls, positions(of: trip)) {
                guard let distance = call.distance, let position else { continue }
                given += 1
                // The drawing is flat, which makes a difference of a thousandth over 50 km.
                let tolerance = 40 + distance / 1000
                #expect(abs(distance - position) < tolerance, "\(trip["shape_id"]) \(call.stop)")
            }
        }
        let missing = feed.sampleTrips.filter { feed.stopTimes[$0["trip_id"]]?[1].distance == nil }
        #expect(given > 300)
        #expect(!missing.isEmpty)
    }

    @Test func `shapes are smooth lines`() {
        for (id, shape) in feed.shapes {
            let steps = zip(shape, shape.dropFirst()).map { $0.distanceMetres(to: $1) }
            #expect(steps.allSatisfy { $0 < 110 }, "\(id) has a long straight step")
            #expect(steps.allSatisfy { $0 > 0.2 }, "\(id) stands still")
        }
    }

    @Test func `lines in the same street share its geometry`() {
        let one = Set(feed.shapes["1-0-out"] ?? [])
        let back = Set(feed.shapes["1-0-in"] ?? [])
        let night = Set(feed.shapes["n1-0-out"] ?? [])
        #expect(one == back && one.count > 300)
        #expect(Double(one.intersection(night).count) > 0.9 * Double(one.count))
    }

    @Test func `speeds suit the vehicles`() throws {
        let plausible: [String: ClosedRange<Double>] = [
            "0": 10...24, "2": 50...110, "3": 11...42, "4": 15...24, "7": 9...16, "11": 14...28,
        ]
        for trip in feed.sampleTrips {
            let type = try #require(feed.routes[trip["route_id"]]?["route_type"])
            let range = try #require(plausible[type])
            let calls = zip(feed.stopTimes[trip["trip_id"]] ?? [], positions(of: trip))
                .filter { $0.0.arrival != nil }
            for (start, end) in zip(calls, calls.dropFirst()) {
                let metres = try #require(end.1) - #require(start.1)
                let time = try #require(end.0.arrival) - #require(start.0.departure)
                let speed = metres / Double(time) * 3.6
                #expect(range.contains(speed), "\(trip["shape_id"]) to \(end.0.stop): \(speed)")
            }
        }
    }

    @Test(arguments: ["west-campus", "east-campus"])
    func `loops end where they begin`(route: String) throws {
        let trips = feed.sampleTrips.filter { $0["route_id"] == route }
        #expect(trips.count == 1)
        for trip in trips {
            let calls = try #require(feed.stopTimes[trip["trip_id"]])
            let station = { (call: StopTime) in feed.stops[call.stop]?["parent_station"] ?? "" }
            #expect(try station(#require(calls.first)) == station(#require(calls.last)))
            #expect(calls.allSatisfy { !$0.row["stop_headsign"].isEmpty })
        }
        #expect(feed.routes["west-campus"]?["route_color"] == "0080FF")
    }

    @Test func `a loop passes a place twice on its way`() throws {
        let trip = try #require(feed.sampleTrips.first { $0["route_id"] == "east-campus" })
        let calls = try #require(feed.stopTimes[trip["trip_id"]])
        #expect(calls.count { $0.stop.hasPrefix("seewil-mensa:") } == 2)
        let rhythm = feed.table("frequencies.txt").filter { $0["trip_id"] == trip["trip_id"] }
        #expect(!rhythm.isEmpty && rhythm.allSatisfy { $0["exact_times"] == "1" })
    }

    @Test func `every colour carries its text`() throws {
        for route in feed.routes.values {
            let colour = try #require(UInt32(route["route_color"], radix: 16))
            let text = try #require(UInt32(route["route_text_color"], radix: 16))
            #expect(RGBColour(text) == RGBColour(colour).contrasting)
        }
    }

    @Test func `no stop but landing stages lies in the lake`() {
        let lake = DemoLandscape().lake
        #expect(lake.count > 200)
        for stop in feed.stops.values where stop["location_type"] == "0" {
            let place = feed.place(ofStop: stop["stop_id"])
            let nearest = lake.map { $0.distanceMetres(to: place) }.min() ?? .infinity
            if Self.contains(lake, place) {
                #expect(nearest < 90, "\(stop["stop_id"]) stands in the water")
            }
        }
        #expect(Self.contains(lake, Coordinate(latitude: 47.16, longitude: 8.29)))
    }

    @Test func `the landscape has a river and streets`() {
        let landscape = DemoLandscape()
        #expect(landscape.river.count > 100)
        #expect(landscape.streets.count > 40)
        #expect(
            landscape.streets.allSatisfy { $0.line.count > 1 && $0.line.allSatisfy(\.isPlausible) })
    }

    /// Counts how often a ray to the east crosses the ring.
    private static func contains(_ ring: [Coordinate], _ place: Coordinate) -> Bool {
        var isInside = false
        for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1))
        where (start.latitude > place.latitude) != (end.latitude > place.latitude) {
            let share = (place.latitude - start.latitude) / (end.latitude - start.latitude)
            if place.longitude < start.longitude + share * (end.longitude - start.longitude) {
                isInside.toggle()
            }
        }
        return isInside
    }
}
