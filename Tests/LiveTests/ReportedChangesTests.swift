import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Matching
@testable import Realtime

/// Sources' updates on runs and alerts, through the owner of live data.
@Suite struct ToldChangesTests {
    private let timetable: Timetable
    private let state: LiveState
    private let day = ServiceDay(year: 2026, month: 6, day: 1) ?? ServiceDay(daysSince1970: 0)

    init() throws {
        // Ten runs a quarter of an hour long, all under way at 8:05.
        var drawing = ""
        for number in 0..<10 { drawing += "red-\(number): A 8:00  B 8:05  C 8:\(15 + number)\n" }
        drawing += "blue-1: D 9:00  E 9:10\n"
        timetable = try TextFeed(drawing).compiled()
        state = LiveState(timetable, sourceKind: "gtfs-rt", firstSequence: 1)
    }

    private var now: UnixTime {
        timetable.timeZone.time(ServiceTime(seconds: 8 * 3600 + 360), on: day)
    }

    private func update(
        _ trip: String, _ relationship: TripUpdate.Relationship = .scheduled, delay: Int32? = nil
    ) -> TripUpdate {
        TripUpdate(
            trip: TripReference(tripID: trip, serviceDay: day), relationship: relationship,
            delaySeconds: delay)
    }

    @discardableResult
    private func report(
        _ updates: [TripUpdate]?, _ alerts: [AlertUpdate]? = nil, from source: String = "town",
        at time: UnixTime? = nil
    ) async -> RealtimeOverlay {
        var batch = LiveBatch(source: source, asOf: time ?? now)
        batch.tripUpdates = updates
        batch.alerts = alerts
        await state.apply(batch, now: time ?? now)
        return await state.snapshot(now: time ?? now).overlay
    }

    private func change(_ trip: String, in overlay: RealtimeOverlay) throws -> RunChange? {
        let index = try #require(timetable.trips.find(id: trip))
        let run = try #require(timetable.trips.runs(of: index).first)
        return overlay.change(of: run, on: day)
    }

    @Test func `what a source says holds until it says otherwise`() async throws {
        var overlay = await report([update("red-1", delay: 120), update("red-2", .deleted)])
        #expect(try change("red-1", in: overlay)?.calls.last?.arrival.description == "08:18:00")
        #expect(try change("red-2", in: overlay)?.isDeleted == true)
        let version = overlay.version
        overlay = await report([update("red-2", .deleted), update("red-1", delay: 120)])
        #expect(overlay.version == version)
        overlay = await report([])
        #expect(overlay.changes.isEmpty && overlay.version > version)
    }

    @Test func `five minutes of silence lead back to the timetable`() async throws {
        await report([update("red-1", delay: 120)])
        let later = await state.snapshot(now: now.advanced(bySeconds: 299)).overlay
        #expect(later.changes.count == 1)
        let silent = await state.snapshot(now: now.advanced(bySeconds: 301)).overlay
        #expect(silent.changes.isEmpty)
    }

    @Test func `what a silent source said has expired, and is not withdrawn`() async throws {
        let first = await report([update("red-1", delay: 120)])
        #expect(first.unheard.isEmpty)
        let later = now.advanced(bySeconds: 301)
        let silent = await report([], from: "other", at: later)
        #expect(silent.unheard == Set(first.changes.keys) && silent.version > first.version)
        let heard = await report([], at: later)
        #expect(heard.unheard.isEmpty && heard.version > silent.version)
    }

    @Test func `of two sources that speak of one run the newer one counts`() async throws {
        await report([update("red-1", delay: 60)], from: "a", at: now.advanced(bySeconds: 20))
        let overlay = await report([update("red-1", delay: 300)], from: "b", at: now)
        #expect(try change("red-1", in: overlay)?.calls.last?.arrival.description == "08:17:00")
    }

    @Test func `a feed that is an hour off is set aside, and the last good one kept`() async throws
    {
        await report((0..<6).map { update("red-\($0)", delay: 30) })
        let overlay = await report(
            (0..<6).map { update("red-\($0)", delay: 3600 + Int32($0) * 20) })
        #expect(try change("red-1", in: overlay)?.calls.last?.arrival.description == "08:16:30")
        #expect(await state.statistics["town"]?.refused == ["hour_shift": 1])
    }

    @Test func `one run an hour late among others is believed`() async throws {
        let overlay = await report(
            (0..<6).map { update("red-\($0)", delay: $0 == 1 ? 3600 : 30) })
        #expect(try change("red-1", in: overlay)?.calls.last?.arrival.description == "09:16:00")
    }

    @Test func `half of all runs cancelled at once is believed only after ten minutes`()
        async throws
    {
        let strike = (0..<5).map { update("red-\($0)", .cancelled) }
        #expect(await report(strike).changes.isEmpty)
        #expect(await state.statistics["town"]?.refused == ["mass_cancellation": 1])
        #expect(await report(strike, at: now.advanced(bySeconds: 300)).changes.isEmpty)
        // At 8:16 all but one of the runs are still under way.
        let late = await report(strike, at: now.advanced(bySeconds: 601))
        #expect(late.changes.count == 5)
    }

    @Test func `a day cancelled before its first run is believed only after ten minutes`()
        async throws
    {
        let night = timetable.timeZone.time(ServiceTime(seconds: 4 * 3600), on: day)
        let strike = (0..<10).map { update("red-\($0)", .cancelled) }
        #expect(await report(strike, at: night).changes.isEmpty)
        #expect(await state.statistics["town"]?.refused == ["mass_cancellation": 1])
        #expect(await report(strike, at: night.advanced(bySeconds: 601)).changes.count == 10)
        // A cancellation half a day ahead was planned.
        let eve = night.advanced(bySeconds: -8 * 3600)
        #expect(await report(strike, from: "city", at: eve).changes.count == 10)
    }

    @Test func `some cancellations, and those of later runs, are believed at once`() async throws {
        #expect(await report((0..<3).map { update("red-\($0)", .cancelled) }).changes.count == 3)
        // Cancellations that were accepted before do not count again.
        let more = (0..<5).map { update("red-\($0)", .cancelled) } + [update("blue-1", .cancelled)]
        #expect(await report(more).changes.count == 6)
    }

    @Test func `alerts find their routes, stops and trips, and unknown ones are counted`()
        async throws
    {
        var texts = AlertUpdate.Texts()
        texts.header = ["en": "Works"]
        func alert(_ id: String, _ subjects: [AlertUpdate.Subject]) -> AlertUpdate {
            AlertUpdate(id: id, texts: texts, subjects: subjects)
        }
        let overlay = await report(
            nil,
            [
                alert("route", [.init(routeID: "red")]),
                alert("stop", [.init(stopID: "B"), .init(stopID: "elsewhere")]),
                alert("trip", [.init(trip: TripReference(tripID: "red-1"))]),
                alert("agency", [.init(agencyID: "1")]),
                alert("all", []),
                alert("unknown", [.init(routeID: "green")]),
                alert("other agency", [.init(agencyID: "2")]),
                alert("other agency's route", [.init(agencyID: "2", routeID: "red")]),
                alert("direction", [.init(routeID: "red", directionID: 1)]),
            ])
        #expect(
            overlay.alerts.map(\.id) == ["route", "stop", "trip", "agency", "all", "direction"])
        let red = try #require(timetable.routes.find(id: "red"))
        #expect(overlay.alerts[0].subjects == [.init(route: red)])
        #expect(overlay.alerts[1].subjects.map(\.stop) == [timetable.stops.find(id: "B")])
        #expect(overlay.alerts[2].subjects.map(\.trip) == [timetable.trips.find(id: "red-1")])
        #expect(overlay.alerts[3].subjects.count == 2)
        #expect(overlay.alerts[4].subjects.isEmpty)
        #expect(overlay.alerts[5].subjects == [.init(route: red, direction: 1)])
        let statistics = await state.statistics["town"]
        #expect(statistics?.alerts == 6 && statistics?.unknownAlerts == 3)
    }
}

@Suite struct FixGuardTests {
    private static let start = UnixTime(seconds: 1_780_000_000)

    private func fix(_ degrees: Double, after seconds: Double) -> VehicleFix {
        VehicleFix(
            vehicleID: "7", coordinate: Coordinate(latitude: 47, longitude: 8 + degrees),
            time: Self.start.advanced(bySeconds: seconds))
    }

    /// Returns which fixes of a vehicle are accepted, given as degrees east and seconds.
    private func believed(_ mode: TransitMode, _ places: [(Double, Double)]) -> [Bool] {
        var watch = FixValidator()
        var known: LiveVehicle?
        return places.map { degrees, seconds in
            let fix = fix(degrees, after: seconds)
            let isBelieved = watch.believes(fix, after: known, mode: mode)
            if isBelieved {
                known = LiveVehicle(id: fix.vehicleID, fix: fix, route: nil, progress: nil)
            }
            return isBelieved
        }
    }

    @Test func `a bus that jumps across town is set aside, and believed when it stays there`() {
        // 0.1 degrees are about 7.6 km.
        let jump = believed(.bus, [(0, 0), (0.1, 10), (0.001, 20), (0.1, 30), (0.101, 40)])
        #expect(jump == [true, false, true, false, true])
    }

    @Test func `a train may do what a tram may not`() {
        // 3.8 km in 40 s.
        #expect(believed(.rail, [(0, 0), (0.05, 40)]) == [true, true])
        #expect(believed(.tram, [(0, 0), (0.05, 40)]) == [true, false])
    }
}

@Suite struct OverlayMergerTests {
    private let timetable: Timetable
    private let run: DatedRun
    private let start = UnixTime(seconds: 1_780_000_000)

    init() throws {
        timetable = try TextFeed("red-1: A 8:00  B 8:10").compiled()
        let trip = try #require(timetable.trips.find(id: "red-1"))
        run = DatedRun(
            run: try #require(timetable.trips.runs(of: trip).first),
            day: ServiceDay(daysSince1970: 20_600))
    }

    private func change(
        _ seconds: Int32, skipsFirst: Bool = false, off uncertainty: Int32? = nil
    ) -> RunChange {
        let spread = uncertainty.map { CallSpread(either: $0) }
        return RunChange(
            calls: [skipsFirst, false].map { isSkipped in
                ExpectedCall(
                    arrival: ServiceTime(seconds: seconds),
                    departure: ServiceTime(seconds: seconds), isSkipped: isSkipped, spread: spread)
            })
    }

    /// Merges both overlays; the vehicle was seen some seconds after the source's update.
    private func merged(_ word: RunChange, _ guess: RunChange, seenAfter seconds: Double) throws
        -> RunChange?
    {
        let path = try #require(
            RunPath(
                timetable, trip: timetable.patterns.runTrips[run.run],
                pattern: timetable.patterns.pattern(of: run.run)))
        let pattern = timetable.patterns.pattern(of: run.run)
        let vehicle = LiveVehicle(
            id: "7",
            fix: VehicleFix(
                vehicleID: "7", coordinate: Coordinate(latitude: 47, longitude: 8),
                time: start.advanced(bySeconds: seconds)), route: nil,
            progress: VehicleProgress(
                run: run.run, pattern: pattern, trip: timetable.patterns.runTrips[run.run],
                serviceDay: run.day, dayStart: start, alongMetres: 0, offMetres: 0,
                delaySeconds: 0,
                schedule: ScheduledProgress(
                    timetable, run: run.run, pattern: pattern, path: path)))
        var merger = OverlayMerger()
        return merger.merge(
            reported: RealtimeOverlay(version: 1, changes: [run: word], knownAt: [run: start]),
            expected: RealtimeOverlay(version: 1, changes: [run: guess]), vehicles: [vehicle]
        ).changes[run]
    }

    @Test func `the newer of word and fix decides when, the word where`() throws {
        let (word, guess) = (change(100, skipsFirst: true), change(200))
        #expect(try merged(word, guess, seenAfter: 20) == word)
        #expect(try merged(word, guess, seenAfter: 40) == change(200, skipsFirst: true))
        #expect(try merged(.cancelled, guess, seenAfter: 40) == .cancelled)
    }

    @Test func `the uncertainty of a time belongs to its source`() throws {
        let (word, guess) = (change(100, off: 30), change(200, off: 90))
        #expect(try merged(word, guess, seenAfter: 20) == word)
        #expect(try merged(word, guess, seenAfter: 40) == guess)
        // If equally recent, the more certain one is used; if both are, the source's.
        #expect(try merged(word, change(200, off: 20), seenAfter: 0) == change(200, off: 20))
        #expect(try merged(word, change(200, off: 20), seenAfter: -1) == word)
        #expect(try merged(word, change(200, off: 30), seenAfter: 20) == word)
        // A source without uncertainty counts as certain as the vehicle's prediction.
        #expect(try merged(change(100), guess, seenAfter: 20) == change(100, off: 90))
        #expect(try merged(word, change(200), seenAfter: 40) == change(200))
    }

    @Test func `the version rises when something differs, and only then`() {
        var merger = OverlayMerger()
        let shown = RealtimeOverlay(version: 1, changes: [run: change(100)])
        let same = RealtimeOverlay(version: 2, changes: [run: change(100)])
        let merged = [shown, shown, same, .none].map {
            merger.merge(reported: $0, expected: .none, vehicles: [])
        }
        #expect(merged[0] === merged[1])
        #expect(merged.map(\.version) == [1, 1, 1, 2])
    }
}
