import DemoNetwork
import Testing
import TransitModel

/// Checks that the files are consistent in themselves and with each other.
struct FeedIntegrityTests {
    private let feed = ReadFeed.shared

    @Test func `the same range gives the same files`() {
        let again = DemoFeed.files(from: ReadFeed.from, to: ReadFeed.to)
        #expect(again.map(\.name) == feed.files.map(\.name))
        for (first, second) in zip(feed.files, again) {
            #expect(first.contents == second.contents, "\(first.name) differs")
        }
    }

    @Test func `the text stays below 25 megabytes`() {
        #expect(feed.files.reduce(0) { $0 + $1.contents.utf8.count } <= 25_000_000)
    }

    @Test func `the feed says that it is invented`() {
        #expect(feed.table("feed_info.txt").count == 1)
        for row in feed.table("feed_info.txt") {
            #expect(
                row["feed_publisher_name"]
                    == "Takt demo (invented network, not a real timetable)")
            #expect(row["feed_start_date"] == "20260301" && row["feed_end_date"] == "20270115")
        }
        let attributions = feed.table("attributions.txt")
        #expect(!attributions.isEmpty)
        #expect(attributions.allSatisfy { $0["organization_name"].contains("invented") })
    }

    @Test(arguments: [
        ("agency.txt", "agency_id"), ("stops.txt", "stop_id"), ("routes.txt", "route_id"),
        ("trips.txt", "trip_id"), ("calendar.txt", "service_id"), ("levels.txt", "level_id"),
        ("pathways.txt", "pathway_id"), ("fare_attributes.txt", "fare_id"),
    ])
    func `ids are unique`(file: String, column: String) {
        let ids = feed.table(file).map { $0[column] }
        #expect(!ids.isEmpty)
        #expect(Set(ids).count == ids.count)
        #expect(!ids.contains(""))
    }

    @Test(arguments: [
        ("stop_times.txt", "stop_id", "stops.txt", "stop_id"),
        ("stop_times.txt", "trip_id", "trips.txt", "trip_id"),
        ("trips.txt", "route_id", "routes.txt", "route_id"),
        ("trips.txt", "shape_id", "shapes.txt", "shape_id"),
        ("routes.txt", "agency_id", "agency.txt", "agency_id"),
        ("stops.txt", "parent_station", "stops.txt", "stop_id"),
        ("stops.txt", "level_id", "levels.txt", "level_id"),
        ("transfers.txt", "from_stop_id", "stops.txt", "stop_id"),
        ("transfers.txt", "to_stop_id", "stops.txt", "stop_id"),
        ("transfers.txt", "from_trip_id", "trips.txt", "trip_id"),
        ("transfers.txt", "to_trip_id", "trips.txt", "trip_id"),
        ("pathways.txt", "from_stop_id", "stops.txt", "stop_id"),
        ("pathways.txt", "to_stop_id", "stops.txt", "stop_id"),
        ("frequencies.txt", "trip_id", "trips.txt", "trip_id"),
        ("translations.txt", "record_id", "stops.txt", "stop_id"),
        ("fare_rules.txt", "fare_id", "fare_attributes.txt", "fare_id"),
        ("fare_rules.txt", "contains_id", "stops.txt", "zone_id"),
    ])
    func `references lead somewhere`(
        file: String, column: String, target: String, targetColumn: String
    ) {
        let known = Set(feed.table(target).map { $0[targetColumn] })
        let used = Set(feed.table(file).map { $0[column] }).subtracting([""])
        #expect(!used.isEmpty)
        #expect(used.subtracting(known).isEmpty)
    }

    @Test func `vehicles call at stops only, and at every stop`() {
        let called = Set(feed.table("stop_times.txt").map { $0["stop_id"] })
        let boardable = feed.stops.values.filter { $0["location_type"] == "0" }
        #expect(called == Set(boardable.map { $0["stop_id"] }))
        #expect((120...300).contains(boardable.count))
    }

    @Test func `stations hold the stops that name them`() {
        for stop in feed.stops.values where !stop["parent_station"].isEmpty {
            let parent = feed.stops[stop["parent_station"]]
            #expect(parent?["location_type"] == "1", "\(stop["stop_id"])")
            let distance = feed.place(ofStop: stop["stop_id"])
                .distanceMetres(to: feed.place(ofStop: stop["parent_station"]))
            #expect(distance < 250, "\(stop["stop_id"]) lies \(distance) m from its station")
        }
    }

    @Test func `every platform of the main station is reached on foot`() {
        var reached: Set<String> = ["seewil:south"]
        let ways = feed.table("pathways.txt").map { ($0["from_stop_id"], $0["to_stop_id"]) }
        var before = 0
        while before != reached.count {
            before = reached.count
            for (from, to) in ways where reached.contains(from) || reached.contains(to) {
                reached.formUnion([from, to])
            }
        }
        let inside = feed.stops.values.filter { $0["parent_station"] == "seewil" }
        #expect(inside.count >= 15)
        #expect(Set(inside.map { $0["stop_id"] }) == reached)
        #expect(feed.table("pathways.txt").allSatisfy { Int($0["traversal_time"]) ?? 0 > 0 })
    }

    @Test func `main stops have names in three more languages`() {
        let languages = Dictionary(grouping: feed.table("translations.txt")) { $0["record_id"] }
            .mapValues { Set($0.map { $0["language"] }) }
        #expect(languages["seewil-rathaus"] == ["fr", "it", "en"])
        #expect(languages.values.allSatisfy { $0 == ["fr", "it", "en"] })
    }
}
