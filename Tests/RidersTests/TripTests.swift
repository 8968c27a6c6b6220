import Testing
import TransitModel

@testable import Riders

/// Trips with reminders.
@Suite struct TripTests {
    private let drawing = """
        red-1: A 8:00  B 8:10  C 8:20
        red-2: A 8:30  B 8:40  C 8:50
        red-night: A 23:50 B 24:10 C 24:20
        blue-1: D 9:00  A 9:10
        """

    private func trip(_ scene: RiderScene, _ from: String, _ to: String, _ time: String) throws
        -> PlannedTrip
    {
        PlannedTrip(
            id: "t", from: scene.stop(from), to: scene.stop(to),
            arriveBy: Int(try #require(ServiceTime(time)).seconds / 60), on: RiderScene.day)
    }

    /// Returns the run and its boarding time, or the reason why there is none.
    private func plan(
        _ scene: RiderScene, _ from: String, _ to: String, _ time: String, now: String = "6:00",
        day: ServiceDay = RiderScene.day
    ) throws -> String {
        let found = try scene.network.run(
            for: try trip(scene, from, to, time), on: day, overlay: scene.overlay,
            now: try scene.time(now))
        return "\(found.run.tripID) \(scene.clock(UnixTime(seconds: found.departure)))"
    }

    private func problem(
        _ scene: RiderScene, _ from: String, _ to: String, _ time: String, now: String = "6:00",
        day: ServiceDay = RiderScene.day
    ) throws -> TripProblem? {
        let trip = try trip(scene, from, to, time)
        let now = try scene.time(now)
        do throws(TripProblem) {
            _ = try scene.network.run(for: trip, on: day, overlay: scene.overlay, now: now)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the latest run that is there in time`() throws {
        let scene = try RiderScene(drawing)
        #expect(try plan(scene, "A", "C", "9:00") == "red-2 08:30")
        #expect(try plan(scene, "A", "C", "8:50") == "red-2 08:30")
        #expect(try plan(scene, "A", "C", "8:49") == "red-1 08:00")
        #expect(try plan(scene, "B", "C", "8:49") == "red-1 08:10")
    }

    @Test func `by expected times, where there are any`() throws {
        var scene = try RiderScene(drawing)
        try scene.late("red-2", by: 60)
        #expect(try plan(scene, "A", "C", "8:50") == "red-1 08:00")
        #expect(try plan(scene, "A", "C", "8:51") == "red-2 08:31")
        try scene.cancel("red-2")
        #expect(try plan(scene, "A", "C", "8:55") == "red-1 08:00")
    }

    @Test func `a run of the evening before is taken after midnight`() throws {
        let scene = try RiderScene(drawing)
        let next = RiderScene.day.advanced(by: 1)
        #expect(try plan(scene, "A", "C", "0:20", day: next) == "red-night 23:50")
    }

    @Test func `the stop across the road is the same stop`() throws {
        let stops = """
            stop_id,stop_name,stop_lat,stop_lon
            station,Station,47.0,8.0
            station-back,Station,47.0,8.0004
            lake,Lake,47.0,8.1
            lake-back,Lake,47.0002,8.1
            lake-far,Lake,47.02,8.1

            """
        let scene = try RiderScene(
            """
            out-1: station 8:00 lake 8:30
            out-2: lake-back 9:00 station-back 9:30
            far-1: lake-far 9:15 station 9:45
            """, files: ["stops.txt": stops])
        #expect(try plan(scene, "lake", "station", "10:00") == "out-2 09:00")
        #expect(try plan(scene, "station-back", "lake-back", "10:00") == "out-1 08:00")
        #expect(try problem(scene, "lake-back", "lake-far", "10:00") == .noLine(goesBack: false))
    }

    @Test func `why there is none`() throws {
        let scene = try RiderScene(drawing)
        #expect(try problem(scene, "A", "A", "9:00") == .sameStop)
        #expect(try problem(scene, "C", "A", "9:00") == .noLine(goesBack: true))
        #expect(try problem(scene, "D", "C", "9:00") == .noLine(goesBack: false))
        #expect(try problem(scene, "A", "Z", "9:00") == .unknownStop(name: "Z"))
        #expect(
            try problem(scene, "A", "C", "7:00") == .tooEarly(first: try scene.time("8:20")))
        #expect(
            try problem(scene, "A", "C", "8:20", now: "8:01")
                == .tooLate(next: try scene.time("8:50")))
        #expect(
            try problem(scene, "A", "C", "8:50", now: "23:55") == .tooLate(next: nil))
        let outside = try #require(ServiceDay("20300101"))
        #expect(try problem(scene, "A", "C", "9:00", day: outside) == .noService(outside))
    }

    private func calls(_ instants: [(Int64, Int64)]) -> [TripReminder?] {
        var state = TripReminderState()
        return instants.map { departure, now in
            state.next(departure: UnixTime(seconds: departure), now: UnixTime(seconds: now))
        }
    }

    @Test func `riders are called five minutes before and when it leaves`() {
        #expect(
            calls([(1000, 699), (1000, 700), (1000, 760), (1000, 999), (1000, 1000), (1000, 1001)])
                == [nil, .soon(minutes: 5), nil, nil, .now, nil])
    }

    @Test func `riders are called earlier for a vehicle that may come early`() {
        var state = TripReminderState()
        func call(_ now: Int64, margin: Int64) -> TripReminder? {
            state.next(
                departure: UnixTime(seconds: 1000), leaveBy: UnixTime(seconds: 1000 - margin),
                now: UnixTime(seconds: now))
        }
        // An invalid margin, after the departure, has no effect; a large one is limited to five
        // minutes.
        #expect(call(699, margin: -50) == nil)
        #expect(call(399, margin: 9000) == nil)
        #expect(call(609, margin: 90) == nil)
        #expect(call(610, margin: 90) == .soon(minutes: 7))
        #expect(call(1000, margin: 90) == .now)
    }

    @Test func `calls move with the estimate`() {
        // Later before any reminder; later after it; earlier, at once.
        #expect(calls([(1000, 690), (1100, 790), (1100, 800)]) == [nil, nil, .soon(minutes: 5)])
        #expect(
            calls([(1000, 700), (1119, 900), (1400, 1000), (1400, 1100)])
                == [.soon(minutes: 5), nil, nil, .soon(minutes: 5)])
        #expect(
            calls([(1000, 700), (941, 710), (940, 720), (900, 899), (900, 900)])
                == [.soon(minutes: 5), nil, .soon(minutes: 4), nil, .now])
    }

    @Test func `days of a trip`() throws {
        let scene = try RiderScene(drawing)
        let weekly = PlannedTrip(
            id: "t", from: scene.stop("A"), to: scene.stop("C"), arriveBy: 540, weekdays: [5, 1])
        #expect(weekly.isOn(RiderScene.day))
        #expect(!weekly.isOn(RiderScene.day.advanced(by: 1)))
        #expect(weekly.problem == nil)
        let never = PlannedTrip(
            id: "t", from: scene.stop("A"), to: scene.stop("C"), arriveBy: 1500, weekdays: [1])
        #expect(never.problem == "'arriveBy' is 0 to 1439 minutes after midnight, not 1500.")
    }
}
