import Testing
import TransitModel

@testable import Riders

/// Reminders and trips in the nights in which clocks are set.
@Suite struct ClockChangeTests {
    /// Night runs of the evening's service day and of the morning's.
    private let drawing = """
        owl-1: A 25:30 B 25:50
        owl-2: A 26:30 B 26:50
        owl-3: A 27:30 B 27:50
        lark-1: A 4:30 B 4:50
        """

    private func scene(of drawing: String? = nil, in zone: String) throws -> RiderScene {
        try RiderScene(
            drawing ?? self.drawing,
            files: [
                "agency.txt": """
                agency_id,agency_name,agency_url,agency_timezone
                1,Test,http://t.example,\(zone)

                """
            ])
    }

    private static let nights = [
        ("Europe/Zurich", "2026-03-29", "2026-10-25"),
        ("America/New_York", "2026-03-08", "2026-11-01"),
    ]

    /// The trip and the displayed time of the run of a reminder.
    private func planned(
        _ scene: RiderScene, line: String, at time: String, on day: ServiceDay
    ) throws -> String {
        let minute = Int(try #require(ServiceTime(time)).seconds / 60)
        let plan = scene.network.planned(
            try scene.route("\(line) A-B"), at: SavedReminder(minute: minute, weekdays: [7]),
            on: day)
        return "\(plan?.first?.run.tripID ?? "none") \(scene.clock(plan?.departure))"
    }

    @Test(arguments: nights)
    func `a reminder of the night is about what leaves when clocks show its time`(
        zone: String, spring: String, autumn: String
    ) throws {
        let scene = try scene(in: zone)
        for night in [spring, autumn] {
            let day = try #require(ServiceDay(night))
            #expect(try planned(scene, line: "owl", at: "1:30", on: day) == "owl-1 01:30")
            #expect(try planned(scene, line: "lark", at: "4:30", on: day) == "lark-1 04:30")
        }
    }

    @Test(arguments: nights)
    func `a reminder in a skipped hour is an hour later, in a repeated one the first time`(
        zone: String, spring: String, autumn: String
    ) throws {
        let scene = try scene(in: zone)
        let (short, long) = (try #require(ServiceDay(spring)), try #require(ServiceDay(autumn)))
        let isEuropean = zone.hasPrefix("Europe")
        #expect(try planned(scene, line: "owl", at: "2:30", on: short) == "owl-2 03:30")
        #expect(
            try planned(scene, line: "owl", at: "2:30", on: long)
                == (isEuropean ? "owl-2 02:30" : "owl-3 02:30"))
    }

    @Test(arguments: nights)
    func `where nothing leaves by the clock, the run of the timetable is meant`(
        zone: String, spring: String, autumn: String
    ) throws {
        let scene = try scene(of: "bat-1: A 27:30 B 27:50\nlark-1: A 4:30 B 4:50", in: zone)
        let (short, long) = (try #require(ServiceDay(spring)), try #require(ServiceDay(autumn)))
        #expect(try planned(scene, line: "bat", at: "3:30", on: short) == "bat-1 04:30")
        #expect(try planned(scene, line: "bat", at: "3:30", on: long) == "bat-1 02:30")
        #expect(try planned(scene, line: "lark", at: "3:30", on: short) == "none -")
        #expect(try planned(scene, line: "lark", at: "5:30", on: long) == "none -")
    }

    @Test(arguments: nights)
    func `a run of the day itself keeps its reminder where clocks show another time`(
        zone: String, spring: String, autumn: String
    ) throws {
        let scene = try scene(of: "early-1: A 1:30 B 1:50", in: zone)
        let day = try #require(ServiceDay(spring))
        #expect(try planned(scene, line: "early", at: "1:30", on: day) == "early-1 00:30")
    }

    @Test(arguments: nights)
    func `a trip arrives when clocks show the wished time`(
        zone: String, spring: String, autumn: String
    ) throws {
        let scene = try scene(in: zone)
        for night in [spring, autumn] {
            let day = try #require(ServiceDay(night))
            let trip = PlannedTrip(
                id: "t", from: scene.stop("A"), to: scene.stop("B"), arriveBy: 110, on: day)
            let found = try scene.network.run(
                for: trip, on: day, overlay: .none,
                now: try scene.time("12:00", on: day.advanced(by: -1)))
            let arrival = scene.clock(UnixTime(seconds: found.arrival))
            #expect("\(found.run.tripID) \(arrival)" == "owl-1 01:50")
        }
    }

    /// Runs a tick every five minutes of a night, and returns the titles of messages.
    private func night(before day: ServiceDay, until end: String, _ desk: AlertDesk) async throws
        -> [String]
    {
        let zone = desk.scene.timetable.timeZone
        let evening = zone.instant(
            clock: ServiceTime(hours: 20, minutes: 0), on: day.advanced(by: -1))
        let last = zone.instant(clock: try #require(ServiceTime(end)), on: day)
        for seconds in stride(from: evening.seconds, through: last.seconds, by: 300) {
            try await desk.tick(at: UnixTime(seconds: seconds))
        }
        return try await desk.titles()
    }

    @Test(arguments: [("2026-03-29", 880, "14:00"), ("2026-10-25", 540, "8:30")])
    func `a trip after the night is not forgotten`(
        night: String, arriveBy: Int, departure: String
    ) async throws {
        let desk = try AlertDesk("red-1: A 8:30 B 8:40\nred-2: A 14:00 B 14:10")
        let rider = try await desk.rider()
        _ = try await desk.store.add(
            PlannedTrip(
                id: "", from: desk.scene.stop("A"), to: desk.scene.stop("B"), arriveBy: arriveBy,
                weekdays: [7]), of: rider)
        let day = try #require(ServiceDay(night))
        let titles = try await self.night(before: day, until: departure, desk)
        // The message that it leaves soon was replaced before it was sent.
        #expect(titles == ["Get on now: red"])
    }

    @Test(arguments: [("2026-03-29", 210, 30), ("2026-10-25", 260, 120)])
    func `a reminder after the night is not forgotten`(night: String, minute: Int, lead: Int)
        async throws
    {
        let desk = try AlertDesk("red-1: A 8:30 B 8:40")
        let rider = try await desk.rider { $0.alerts.leadMinutes = lead }
        try await desk.save("red A-B", at: minute, weekdays: [7], of: rider)
        let day = try #require(ServiceDay(night))
        let titles = try await self.night(before: day, until: "4:30", desk)
        #expect(titles.map { $0.suffix(20) } == ["not in the timetable"])
    }

    @Test(arguments: ["27:30", "28:30", "29:45"])
    func `a run of the evening before is watched in time where clocks were set back`(time: String)
        async throws
    {
        let desk = try AlertDesk("bat-1: A \(time) B 31:00")
        let rider = try await desk.rider()
        let day = try #require(ServiceDay("2026-10-25"))
        let (leaves, evening) = (try #require(ServiceTime(time)), day.advanced(by: -1))
        try await desk.save(
            "bat A-B", at: Int(leaves.seconds) / 60 - 1440, weekdays: [7], of: rider)
        try desk.scene.late("bat-1", by: 300, on: evening)
        let instant = desk.scene.timetable.timeZone.time(leaves, on: evening)
        let clock = desk.scene.clock(instant)
        var titles: [String] = []
        for minutes in stride(from: -480.0, through: -30, by: 1) {
            #expect(titles.isEmpty)
            try await desk.tick(at: instant.advanced(bySeconds: minutes * 60))
            titles = try await desk.titles()
        }
        #expect(titles == ["bat \(clock): 5 min late"])
    }
}
