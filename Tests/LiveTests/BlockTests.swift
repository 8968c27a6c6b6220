import Prediction
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Matching
@testable import Realtime

/// Predictions of vehicles for the next trips of their blocks.
///
/// The first trip ends at D at 8:06, the next one departs there at 8:10.
@Suite struct BlockTests {
    private static let drawing = """
        red-1: A 8:00  B 8:02  C 8:04  D 8:06
        red-2: D 8:10  C 8:12  B 8:14  A 8:16
        red-3: A 8:40  B 8:42  C 8:44  D 8:46
        """

    /// Returns a network whose trips have these services and blocks, in order of their names.
    private func network(
        of drawing: String = drawing, _ trips: [(service: String, block: String)]
    ) throws -> Timetable {
        var feed = TextFeed(drawing)
        feed.files["trips.txt"] = trips.enumerated().reduce(
            "route_id,service_id,trip_id,block_id\n"
        ) { $0 + "red,\($1.element.service),red-\($1.offset + 1),\($1.element.block)\n" }
        feed.files["calendar.txt", default: ""] +=
            "sunday,0,0,0,0,0,0,1,\(TextFeed.firstDay),\(TextFeed.lastDay)\n"
        return try feed.compiled()
    }

    private func network() throws -> Timetable {
        try network([("daily", "7"), ("daily", "7"), ("daily", "7")])
    }

    private func dated(_ timetable: Timetable, _ trip: String, day: Int = 0) throws -> DatedRun {
        let trip = try #require(timetable.trips.find(id: trip))
        return DatedRun(
            run: timetable.trips.runs(of: trip)[0], day: testDay.advanced(by: day))
    }

    /// Returns the overlay from fixes and from the sources' updates.
    private func overlay(
        _ timetable: Timetable, _ fixes: [VehicleFix], reported: RealtimeOverlay = .none,
        by model: PredictionModel = PredictionModel()
    ) async throws -> RealtimeOverlay {
        var keeper = ExpectationCache()
        let state = LiveState(timetable, sourceKind: "test", firstSequence: 1)
        let now = try #require(fixes.map(\.time).max())
        await state.apply(fixes, now: now)
        return keeper.overlay(
            of: await state.snapshot(now: now).with(reported), by: ProgressPredictor(model))
    }

    /// Returns departures in minutes after 8:00.
    private func minutes(_ overlay: RealtimeOverlay, _ run: DatedRun) -> [Double]? {
        overlay.changes[run]?.calls.map { Double($0.departure.seconds - 28_800) / 60 }
    }

    /// Returns a fix half way to B, twelve minutes late.
    private func late(_ timetable: Timetable) -> VehicleFix { fix(timetable, metres: 379, at: 780) }

    @Test func `a late vehicle is late on its next trip, less what the layover takes up`()
        async throws
    {
        let timetable = try network()
        let result = try await overlay(timetable, [late(timetable)])
        #expect(minutes(result, try dated(timetable, "red-1"))?.last == 18)
        #expect(minutes(result, try dated(timetable, "red-2")) == [20, 22, 24, 26])
        #expect(minutes(result, try dated(timetable, "red-3")) == [40, 42, 44, 46])
    }

    @Test func `a vehicle on time begins its next trip on time`() async throws {
        let timetable = try network()
        let result = try await overlay(timetable, [fix(timetable, metres: 379, at: 60)])
        #expect(minutes(result, try dated(timetable, "red-2")) == [10, 12, 14, 16])
    }

    /// Each fix is four seconds later than the one before: too little to predict again, so it is
    /// the sum that counts.
    @Test func `the next trip follows a delay that grows little by little`() async throws {
        let timetable = try network()
        let state = LiveState(timetable, sourceKind: "test", firstSequence: 1)
        var keeper = ExpectationCache()
        var departures: [Int32] = []
        for step in 0..<20 {
            let second = 780.0 + 14 * Double(step)
            let metres = 379 + 10 * 758.0 / 120 * Double(step)
            let seen = fix(timetable, metres: metres, at: second)
            await state.apply([seen], now: seen.time)
            let result = keeper.overlay(
                of: await state.snapshot(now: seen.time), isRenewed: step == 0)
            let change = result.changes[try dated(timetable, "red-2")]
            departures.append(try #require(change?.calls.first).departure.seconds)
        }
        // 20 minutes after 8:00 and, with the thresholds of 5 and 15 s, at least 76 - 20 s more.
        #expect(departures[0] == 30_000)
        #expect(departures[19] >= 30_056 && departures[19] <= 30_076)
        #expect(departures == departures.sorted())
    }

    @Test func `a layover is never taken for shorter than the least ever seen`() async throws {
        let timetable = try network()
        let first = try schedule(timetable, "red-1")
        var model = PredictionModel()
        let next = try schedule(timetable, "red-2")
        // They arrived at their scheduled departures.
        for seconds in [300.0, 300, 300] {
            model.layovers.learn(from: first, to: next, seconds: seconds, late: seconds)
        }
        // These had time to spare, which does not show how much they need.
        for (seconds, late) in [(60.0, 0.0), (900, 90)] {
            model.layovers.learn(from: first, to: next, seconds: seconds, late: late)
        }
        let result = try await overlay(timetable, [late(timetable)], by: model)
        #expect(minutes(result, try dated(timetable, "red-2"))?.first == 23)
    }

    @Test func `what late vehicles took is learnt`() throws {
        let timetable = try network()
        var replay = FixReplay(timetable)
        // At D at 8:18, departing again at 8:19 where the timetable says 8:10.
        for (metres, second, trip) in [
            (0.0, 720.0, "red-1"), (758, 840, "red-1"), (1516, 960, "red-1"),
            (2275, 1080, "red-1"), (2275, 1110, "red-2"), (1896, 1200, "red-2"),
        ] {
            _ = replay.process(fix(timetable, metres: metres, at: second, trip: trip))
        }
        let needed = replay.model.layovers.seconds(
            from: try schedule(timetable, "red-1"), to: try schedule(timetable, "red-2"),
            scheduled: 240)
        #expect(!replay.model.layovers.cells.isEmpty)
        #expect(needed > 60 && needed < 120)
    }

    private func schedule(_ timetable: Timetable, _ trip: String) throws -> ScheduledProgress {
        let run = try dated(timetable, trip).run
        let pattern = timetable.patterns.pattern(of: run)
        let path = try #require(
            RunPath(timetable, trip: timetable.patterns.runTrips[run], pattern: pattern))
        return ScheduledProgress(timetable, run: run, pattern: pattern, path: path)
    }

    @Test func `a cancelled trip is left out, and the one behind it begins on time`() async throws {
        let timetable = try network()
        let second = try dated(timetable, "red-2")
        let cancelled = RealtimeOverlay(version: 1, changes: [second: .cancelled])
        let result = try await overlay(timetable, [late(timetable)], reported: cancelled)
        #expect(result.changes[second] == nil)
        #expect(minutes(result, try dated(timetable, "red-3"))?.first == 40)
    }

    @Test func `nothing is carried to a trip that another vehicle serves`() async throws {
        let timetable = try network()
        let other = fix(timetable, metres: 2200, at: 670, vehicle: "w", trip: "red-2")
        let result = try await overlay(timetable, [late(timetable), other])
        let second = try #require(minutes(result, try dated(timetable, "red-2")))
        #expect(second[0] < 12 && second[1] < 15)
    }

    @Test func `the word of a source on a later trip wins`() async throws {
        let timetable = try network()
        let second = try dated(timetable, "red-2")
        let word = RunChange(
            calls: [11, 13, 15, 17].map {
                let time = ServiceTime(hours: 8, minutes: $0)
                return ExpectedCall(arrival: time, departure: time)
            })
        let source = RealtimeOverlay(version: 1, changes: [second: word])
        let expected = try await overlay(timetable, [late(timetable)], reported: source)
        var merger = OverlayMerger()
        let merged = merger.merge(reported: source, expected: expected, vehicles: [])
        #expect(minutes(merged, second) == [11, 13, 15, 17])
    }

    @Test func `a block's id that another day's service uses again is another block`()
        async throws
    {
        let timetable = try network([("daily", "7"), ("sunday", "7"), ("daily", "8")])
        let result = try await overlay(timetable, [late(timetable)])
        #expect(Set(result.changes.keys) == [try dated(timetable, "red-1")])
    }

    @Test func `a block goes on after midnight with the next service day's trips`() throws {
        let timetable = try network(
            of: "red-1: A 23:50  B 24:06\nred-2: B 0:10  A 0:20",
            [("daily", "7"), ("daily", "7")])
        let chains = BlockChains(timetable)
        #expect(
            chains.next(after: try dated(timetable, "red-1"))
                == (try dated(timetable, "red-2", day: 1)))
        #expect(chains.next(after: try dated(timetable, "red-2"))?.day == testDay)
    }

    @Test func `trips of a block at the same time belong to nobody's chain`() throws {
        let timetable = try network(
            of: Self.drawing + "\nred-4: D 8:10  C 8:12",
            [("daily", "7"), ("daily", "7"), ("daily", "7"), ("daily", "7")])
        #expect(BlockChains(timetable).next(after: try dated(timetable, "red-1")) == nil)
    }

    @Test func `a vehicle off the way of the trip that it names is still shown`() async throws {
        let timetable = try network([("daily", ""), ("daily", ""), ("daily", "")])
        // Five minutes late, 400 m off.
        let result = try await overlay(
            timetable, [fix(timetable, metres: 379, at: 360, off: 400)])
        #expect(minutes(result, try dated(timetable, "red-1"))?.last == 11)
    }

    @Test func `a trip that is named before it begins is predicted by the timetable`() throws {
        let timetable = try network([("daily", ""), ("daily", ""), ("daily", "")])
        var replay = FixReplay(timetable)
        for off in [0.0, 5000] {
            let step = replay.process(
                fix(timetable, metres: 700, at: off / 100 - 900, trip: "red-2", off: off))
            let calls = (step?.calls ?? []) + (step?.runs.flatMap(\.calls) ?? [])
            let start = timetable.timeZone.time(ServiceTime(hours: 8, minutes: 0), on: testDay)
            #expect(
                calls.map { $0.departure.seconds(since: start) / 60 } == [10, 12, 14, 16])
        }
    }

    @Test func `of several trips that list a vehicle it is on the one that fits`() throws {
        let timetable = try network()
        let alone = fix(timetable, metres: 100, at: 780, vehicle: "w")
        let listed = ["red-3", "red-2", "red-1"].map {
            fix(timetable, metres: 379, at: 780, trip: $0)
        }
        #expect(ListedTrips.current(of: listed, on: timetable)?.trip?.tripID == "red-1")
        let settled = ListedTrips.settled(listed + [alone], on: timetable)
        #expect(settled.map(\.trip) == [listed[2].trip, alone.trip])
        #expect(settled[0].laterTrips.map(\.tripID) == ["red-2", "red-3"])
        var replay = FixReplay(timetable)
        let taken = replay.process(listed)
        let step = try #require(taken)
        #expect(step.vehicle.progress?.run == (try dated(timetable, "red-1")).run)
        #expect(
            step.runs.map(\.run)
                == [try dated(timetable, "red-2"), try dated(timetable, "red-3")])
    }
}
