import Testing
import Timetables
import TransitModel
import TransitTesting

/// Stops A to D are 760 m apart on a line to the east; shapes swing to the north between them.
@Suite struct ShapeBorrowingTests {
    private func network(_ drawing: String, shapes: [String: String]) throws -> Timetable {
        var feed = TextFeed(drawing)
        let trips = (feed.files["trips.txt"] ?? "").split(separator: "\n")
        feed.files["trips.txt"] = trips.enumerated().map { number, line in
            let trip = line.split(separator: ",").last.map(String.init) ?? ""
            return number == 0 ? "\(line),shape_id" : "\(line),\(shapes[trip] ?? "")"
        }.joined(separator: "\n")
        // From A to D, 0.002 degrees to the north halfway between the stops.
        let points = (0...6).map { step in
            "wave,\(step % 2 == 0 ? 47.0 : 47.002),\(8.0 + Double(step) * 0.005),\(step)"
        }
        feed.files["shapes.txt"] =
            "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"
            + points.joined(separator: "\n")
        return try feed.compiled()
    }

    /// Returns the number of points of a trip's path in the north; nil if it has no shape.
    private func waves(_ trip: String, _ timetable: Timetable) throws -> Int? {
        let trip = try #require(timetable.trips.find(id: trip))
        guard timetable.trips.paths[trip] != TripColumns.noPath else { return nil }
        let pattern = timetable.patterns.pattern(of: timetable.trips.runs(of: trip)[0])
        let path = try #require(RunPath(timetable, trip: trip, pattern: pattern))
        #expect(path.callDistances.count == timetable.patterns.stops(of: pattern).count)
        for (distance, stop) in zip(path.callDistances, timetable.patterns.stops(of: pattern)) {
            let place = try #require(timetable.stops.coordinate(stop))
            #expect(path.place(at: distance).distanceMetres(to: place) < 5)
        }
        return path.points.count { $0.latitude > 47.001 }
    }

    @Test func `a trip without a shape goes where trips of its line go`() throws {
        let timetable = try network(
            """
            red-1: A 8:00 B 8:05 C 8:10 D 8:15
            red-2: A 9:00 B 9:05 C 9:10 D 9:15
            red-3: B 9:05 C 9:10
            red-4: A 9:00 C 9:10
            blue-1: A 8:00 B 8:05
            """, shapes: ["red-1": "wave"])
        #expect(try waves("red-1", timetable) == 3)
        #expect(try waves("red-2", timetable) == 3, "the same stops")
        #expect(try waves("red-3", timetable) == 1, "a part of them")
        #expect(try waves("red-4", timetable) == 2, "a stop is passed")
        #expect(try waves("blue-1", timetable) == nil, "another line")
    }

    @Test func `a hop that no sibling goes stays straight`() throws {
        let timetable = try network(
            """
            red-1: A 8:00 B 8:05 C 8:10 D 8:15
            red-2: A 9:00 B 9:05 D 9:10 C 9:15
            red-3: D 9:00 A 9:30
            """, shapes: ["red-1": "wave"])
        #expect(try waves("red-2", timetable) == 3, "A to B to D, and straight back to C")
        #expect(try waves("red-3", timetable) == nil, "nobody goes back")
    }
}
