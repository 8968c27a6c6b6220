import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Matching
@testable import Realtime

/// Returns a line from A to D with stops 758 m apart, two minutes between stops, and a stop of one
/// minute at C.
private func network() throws -> Timetable {
    try TextFeed(
        """
        red-1: A 8:00  B 8:02  C 8:04/8:05  D 8:07
        red-2: A 9:00  B 9:02  C 9:04/9:05  D 9:07
        """
    ).compiled()
}

/// Monday, 4 May 2026.
let testDay = ServiceDay(daysSince1970: 20_577)

/// Returns a fix some metres along the line, some seconds after 8:00.
func fix(
    _ timetable: Timetable, metres: Double, at second: Double, vehicle: String = "v",
    trip: String? = "red-1", off: Double = 0
) -> VehicleFix {
    let zero = timetable.timeZone.time(ServiceTime(hours: 8, minutes: 0), on: testDay)
    let plane = LocalPlane(around: Coordinate(latitude: 47, longitude: 8))
    return VehicleFix(
        vehicleID: vehicle, coordinate: plane.coordinate(x: metres, y: off),
        time: zero.advanced(bySeconds: second), trip: TripReference(tripID: trip))
}

@Suite struct ScheduledProgressTests {
    private func schedule() throws -> ScheduledProgress {
        let timetable = try network()
        let path = try #require(RunPath(timetable, trip: TripIndex(0), pattern: PatternIndex(0)))
        return ScheduledProgress(
            timetable, run: RunIndex(0), pattern: PatternIndex(0), path: path)
    }

    @Test(arguments: [
        (0.0, 0.0, 0.0), (0, -60, 0), (0, 30, 30), (379, 60, 0), (379, 90, 30), (379, 45, -15),
        (1516.6, 240, 0), (1516.6, 290, 0), (1516.6, 330, 30), (1516.6, 230, -10),
        (2275, 420, 0), (2275, 400, -20), (1895, 360, 0),
    ])
    func `delay follows from place and time`(metres: Double, second: Double, delay: Double) throws {
        let eight = 28_800.0
        #expect(abs(try schedule().delay(at: metres, time: eight + second) - delay) < 1)
    }

    @Test func `place and time of the timetable agree both ways`() throws {
        let schedule = try schedule()
        for metres in stride(from: 50.0, to: 2250, by: 50) {
            let time = schedule.scheduledTime(at: metres)
            #expect(abs(schedule.scheduledDistance(at: time) - metres) < 0.1)
        }
    }
}

/// Matches a fix with a new matcher.
func match(
    _ timetable: Timetable, _ fix: VehicleFix, previous: LiveVehicle? = nil
) -> VehicleProgress? {
    var matcher = RunMatcher(timetable)
    return matcher.match(fix, previous: previous)
}

@Suite struct RunMatcherTests {
    @Test func `a fix on its trip is placed on the run of its day`() throws {
        let timetable = try network()
        let progress = try #require(match(timetable, fix(timetable, metres: 379, at: 90, off: 30)))
        #expect(progress.serviceDay == testDay)
        #expect(abs(progress.alongMetres - 379) < 1)
        #expect(abs(progress.offMetres - 30) < 1)
        #expect(abs(progress.delaySeconds - 30) < 1)
        #expect(progress.nextCall == 1)
    }

    @Test func `a vehicle far from its path is on no run`() throws {
        let timetable = try network()
        #expect(match(timetable, fix(timetable, metres: 379, at: 90, off: 250)) == nil)
        #expect(match(timetable, fix(timetable, metres: 379, at: 90, trip: "x")) == nil)
        #expect(match(timetable, fix(timetable, metres: 379, at: 90, trip: nil)) == nil)
    }

    @Test func `noise never drives a vehicle backwards`() throws {
        let timetable = try network()
        let first = fix(timetable, metres: 400, at: 60)
        let vehicle = LiveVehicle(
            id: "v", fix: first, route: nil, progress: match(timetable, first))
        let second = try #require(
            match(timetable, fix(timetable, metres: 390, at: 65), previous: vehicle))
        #expect(second.alongMetres >= vehicle.progress?.alongMetres ?? .infinity)
    }

    @Test func `on the road of its way back a vehicle is still on its way there`() throws {
        // The stops are 758 m apart; the line turns at C.
        let timetable = try TextFeed("red-1: A 8:00  B 8:02  C 8:04  B 8:14  A 8:16").compiled()
        var vehicle: LiveVehicle?
        var matcher = RunMatcher(timetable)
        // To C within two minutes, and half a minute later back again, with noise to both sides.
        let places =
            (0..<26).map { min(Double($0) * 60, 1516) }
            + (0..<6).map { _ in 1516 } + (1..<26).map { 1516 - Double($0) * 60 }
        for (number, metres) in places.enumerated() {
            let noise = number % 2 == 0 ? 6.0 : -6.0
            let seen = fix(timetable, metres: metres, at: Double(number) * 5, off: noise)
            let found = matcher.match(seen, previous: vehicle)
            let progress = try #require(found, "fix \(number)")
            let along = number < 32 ? metres : 2 * 1516 - metres
            #expect(abs(progress.alongMetres - along) < 90, "fix \(number)")
            vehicle = LiveVehicle(id: "v", fix: seen, route: nil, progress: progress)
        }
    }

    @Test func `past midnight a trip belongs to the day before`() throws {
        let timetable = try TextFeed("night-1: A 23:50  B 24:10").compiled()
        let plane = LocalPlane(around: Coordinate(latitude: 47, longitude: 8))
        let time = timetable.timeZone.time(ServiceTime(hours: 24, minutes: 0), on: testDay)
        let progress = try #require(
            match(
                timetable,
                VehicleFix(
                    vehicleID: "v", coordinate: plane.coordinate(x: 379, y: 0), time: time,
                    trip: TripReference(tripID: "night-1"))))
        #expect(progress.serviceDay == testDay)
        #expect(abs(progress.delaySeconds) < 5)
    }

    @Test func `of a headway's runs the start time names one`() throws {
        var feed = TextFeed("metro-1: A 0:00  B 0:05")
        feed.files["frequencies.txt"] =
            "trip_id,start_time,end_time,headway_secs\nmetro-1,8:00:00,9:00:00,600\n"
        let timetable = try feed.compiled()
        let seen = fix(timetable, metres: 379, at: 750)
        let named = VehicleFix(
            vehicleID: "v", coordinate: seen.coordinate, time: seen.time,
            trip: TripReference(
                tripID: "metro-1", startTime: ServiceTime(hours: 8, minutes: 10)))
        let progress = try #require(match(timetable, named))
        #expect(timetable.patterns.runStarts[progress.run] == 29_400)
        #expect(abs(progress.delaySeconds) < 2)
    }
}

@Suite struct LiveStateTests {
    @Test func `implausible, doubled and late fixes are counted and dropped`() async throws {
        let timetable = try network()
        let state = LiveState(timetable, sourceKind: "test", firstSequence: 5)
        let good = fix(timetable, metres: 379, at: 60)
        let now = good.time.advanced(bySeconds: 1)
        let nowhere = VehicleFix(
            vehicleID: "x", coordinate: Coordinate(latitude: 0, longitude: 0), time: good.time)
        let future = fix(timetable, metres: 0, at: 600, vehicle: "y")
        let past = fix(timetable, metres: 0, at: -2000, vehicle: "z")
        let older = fix(timetable, metres: 300, at: 50)
        await state.apply([good, good, nowhere, future, past, older], now: now)
        var expected = LiveStatistics()
        expected.matched = 1
        expected.matchedBy = [.tripID: 1]
        expected.newestFixes = .init(matched: 1)
        expected.newestElsewhere = 1
        expected.newestCount = 6
        expected.newestWrongTime = 2
        expected.outdated = 2
        expected.implausible = 1
        expected.wrongTime = 2
        #expect(await state.statistics["fixes"] == expected)
        let snapshot = await state.snapshot(now: now)
        #expect(snapshot.vehicles.map(\.id) == ["v"])
        #expect(snapshot.sequence == 6)
        #expect(snapshot.source.health(at: now) == "live")
    }

    @Test func `a vehicle grows old, stale, and is forgotten`() async throws {
        let timetable = try network()
        let state = LiveState(timetable, sourceKind: "test", firstSequence: 0)
        let seen = fix(timetable, metres: 379, at: 60)
        await state.apply([seen], now: seen.time)
        for (age, freshness) in [(90.0, "live"), (91, "old"), (300, "old"), (301, "stale")] {
            let now = seen.time.advanced(bySeconds: age)
            let vehicle = await state.snapshot(now: now).vehicles.first
            #expect(vehicle?.freshness(at: now).rawValue == freshness)
        }
        let later = seen.time.advanced(bySeconds: 901)
        #expect(await state.snapshot(now: later).vehicles.isEmpty)
        #expect(await state.snapshot(now: later).source.health(at: later) == "down")
    }

    @Test func `a vehicle that has arrived does not haunt the map`() async throws {
        let timetable = try network()
        let state = LiveState(timetable, sourceKind: "test", firstSequence: 0)
        let seen = fix(timetable, metres: 2270, at: 420)
        await state.apply([seen], now: seen.time)
        let soon = seen.time.advanced(bySeconds: 119)
        #expect(await state.snapshot(now: soon).vehicles.count == 1)
        let later = seen.time.advanced(bySeconds: 121)
        #expect(await state.snapshot(now: later).vehicles.isEmpty)
    }
}
