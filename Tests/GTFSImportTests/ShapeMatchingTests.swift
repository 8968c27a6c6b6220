import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import GTFSImport

/// Shapes from a map; stops A to D are 758 m apart on a line to the east.
@Suite struct ShapeMatchingTests {
    /// A map where vehicles pass 0.002 degrees north of the middle between two stops; `isMapped`
    /// says for each hop whether the map has it.
    private func map(_ isMapped: [Bool] = [true, true, true]) -> ImportMap {
        ImportMap(
            vehicles: VehicleRouter { mode, stops in
                zip(stops, stops.dropFirst()).enumerated().map { number, hop in
                    guard mode == .bus, isMapped[number] else { return nil }
                    let middle = hop.0.interpolated(to: hop.1, fraction: 0.5)
                    let bend = Coordinate(
                        latitude: middle.latitude + 0.002, longitude: middle.longitude)
                    return [hop.0, bend, hop.1]
                }
            })
    }

    private let drawing = """
        red-1: A 8:00 B 8:05 C 8:10 D 8:15
        red-2: A 9:00 B 9:05 C 9:10 D 9:15
        """

    private func path(_ trip: String, _ timetable: Timetable) throws -> RunPath? {
        let trip = try #require(timetable.trips.find(id: trip))
        guard timetable.trips.paths[trip] != TripColumns.noPath else { return nil }
        let pattern = timetable.patterns.pattern(of: timetable.trips.runs(of: trip)[0])
        let path = try #require(RunPath(timetable, trip: trip, pattern: pattern))
        for (distance, stop) in zip(path.callDistances, timetable.patterns.stops(of: pattern)) {
            let place = try #require(timetable.stops.coordinate(stop))
            #expect(path.place(at: distance).distanceMetres(to: place) < 5)
        }
        return path
    }

    @Test func `trips without a shape follow the map`() throws {
        let timetable = try TextFeed(drawing).compiled(map: map())
        #expect(try path("red-1", timetable)?.points.count == 7)
        #expect(try path("red-2", timetable)?.points.count == 7)
        #expect(timetable.shapes.count == 1)
        #expect(timetable.shapes.isInferred(ShapeIndex(0)))
    }

    @Test func `a hop that the map does not have is straight`() throws {
        let timetable = try TextFeed(drawing).compiled(map: map([true, false, true]))
        #expect(try path("red-1", timetable)?.points.count == 6)
    }

    @Test func `a trip that the map does not have keeps no shape`() throws {
        let timetable = try TextFeed(drawing).compiled(map: map([false, false, false]))
        #expect(try path("red-1", timetable) == nil)
        let counts = try timetable.sources.noticeCounts().filter { $0.code == "shape_not_on_map" }
        #expect(counts.map(\.count) == [1])
    }

    @Test func `shapes from the map are reported and their authors named`() throws {
        let timetable = try TextFeed(drawing).compiled(map: map())
        let notices = try timetable.sources.notices().filter { $0.code == "shape_from_map" }
        #expect(notices.map(\.field) == ["route_id"])
        let names = try timetable.sources.attributions().map(\.organization)
        #expect(names == ["OpenStreetMap contributors"])
        let without = try TextFeed(drawing).compiled()
        #expect(try without.sources.attributions().isEmpty)
    }

    @Test func `the feed's own shape wins`() throws {
        var feed = TextFeed("red-1: A 8:00 B 8:05")
        feed.files["trips.txt"] = (feed.files["trips.txt"] ?? "").split(separator: "\n")
            .enumerated()
            .map { "\($0.element),\($0.offset == 0 ? "shape_id" : "own")" }.joined(separator: "\n")
        feed.files["shapes.txt"] = """
            shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
            own,47.0,8.0,1
            own,47.0,8.01,2
            """
        let timetable = try feed.compiled(map: map())
        #expect(timetable.strings[timetable.shapes.ids[ShapeIndex(0)]] == "own")
        #expect(!timetable.shapes.isInferred(ShapeIndex(0)))
        #expect(try timetable.sources.attributions().isEmpty)
    }

    @Test func `a map that is years older than the feed is reported`() throws {
        func codes(_ day: String) throws -> [String] {
            let map = ImportMap(day: ServiceDay(day))
            return try TextFeed(drawing).compiled(map: map).sources.notices().map(\.code)
                .filter { $0 == "map_older_than_feed" }
        }
        #expect(try codes("2013-05-01") == ["map_older_than_feed"])
        #expect(try codes("2030-05-01").isEmpty)
    }
}
