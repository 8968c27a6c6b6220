import DemoNetwork
import FolderTesting
import Foundation
import GTFSImport
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import GTFSExport

@Suite struct NetworkExportTests {
    private let folder = TemporaryFolder()

    /// Returns the network written as a feed and imported again.
    private func again(_ timetable: Timetable) throws -> (Timetable, NetworkImport.Summary) {
        let path = folder.path("feed.zip")
        try NetworkExport(timetable).write(to: path)
        return try NetworkImport([.init(path: path, name: "again")]).timetable()
    }

    /// Returns everything that riders see of the trips, line by line.
    private func description(_ timetable: Timetable) -> [String] {
        let (trips, patterns) = (timetable.trips, timetable.patterns)
        var lines: [String] = []
        for trip in (0..<trips.count).map({ TripIndex($0) }) {
            let days = timetable.services
            for run in trips.runs(of: trip) {
                let pattern = patterns.pattern(of: run)
                let service = patterns.runServices[run]
                var line = "\(trips.id(trip)) on \(timetable.routes.id(trips.routes[trip]))"
                line += " \(trips.headsign(trip) ?? "-") \(trips.flags[trip])"
                line += " \(patterns.direction(of: pattern) ?? -1)"
                line += " block \(trips.block(trip).map { timetable.strings[$0] } ?? "-")"
                let active = (0..<days.dayCount).filter {
                    days.isActive(service, on: days.firstDay.advanced(by: $0))
                }
                line +=
                    " \(timetable.strings[days.ids[service]]) days \(active.count) \(active.first ?? -1)"
                for (position, stop) in patterns.stops(of: pattern).enumerated() {
                    let times = patterns.times(of: run, in: pattern, at: position)
                    let rules = patterns.boardingRules(of: pattern, at: position)
                    line += " | \(timetable.stops.id(stop)) \(times.arrival)/\(times.departure)"
                    line += " #\(trips.stopSequence(trip, at: position))"
                    line += " \(trips.stopHeadsign(trip, at: position) ?? "")"
                    line += " \(rules.pickup.rawValue)\(rules.dropOff.rawValue)"
                    for dropsOff in [false, true] {
                        let booking = timetable.booking(
                            of: run, at: position, on: ServiceDay(daysSince1970: 20_577),
                            dropsOff: dropsOff)
                        line += booking.map { " \($0)" } ?? ""
                    }
                }
                lines.append(line)
            }
        }
        return lines.sorted()
    }

    private func walks(_ timetable: Timetable) -> Set<String> {
        let paths = timetable.footpaths
        var all = Set<String>()
        func isServed(_ stop: StopIndex) -> Bool { !timetable.stops.callOffsets[stop].isEmpty }
        for stop in timetable.stops.indices where isServed(stop) {
            all.insert("\(timetable.stops.id(stop)) \(timetable.stops.transferSeconds[stop])")
            for walk in paths.offsets[stop] where isServed(paths.targets[walk]) {
                let target = timetable.stops.id(paths.targets[walk])
                all.insert("\(timetable.stops.id(stop)) \(target) \(paths.seconds[walk])")
            }
        }
        return all
    }

    private func expectEqual(_ left: Timetable, _ right: Timetable) {
        #expect(description(left).difference(from: description(right)).isEmpty)
        #expect(walks(left).symmetricDifference(walks(right)) == [])
        #expect(left.stops.count == right.stops.count)
        for stop in left.stops.indices {
            guard let other = right.stops.find(id: left.stops.id(stop)) else {
                Issue.record("the stop \(left.stops.id(stop)) is lost")
                continue
            }
            #expect(left.stops.name(stop) == right.stops.name(other))
            #expect(left.stops.coordinate(stop) == right.stops.coordinate(other))
            #expect(
                left.stops.parent(stop).map(left.stops.id)
                    == right.stops.parent(other).map(right.stops.id))
        }
        #expect(
            left.routes.indices.map(left.routes.id) == right.routes.indices.map(right.routes.id))
        #expect(left.shapes.count == right.shapes.count)
        #expect(left.metadata[.stopTimeCount] == right.metadata[.stopTimeCount])
        #expect(left.footpaths.ruleTypes.count == right.footpaths.ruleTypes.count)
    }

    @Test func `a network written as a feed and read again is the same network`() throws {
        var feed = TextFeed(
            """
            red-1: A 8:00  B 8:10/8:12  C 8:20
            red-2: A 25:00  B -  C 25:20
            blue-1: C 7:00  A 7:30
            """)
        feed.files["routes.txt"] = """
            route_id,agency_id,route_short_name,route_long_name,route_type,route_color
            red,1,red,"From ""A"", to C",0,FF0010
            blue,1,blue,,3,

            """
        feed.files["calendar_dates.txt"] = """
            service_id,date,exception_type
            daily,20260301,2
            daily,20260704,2

            """
        feed.files["transfers.txt"] = """
            from_stop_id,to_stop_id,transfer_type,min_transfer_time
            A,B,2,240
            A,A,2,60
            B,C,3,
            C,B,0,

            """
        feed.files["booking_rules.txt"] = """
            booking_rule_id,booking_type,prior_notice_last_day,prior_notice_last_time,\
            prior_notice_start_day,prior_notice_start_time,prior_notice_service_id,\
            prior_notice_duration_min,prior_notice_duration_max,message,pickup_message,\
            drop_off_message,phone_number,info_url,booking_url
            eve,2,1,15:00:00,14,8:00:00,daily,,,All,On,Off,041 1,http://t.example/i,http://t.example/b
            hour,1,,,,,,60,600,,,,"041 2, 3",,

            """
        feed.append("pickup_booking_rule_id,drop_off_booking_rule_id") { trip, stop in
            trip.hasPrefix("red") ? ["B": "eve,hour", "C": ",eve"][stop] ?? "," : ","
        }
        let network = try feed.compiled()
        #expect(description(network).joined().contains("041 2, 3"))
        let (copy, summary) = try again(network)
        expectEqual(network, copy)
        #expect(summary.errors == 0)
        #expect(copy.services.firstDay == network.services.firstDay)
        #expect(copy.services.lastDay == network.services.lastDay)
        #expect(copy.routes.colour(RouteIndex(0)).hex == "#FF0010")
    }

    @Test func `headways come back as the same departures`() throws {
        var feed = TextFeed("tram-1: A 6:00  B 6:10  C 6:20")
        feed.files["frequencies.txt"] = """
            trip_id,start_time,end_time,headway_secs,exact_times
            tram-1,6:00:00,7:00:00,600,0
            tram-1,7:00:00,9:00:00,300,0
            tram-1,23:00:00,23:00:10,60,0

            """
        let network = try feed.compiled()
        #expect(network.patterns.runCount == 6 + 24 + 1)
        expectEqual(network, try again(network).0)
    }

    @Test func `the demo's town comes back whole`() throws {
        let monday = try #require(ServiceDay("2026-05-04"))
        for file in DemoFeed.files(from: monday, to: monday.advanced(by: 20)) {
            try folder.write(file.contents, to: file.name)
        }
        let network = try NetworkImport([.init(path: folder.path, name: "demo")]).timetable().0
        let (copy, summary) = try again(network)
        expectEqual(network, copy)
        #expect(summary.errors == 0)
    }

    @Test func `ids of several feeds stay apart, and their publishers are named`() throws {
        let feeds: [(id: String, feed: TextFeed)] = [
            ("one", TextFeed("red-1: A 8:00  B 8:10")), ("two", TextFeed("red-1: A 8:01  B 8:11")),
        ]
        let network = try feeds.compiled()
        let (copy, summary) = try again(network)
        expectEqual(network, copy)
        #expect(copy.trips.find(id: "two:red-1") != nil)
        #expect(copy.agencies.count == 2)
        #expect(summary.errors == 0)
        #expect(try copy.sources.attributions().map(\.organization) == ["Test"])
    }

    @Test func `a trip that another feed's is shown for is written with the days of its feed`()
        throws
    {
        let feed = TextFeed("red-1: A 8:00  B 8:10")
        let feeds: [(id: String, feed: TextFeed)] = [("one", feed), ("two", feed)]
        let network = try feeds.compiled()
        let hidden = try #require(network.trips.find(id: "two:red-1"))
        #expect(network.trips.shown(hidden) == network.trips.find(id: "one:red-1"))
        let (copy, summary) = try again(network)
        let trip = try #require(copy.trips.find(id: "two:red-1"))
        let service = copy.patterns.runServices[copy.trips.runs(of: trip)[0]]
        #expect(copy.services.days(of: service).contains { $0 != 0 })
        #expect(summary.errors == 0 && summary.trips == 2)
    }

    @Test(arguments: [
        ([Int32](), []),
        ([0], [NetworkExport.Period(start: 0, end: 1, headway: 1)]),
        (
            [0, 60, 120, 125],
            [
                NetworkExport.Period(start: 0, end: 125, headway: 60),
                NetworkExport.Period(start: 125, end: 126, headway: 1),
            ]
        ),
    ])
    func `departures become stretches of equal headway`(
        starts: [Int32], periods: [NetworkExport.Period]
    ) {
        #expect(NetworkExport.periods(starts) == periods)
    }

    @Test func `days are said by weekdays where that is shorter`() throws {
        let monday = try #require(ServiceDay("2026-05-04"))
        let workdays = (0..<28).map { monday.advanced(by: $0) }.filter { $0.weekday < 5 }
        let days = try #require(
            NetworkExport.Days(workdays.filter { $0 != monday.advanced(by: 7) }))
        #expect(days.weekdays == 0b11111)
        #expect(days.exceptions == [.init(day: monday.advanced(by: 7), isAdded: false)])
        let single = try #require(NetworkExport.Days([monday]))
        #expect(single.weekdays == 0)
        #expect(single.exceptions == [.init(day: monday, isAdded: true)])
        #expect(NetworkExport.Days([]) == nil)
    }
}
