import GTFSImport
import Raptor
import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Routing

/// Days, clocks and time zones.
@Suite struct DayTests {
    private let night = "red-1: A 23:50  B 24:20  C 24:40\nred-2: A 8:00  B 8:20  C 8:40"

    @Test func `after midnight the runs of the day before are still there`() throws {
        var scene = try JourneyScene(night)
        scene.span = .clock
        let request = try scene.request("B", "C")
        #expect(
            try scene.leaving(request, from: "0:00", to: "12:00")
                == "0:20-0:40 1: red-1 B-C\n8:20-8:40 1: red-2 B-C")
        var search = JourneySearch(scene.layout())
        let days = search.journeys(
            request,
            .departures(
                from: ServiceTime(seconds: 0), before: ServiceTime(hours: 12, minutes: 0))
        ).compactMap { journey -> Int? in
            guard case .ride(let ride)? = journey.legs.first else { return nil }
            return scene.day.distance(to: ride.day)
        }
        #expect(days == [-1, 0])
    }

    @Test func `the day before daylight saving begins, tomorrow comes an hour sooner`() throws {
        var scene = try JourneyScene(night)
        scene.span = .clock
        // Clocks go forward on 29 March 2026: from noon to noon there are 23 hours.
        scene.day = try #require(ServiceDay("2026-03-28"))
        #expect(
            try scene.leaving(scene.request("A", "C"), at: "9:00")
                == "23:50-24:40 1: red-1 A-C")
        #expect(
            try scene.leaving(scene.request("A", "C"), at: "23:51")
                == "31:00-31:40 1: red-2 A-C")
    }

    @Test func `each agency's times are those of its own zone`() throws {
        var here = TextFeed("red-1: A 8:00  B 8:20")
        here.files["stops.txt"] = "stop_id,stop_name,stop_lat,stop_lon\nA,A,47,8.0\nB,B,47,8.01\n"
        var there = TextFeed("blue-1: X 7:30  Y 7:50\nblue-2: X 8:30  Y 8:50")
        there.files["stops.txt"] = "stop_id,stop_name,stop_lat,stop_lon\nX,X,47,8.01\nY,Y,47,8.1\n"
        there.files["agency.txt"] =
            "agency_id,agency_name,agency_url,agency_timezone\n1,T,http://t.example,Europe/London\n"
        let timetable = try here.withFolder { first in
            try there.withFolder { second in
                try NetworkImport([
                    .init(path: first, name: "here"), .init(path: second, name: "there"),
                ]).timetable().0
            }
        }
        var scene = JourneyScene(timetable)
        scene.span = .clock
        scene.walks = .all
        // 7:30 in London is 8:30 in Zurich.
        #expect(
            try scene.leaving(scene.request("here:A", "there:Y"), at: "8:00")
                == "8:00-8:50 2: here:red-1 here:A-here:B, walk here:B-there:X, "
                + "there:blue-1 there:X-there:Y")
    }
}

/// Deviations from the timetable.
@Suite struct RealtimeTests {
    private func scene() throws -> JourneyScene {
        try JourneyScene(
            """
            red-1: A 8:00  B 8:10  C 8:20
            red-2: A 8:15  B 8:25  C 8:35
            blue-1: B 8:12  D 8:30
            blue-2: B 8:40  D 8:58
            """)
    }

    private func late(
        _ scene: JourneyScene, _ trip: String, by seconds: Int32, from first: Int = 0,
        skipping: Set<Int> = [], platforms: [Int: StopIndex] = [:]
    ) throws -> RunChange {
        let run = try scene.run(trip)
        let patterns = scene.timetable.patterns
        let pattern = patterns.pattern(of: run)
        return RunChange(
            calls: patterns.stops(of: pattern).indices.map { position in
                let times = patterns.times(of: run, in: pattern, at: position)
                let late = position >= first ? seconds : 0
                return ExpectedCall(
                    arrival: ServiceTime(seconds: times.arrival.seconds + late),
                    departure: ServiceTime(seconds: times.departure.seconds + late),
                    stop: platforms[position], isSkipped: skipping.contains(position))
            })
    }

    private func changed(
        _ scene: JourneyScene, _ changes: [String: RunChange], added: [AddedRun] = []
    ) throws -> JourneyScene {
        var scene = scene
        scene.overlay = RealtimeOverlay(
            version: 1,
            changes: Dictionary(
                uniqueKeysWithValues: try changes.map {
                    (DatedRun(run: try scene.run($0.key), day: scene.day), $0.value)
                }), added: added)
        return scene
    }

    @Test func `a late vehicle misses its connection`() throws {
        let plain = try scene()
        let scene = try changed(plain, ["red-1": late(plain, "red-1", by: 180, from: 1)])
        #expect(
            try plain.leaving(plain.request("A", "D"), at: "8:00")
                == "8:00-8:30 2: red-1 A-B, blue-1 B-D")
        // The later red-2 would suffice for blue-2, but red-1 departs at the requested time; a
        // range query finds it.
        #expect(
            try scene.leaving(scene.request("A", "D"), at: "8:00")
                == "8:00-8:58 2: red-1 A-B, blue-2 B-D")
        #expect(
            try scene.leaving(scene.request("A", "D"), from: "8:00", to: "9:00")
                == "8:15-8:58 2: red-2 A-B, blue-2 B-D")
    }

    @Test func `a vehicle so late that it is overtaken still runs, and so does the other`() throws {
        let plain = try scene()
        let scene = try changed(plain, ["red-1": late(plain, "red-1", by: 1_200)])
        #expect(
            try scene.leaving(scene.request("A", "C"), from: "8:00", to: "9:00")
                == "8:15-8:35 1: red-2 A-C\n8:20-8:40 1: red-1 A-C")
    }

    @Test func `a cancelled run is gone`() throws {
        let scene = try changed(scene(), ["red-1": .cancelled])
        #expect(
            try scene.leaving(scene.request("A", "C"), at: "8:00") == "8:15-8:35 1: red-2 A-C")
    }

    @Test func `a skipped call lets nobody on or off, another platform does`() throws {
        let plain = try JourneyScene("red-1: A 8:00  B 8:10  C 8:20\nx-1: P 1:00 Q 1:10")
        let skipped = try changed(plain, ["red-1": late(plain, "red-1", by: 0, skipping: [1])])
        // Until the next day.
        #expect(
            try skipped.leaving(skipped.request("A", "B"), at: "8:00")
                == "32:00-32:10 1: red-1 A-B")
        #expect(
            try skipped.leaving(skipped.request("B", "C"), at: "8:00")
                == "32:10-32:20 1: red-1 B-C")
        #expect(
            try skipped.leaving(skipped.request("A", "C"), at: "8:00") == "8:00-8:20 1: red-1 A-C")
        let moved = try changed(
            plain, ["red-1": late(plain, "red-1", by: 0, platforms: [1: plain.stop("P")])])
        #expect(
            try moved.leaving(moved.request("A", "B"), at: "8:00")
                == "32:00-32:10 1: red-1 A-B")
        #expect(
            try moved.leaving(moved.request("A", "P"), at: "8:00") == "8:00-8:10 1: red-1 A-P")
        #expect(
            try moved.arriving(moved.request("P", "C"), by: "9:00") == "8:10-8:20 1: red-1 P-C")
    }

    @Test func `an added run runs`() throws {
        let plain = try scene()
        let calls = try [("A", 29_100), ("D", 29_400)].map {
            AddedCall(
                stop: try plain.stop($0.0), arrival: ServiceTime(seconds: $0.1),
                departure: ServiceTime(seconds: $0.1))
        }
        let added = try #require(
            AddedRun(tripID: "extra", day: plain.day, route: RouteIndex(0), calls: calls))
        let scene = try changed(plain, [:], added: [added])
        #expect(
            try scene.leaving(scene.request("A", "D"), at: "8:01") == "8:05-8:10 1: extra A-D")
        #expect(
            try scene.arriving(scene.request("A", "D"), by: "8:29") == "8:05-8:10 1: extra A-D")
    }
}
