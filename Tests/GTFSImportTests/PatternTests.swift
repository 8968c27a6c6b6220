import GTFS
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import GTFSImport

@Suite struct PatternTests {
    @Test func `trips with the same stops share a pattern, in order of departure`() throws {
        let timetable = try TextFeed(
            """
            red-2: A 9:00  B 9:10/9:12  C 9:20
            red-1: A 8:00  B 8:10/8:12  C 8:20
            """
        ).compiled()
        #expect(
            NetworkText.patterns(timetable) == """
                red: A-B-C
                  red-1 8:00 8:10/8:12 8:20
                  red-2 9:00 9:10/9:12 9:20
                """)
    }

    @Test func `times that begin again at midnight go on after it, once a trip`() throws {
        let timetable = try TextFeed(
            """
            red-1: A 23:50  B 23:58/0:03  C 0:10  D 0:20
            red-2: A 23:56  B -  C 0:16  D 0:26
            red-3: A 23:57  B 0:07  C 23:00  D 0:05
            """
        ).compiled()
        #expect(
            NetworkText.patterns(timetable) == """
                red: A-B-C-D
                  red-1 23:50 23:58/24:03 24:10 24:20
                  red-2 23:56 24:06 24:16 24:26
                  red-3 23:57 24:07 47:00 47:00
                """)
    }

    @Test func `runs with equal offsets share one profile`() throws {
        let timetable = try TextFeed(
            """
            red-1: A 8:00  B 8:10  C 8:20
            red-2: A 9:00  B 9:10  C 9:20
            red-3: A 10:00  B 10:15  C 10:20
            """
        ).compiled()
        #expect(timetable.patterns.profileArrivals.count == 6)
    }

    @Test func `a run that overtakes another gets a pattern of its own`() throws {
        let timetable = try TextFeed(
            """
            red-slow: A 8:00  B 8:30  C 9:00
            red-fast: A 8:10  B 8:20  C 8:30
            red-late: A 8:40  B 9:10  C 9:40
            """
        ).compiled()
        #expect(
            NetworkText.patterns(timetable) == """
                red: A-B-C
                  red-slow 8:00 8:30 9:00
                  red-late 8:40 9:10 9:40
                red: A-B-C
                  red-fast 8:10 8:20 8:30
                """)
    }

    @Test func `within a pattern nobody overtakes, whatever the trips are`() throws {
        for seed in UInt64(1)...20 {
            var random = SeededRandom(seed: seed)
            var drawing = ""
            for trip in 0..<40 {
                var minute = Int.random(in: 300...600, using: &random)
                drawing += "red-\(trip):"
                for stop in ["A", "B", "C", "D"] {
                    let stay = Int.random(in: 0...3, using: &random)
                    drawing += " \(stop) \(clock(minute))/\(clock(minute + stay)) "
                    minute += stay + Int.random(in: 1...20, using: &random)
                }
                drawing += "\n"
            }
            let timetable = try TextFeed(drawing).compiled()
            #expect(timetable.patterns.runCount == 40)
            for pattern in timetable.patterns.indices {
                let runs = timetable.patterns.runs(of: pattern)
                for (first, second) in zip(runs, runs.dropFirst()) {
                    for position in 0..<4 {
                        let a = timetable.patterns.times(of: first, in: pattern, at: position)
                        let b = timetable.patterns.times(of: second, in: pattern, at: position)
                        #expect(
                            a.arrival <= b.arrival && a.departure <= b.departure, "seed \(seed)")
                    }
                }
            }
        }
    }

    private func clock(_ minute: Int) -> String {
        "\(minute / 60):" + (minute % 60 < 10 ? "0" : "") + "\(minute % 60)"
    }

    @Test func `boarding rules and directions keep patterns apart`() throws {
        var feed = TextFeed("red-1: A 8:00  B 8:10  C 8:20")
        feed.files["trips.txt"] = """
            route_id,service_id,trip_id,direction_id
            red,daily,red-1,0
            red,daily,red-2,1
            red,daily,red-3,0

            """
        feed.files["stop_times.txt"] = """
            trip_id,stop_sequence,stop_id,arrival_time,departure_time,pickup_type,drop_off_type
            red-1,1,A,8:00:00,8:00:00,,
            red-1,2,C,8:20:00,8:20:00,,
            red-2,1,A,9:00:00,9:00:00,0,0
            red-2,2,C,9:20:00,9:20:00,0,0
            red-3,1,A,10:00:00,10:00:00,2,0
            red-3,2,C,10:20:00,10:20:00,0,1

            """
        let timetable = try feed.compiled()
        #expect(timetable.patterns.count == 3)
        let last = PatternIndex(2)
        #expect(timetable.patterns.boardingRules(of: last, at: 0).pickup == .phoneAgency)
        #expect(timetable.patterns.boardingRules(of: last, at: 1).dropOff == .none)
        #expect(timetable.patterns.boardingRules(of: PatternIndex(0), at: 0).pickup == .regular)
    }

    @Test func `a journey of several days passes sixteen bits and stays exact`() throws {
        let timetable = try TextFeed("long-1: A 8:00  B 40:30  C 71:59").compiled()
        #expect(
            NetworkText.patterns(timetable) == "long: A-B-C\n  long-1 8:00 40:30 71:59")
        #expect(timetable.patterns.wideProfileArrivals.count == 3)
    }

    @Test func `a loop names its first stop twice`() throws {
        let timetable = try TextFeed("loop-1: A 8:00  B 8:05  C 8:10  A 8:15").compiled()
        let stop = try #require(timetable.stops.find(id: "A"))
        #expect(
            timetable.stops.callPositions[timetable.stops.callOffsets[stop]].map { $0 } == [0, 3])
    }
}

@Suite struct StopTimesTests {
    @Test func `missing times are spread by distance`() throws {
        let timetable = try TextFeed("red-1: A 8:00  B -  C -  D 8:30").compiled()
        #expect(
            NetworkText.patterns(timetable) == "red: A-B-C-D\n  red-1 8:00 8:10 8:20 8:30")
    }

    @Test func `times past midnight stay on their service day`() throws {
        let timetable = try TextFeed("night-1: A 23:50  B 24:10  C 25:05").compiled()
        #expect(NetworkText.patterns(timetable) == "night: A-B-C\n  night-1 23:50 24:10 25:05")
    }

    @Test func `time never runs backwards`() throws {
        let timetable = try TextFeed("red-1: A 8:00  B 7:50  C 8:20").compiled()
        #expect(NetworkText.patterns(timetable) == "red: A-B-C\n  red-1 8:00 8:00 8:20")
        #expect(
            try NetworkText.notices(timetable).contains(
                "stop_time_with_arrival_before_previous_departure_time stop_times.txt:3"))
    }

    @Test func `rows of a trip may be scattered and out of order`() throws {
        var feed = TextFeed(
            """
            red-1: A 8:00  B 8:10  C 8:20
            red-2: A 9:00  B 9:10  C 9:20
            """)
        let expected = try NetworkText.patterns(feed.compiled())
        var lines = try #require(feed.files["stop_times.txt"]).split(separator: "\n")
        let header = lines.removeFirst()
        var random = SeededRandom(seed: 5)
        for _ in 0..<10 {
            lines.shuffle(using: &random)
            feed.files["stop_times.txt"] = ([header] + lines).joined(separator: "\n")
            let timetable = try feed.compiled()
            #expect(NetworkText.patterns(timetable) == expected)
            #expect(timetable.metadata[.stopTimeCount] == 6)
            #expect(try NetworkText.notices(timetable) == "")
        }
    }

    @Test func `sequence numbers of the feed are kept`() throws {
        var feed = TextFeed("red-1: A 8:00  B 8:10")
        feed.files["stop_times.txt"] = """
            trip_id,stop_sequence,stop_id,arrival_time,departure_time,stop_headsign
            red-1,10,A,8:00:00,8:00:00,via B
            red-1,25,B,8:10:00,8:10:00,

            """
        let timetable = try feed.compiled()
        let trip = try #require(timetable.trips.find(id: "red-1"))
        #expect((0...1).map { timetable.trips.stopSequence(trip, at: $0) } == [10, 25])
        #expect(timetable.trips.stopHeadsign(trip, at: 0) == "via B")
        #expect(timetable.trips.stopHeadsign(trip, at: 1) == nil)
    }

    @Test func `a trip with one stop is left out and reported`() throws {
        let timetable = try TextFeed("red-1: A 8:00\nred-2: A 9:00 B 9:10").compiled()
        #expect(timetable.trips.find(id: "red-1") == nil)
        #expect(timetable.trips.find(id: "red-2") != nil)
        #expect(try NetworkText.notices(timetable) == "unusable_trip trips.txt:2 trip_id red-1")
    }
}

@Suite struct FrequencyTests {
    private func feed(exact: Int) -> TextFeed {
        var feed = TextFeed("metro-1: A 0:00  B 0:05")
        feed.files["frequencies.txt"] = """
            trip_id,start_time,end_time,headway_secs,exact_times
            metro-1,6:00:00,6:30:00,600,\(exact)

            """
        return feed
    }

    @Test(arguments: [0, 1])
    func `a headway becomes runs of one trip, the end not included`(exact: Int) throws {
        let timetable = try feed(exact: exact).compiled()
        #expect(
            NetworkText.patterns(timetable) == """
                metro: A-B
                  metro-1 6:00 6:05
                  metro-1 6:10 6:15
                  metro-1 6:20 6:25
                """)
        let trip = try #require(timetable.trips.find(id: "metro-1"))
        #expect(timetable.trips.isHeadwayBased(trip) == (exact == 0))
        #expect(timetable.trips.runs(of: trip).count == 3)
    }

    @Test func `overlapping headways are reported and a run is made once`() throws {
        var feed = feed(exact: 1)
        feed.files["frequencies.txt"]? += "metro-1,6:20:00,6:40:00,600,1\n"
        let timetable = try feed.compiled()
        #expect(timetable.patterns.runCount == 4)
        #expect(
            try NetworkText.notices(timetable)
                == "overlapping_frequency frequencies.txt:3 start_time 06:20:00")
    }

    @Test func `headways of all trips have a limit together, and each keeps a run`() {
        let draft = NetworkDraft(notices: NoticeCollector())
        for row in 0..<3 {
            draft.trips.append(
                TripDraft(
                    id: draft.strings.index("metro-\(row)"), route: RouteIndex(0),
                    service: ServiceIndex(0), headsign: .none, shortName: .none, block: .none,
                    shape: .none, direction: 0, flags: 0, line: 0, group: 0))
            draft.frequencies.append(
                FrequencyDraft(
                    trip: TripIndex(row), start: 0, end: 600, headway: 60, isExact: false,
                    line: UInt32(row + 2)))
        }
        var expander = RunExpander(draft, maximumDepartures: 12)
        let trips = expander.runs().map(\.trip.row)
        #expect((0..<3).map { trip in trips.count { $0 == trip } } == [10, 4, 1])
        #expect(draft.notices.notices.map(\.code) == [.tooManyRuns, .tooManyRuns])
        #expect(draft.notices.notices.map(\.line) == [3, 4])
    }
}

@Suite struct CalendarTests {
    @Test func `exceptions add and remove days, and equal day sets are stored once`() throws {
        var feed = TextFeed("red-1: A 8:00 B 8:10")
        feed.files["calendar.txt"] = """
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            daily,1,1,1,1,1,0,0,20260504,20260517
            same,1,1,1,1,1,0,0,20260504,20260517

            """
        feed.files["calendar_dates.txt"] = """
            service_id,date,exception_type
            daily,20260509,1
            same,20260509,1
            daily,20260505,2
            same,20260505,2
            only,20260520,1

            """
        let timetable = try feed.compiled()
        let may4 = try #require(ServiceDay("20260504"))
        let active = (4...20).filter { day in
            timetable.services.isActive(
                ServiceIndex(0), on: may4.advanced(by: day - 4))
        }
        #expect(active == [4, 6, 7, 8, 9, 11, 12, 13, 14, 15])
        #expect(timetable.services.lastDay.description == "2026-05-20")
        #expect(timetable.services.daySets.buffer.map { $0 } == [0, 0, 1])
        #expect(!timetable.services.isActive(ServiceIndex(2), on: may4.advanced(by: 300)))
    }
}

@Suite struct WalkTests {
    @Test func `near stops are joined at walking speed, both ways`() throws {
        var walking = WalkingAssumptions()
        walking.radiusMetres = 800
        walking.detour = 1
        walking.speedMetresPerSecond = 1
        // Stops are 758 m apart.
        let timetable = try TextFeed("red-1: A 8:00  B 8:10  C 8:20").compiled(walking: walking)
        #expect(
            NetworkText.walks(timetable) == """
                A-B 759 s
                B-A 759 s
                B-C 759 s
                C-B 759 s
                """)
    }

    @Test func `of many near stops walks lead to the nearest, with a notice`() throws {
        var walking = WalkingAssumptions()
        walking.radiusMetres = 2500
        walking.maximumNearStops = 2
        var feed = TextFeed("red-1: A 8:00  B 8:10  C 8:20  D 8:30")
        feed.files["transfers.txt"] = "from_stop_id,to_stop_id,transfer_type\nA,D,2\n"
        let timetable = try feed.compiled(walking: walking)
        // The transfer is the feed's own and stays.
        #expect(
            NetworkText.walks(timetable).split(separator: "\n").map { $0.prefix(3) }
                == ["A-B", "A-C", "A-D", "B-A", "B-C", "C-B", "C-D", "D-B", "D-C"])
        let notices = try timetable.sources.noticeCounts().map { "\($0.code) \($0.count)" }
        #expect(notices.contains("too_many_near_stops 4"))
    }

    @Test func `a radius of nothing joins no stops, and stops may lie at a pole`() throws {
        var walking = WalkingAssumptions()
        walking.radiusMetres = 0
        let near = try TextFeed("red-1: A 8:00  B 8:10").compiled(walking: walking)
        #expect(NetworkText.walks(near).isEmpty)
        var feed = TextFeed("red-1: A 8:00  B 8:10")
        feed.files["stops.txt"] = "stop_id,stop_name,stop_lat,stop_lon\nA,A,90,0\nB,B,90,0.1\n"
        #expect(NetworkText.walks(try feed.compiled()).contains("A-B"))
    }

    @Test func `transfers.txt beats the distance, forbids, and sets transfer times`() throws {
        var walking = WalkingAssumptions()
        walking.radiusMetres = 800
        var feed = TextFeed("red-1: A 8:00  B 8:10  C 8:20")
        feed.files["transfers.txt"] = """
            from_stop_id,to_stop_id,transfer_type,min_transfer_time
            A,B,2,120
            B,A,3,
            A,C,2,900
            B,B,2,240
            nowhere,B,2,10

            """
        let timetable = try feed.compiled(walking: walking)
        #expect(
            NetworkText.walks(timetable) == """
                A-B 120 s
                A-C 900 s
                B-C 789 s
                C-B 789 s
                """)
        let stop = try #require(timetable.stops.find(id: "B"))
        #expect(timetable.stops.transferSeconds[stop] == 240)
        #expect(
            try NetworkText.notices(timetable)
                == "foreign_key_violation transfers.txt:6 from_stop_id nowhere")
    }

    @Test func `pathways give the way through a station, and name stairs`() throws {
        var feed = TextFeed("red-1: P1 8:00  X 8:10\nblue-1: P2 8:00 X 8:10")
        feed.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
            S,Station,47,8,1,
            P1,Platform 1,47,8,0,S
            P2,Platform 2,47.0001,8,0,S
            N,Hall,47,8.0001,3,S
            X,Elsewhere,47,8.1,0,

            """
        feed.files["pathways.txt"] = """
            pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,traversal_time
            a,P1,N,1,1,30
            b,N,P2,2,1,45
            c,P1,P2,5,1,200

            """
        let timetable = try feed.compiled()
        #expect(NetworkText.walks(timetable) == "P1-P2 75 s\nP2-P1 75 s")
        #expect(
            timetable.footpaths.flags[0]
                == FootpathColumns.pathwayFlag | FootpathColumns.stairsFlag)
    }
}
