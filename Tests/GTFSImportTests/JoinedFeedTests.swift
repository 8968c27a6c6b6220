import Testing
import Timetables
import TransitModel
import TransitTesting

/// Stops and trips of several feeds that are equal for riders.
@Suite struct JoinedFeedTests {
    private static let header =
        "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\n"

    /// Returns a feed with these rows in stops.txt.
    private func feed(_ drawing: String, _ stops: String...) -> TextFeed {
        var feed = TextFeed(drawing)
        feed.files["stops.txt"] = Self.header + stops.joined(separator: "\n") + "\n"
        return feed
    }

    /// Returns the groups of joined stops as `a:X b:Y`, each in order of its ids.
    private func groups(_ timetable: Timetable) -> [String] {
        let stops = timetable.stops
        let groups = stops.indices.filter { !stops.joined(to: $0).isEmpty }.map { stop in
            ([stop] + stops.joined(to: stop)).map(stops.id).sorted().joined(separator: " ")
        }
        return Set(groups).sorted()
    }

    @Test(arguments: [
        // The same name in different spellings, 111 m apart.
        ("A,Zürich HB,47.0,8.0,,", "X,\"Zurich, hb\",47.001,8.0,,", ["a:A b:X"]),
        // Too far apart.
        ("A,Post,47.0,8.0,,", "X,Post,47.01,8.0,,", []),
        // Close, but with different names.
        ("A,Post,47.0,8.0,,", "X,Poststrasse,47.0,8.0,,", []),
        ("A,Post,47.0,8.0,,", "X,,47.0,8.0,,", []),
        // Usual abbreviations, and umlauts written out.
        (
            "A,N Main St / 1st Ave,47.0,8.0,,", "X,North Main Street / First Av.,47.0,8.0,,",
            ["a:A b:X"]
        ),
        ("A,Bahnhofstrasse,47.0,8.0,,", "X,Bahnhofstr.,47.0,8.0,,", ["a:A b:X"]),
        ("A,Zürich HB,47.0,8.0,,", "X,Zuerich Hauptbahnhof,47.0,8.0,,", ["a:A b:X"]),
        ("A,N Main St,47.0,8.0,,", "X,S Main St,47.0,8.0,,", []),
    ])
    func `stops of two feeds are one station if they have one name and are near`(
        first: String, second: String, expected: [String]
    ) throws {
        let network = try [
            ("a", feed("red-1: A 8:00  B 8:10", first, "B,Bern,46.0,7.0,,")),
            ("b", feed("blue-1: X 9:00  Y 9:10", second, "Y,Yverdon,46.5,7.0,,")),
        ].compiled()
        #expect(groups(network) == expected)
    }

    @Test
    func `a stop is one with the station of its platform's name, and with its parent elsewhere`()
        throws
    {
        let first = feed(
            "red-1: A1 8:00  B1 8:10", "A,Main Station,47.0,8.0,1,", "A1,Main,47.0,8.0,,A",
            "B,Bern,46.0,7.0,1,", "B1,1,46.0,7.0,,B")
        let second = feed(
            "blue-1: X 9:00  Y1 9:10  Z 9:20", "X,Main,47.001,8.0,,", "Y,Yard,46.0,7.0,1,",
            "Y1,1,46.0,7.0,,Y", "Z,Bay 3,46.002,7.0,,B")
        let network = try [("a", first), ("b", second)].compiled()
        // Two platforms named `1` do not make a common station; Z names its station.
        #expect(groups(network) == ["a:A b:X", "a:B b:Z"])
        let stops = network.stops
        let station = try #require(stops.find(id: "a:A"))
        let stop = try #require(stops.find(id: "b:X"))
        #expect(stops.platforms(of: station).map(stops.id).sorted() == ["a:A1", "b:X"])
        #expect(stops.platforms(of: stop).map(stops.id).sorted() == ["a:A1", "b:X"])
        let platform = try #require(stops.find(id: "a:A1"))
        #expect(stops.platforms(of: platform) == [platform])
        #expect(stops.siblings(of: stop).map(stops.id).sorted() == ["a:A1", "b:X"])
    }

    @Test func `a single feed joins nothing`() throws {
        let network = try feed(
            "red-1: A 8:00  B 8:10", "A,Post,47.0,8.0,,", "B,Post,47.001,8.0,,"
        ).compiled()
        #expect(groups(network).isEmpty)
    }

    // MARK: - Trips

    /// Returns the trips that run on a day.
    private func trips(_ timetable: Timetable, on text: String) throws -> [String] {
        let day = try #require(ServiceDay(text))
        return timetable.patterns.indices.flatMap { pattern in
            timetable.patterns.runs(of: pattern).filter {
                timetable.services.isActive(timetable.patterns.runServices[$0], on: day)
            }.map { timetable.trips.id(timetable.patterns.runTrips[$0]) }
        }.sorted()
    }

    /// Returns trips of the line `red`, or of another name; the days are those of a week, Monday
    /// first.
    private func line(_ drawing: String, days: String, name: String = "red") -> TextFeed {
        var feed = TextFeed(drawing)
        feed.files["calendar.txt"]?.replace("1,1,1,1,1,1,1", with: days)
        feed.files["routes.txt"]?.replace("red,3", with: "\(name),3")
        return feed
    }

    @Test func `a trip that two feeds contain runs once, under the one that runs more often`()
        throws
    {
        let every = TextFeed("red-1: A 8:00  B 8:10\nred-2: A 9:00  B 9:10")
        let weekdays = line(
            "red-x: A 8:00  B 8:10\nred-y: A 9:01  B 9:11", days: "1,1,1,1,1,0,0", name: "Red")
        let feeds: [(id: String, feed: TextFeed)] = [("a", every), ("b", weekdays)]
        for order in [feeds, feeds.reversed()] {
            let network = try order.compiled()
            let monday = try trips(network, on: "2026-05-04")
            #expect(monday == ["a:red-1", "a:red-2", "b:red-y"])
            #expect(try trips(network, on: "2026-05-03") == ["a:red-1", "a:red-2"])
            let hidden = try #require(network.trips.find(id: "b:red-x"))
            #expect(network.trips.shown(hidden) == network.trips.find(id: "a:red-1"))
            let other = try #require(network.trips.find(id: "b:red-y"))
            #expect(network.trips.shown(other) == nil)
        }
    }

    @Test func `of trips that share some days only those are left out`() throws {
        let early = line("red-1: A 8:00  B 8:10", days: "1,1,1,1,0,0,0")
        let late = line("red-9: A 8:00  B 8:10", days: "0,0,0,1,1,1,0")
        let network = try [("a", early), ("b", late)].compiled()
        #expect(try trips(network, on: "2026-05-07") == ["a:red-1"])
        #expect(try trips(network, on: "2026-05-08") == ["b:red-9"])
        #expect(try trips(network, on: "2026-05-04") == ["a:red-1"])
        #expect(try trips(network, on: "2026-05-10") == [])
    }

    @Test func `other lines, times and stations are other trips`() throws {
        let first = TextFeed("red-1: A 8:00  B 8:10")
        let others = [
            "blue-1: A 8:00  B 8:10", "red-1: A 8:00  B 8:11", "red-1: A 8:01  B 8:11",
            "red-1: A 8:00  B 8:10  C 8:20", "red-1: A 8:00  C 8:10",
        ]
        for drawing in others {
            var other = TextFeed(drawing)
            other.files["stops.txt"] =
                "stop_id,stop_name,stop_lat,stop_lon\nA,Stop A,47.0,8.0\nB,Stop B,47.0,8.01\n"
                + "C,Stop C,47.0,8.02\n"
            let network = try [("a", first), ("b", other)].compiled()
            #expect(try trips(network, on: "2026-05-04").count == 2, "\(drawing)")
        }
        // One feed may list a trip twice.
        let twice = try TextFeed("red-1: A 8:00  B 8:10\nred-2: A 8:00  B 8:10").compiled()
        #expect(try trips(twice, on: "2026-05-04").count == 2)
    }
}
