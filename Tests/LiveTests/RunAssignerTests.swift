import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Matching
@testable import Realtime

/// Returns a line of three runs in each direction, half an hour apart, on stops 758 m apart from
/// west to east.
private func network() throws -> Timetable {
    try TextFeed(
        """
        red-1: A 8:00  B 8:02  C 8:04/8:05  D 8:07
        red-2: A 8:30  B 8:32  C 8:34/8:35  D 8:37
        red-3: A 9:00  B 9:02  C 9:04/9:05  D 9:07
        back-1: D 8:00  C 8:02/8:03  B 8:05  A 8:07
        back-2: D 8:30  C 8:32/8:33  B 8:35  A 8:37
        """
    ).compiled()
}

/// Moves a vehicle along positions, in metres and seconds after 8:00, and returns the matched runs.
private struct Driver {
    var matcher: RunMatcher
    let timetable: Timetable
    private var last: LiveVehicle?

    init(_ timetable: Timetable) {
        self.timetable = timetable
        matcher = RunMatcher(timetable)
    }

    mutating func drive(
        _ places: [(metres: Double, second: Double)], vehicle: String = "v",
        naming trip: TripReference? = nil, off: Double = 0
    ) -> [String] {
        places.map { place in
            let bare = fix(timetable, metres: place.metres, at: place.second, off: off)
            let seen = VehicleFix(
                vehicleID: vehicle, coordinate: bare.coordinate, time: bare.time, trip: trip)
            let known = last?.id == vehicle ? last : nil
            switch matcher.place(seen, previous: known) {
            case .on(let progress, _):
                last = LiveVehicle(id: vehicle, fix: seen, route: nil, progress: progress)
                return timetable.trips.id(progress.trip) + (progress.isAssigned ? "*" : "")
            case .off(let reason):
                last = LiveVehicle(id: vehicle, fix: seen, route: nil, progress: nil)
                return reason.rawValue
            }
        }
    }
}

private let eastwards = [(100.0, 20.0), (300, 50), (500, 80), (700, 115), (900, 145)]

@Suite struct RunAssignerTests {
    @Test func `a vehicle that names nothing is assigned once it was seen long enough`() throws {
        var driver = Driver(try network())
        #expect(
            driver.drive(eastwards) == ["undecided", "undecided", "red-1*", "red-1*", "red-1*"])
    }

    @Test func `time and direction choose among the runs of a route`() throws {
        let timetable = try network()
        var driver = Driver(timetable)
        let route = TripReference(routeID: timetable.routes.id(RouteIndex(0)))
        let late = eastwards.map { ($0.0, $0.1 + 1800 + 240) }
        #expect(driver.drive(late, naming: route).last == "red-2*")
        let west = eastwards.map { (2275 - $0.0, $0.1 + 1800) }
        #expect(driver.drive(west, vehicle: "w").last == "back-2*")
    }

    @Test func `a phone that stands still, is far off or is there at no run's time gets nothing`()
        throws
    {
        var driver = Driver(try network())
        let standing = (0..<6).map { (400.0, Double($0) * 30) }
        #expect(driver.drive(standing, vehicle: "s").last == "undecided")
        #expect(driver.drive(eastwards, vehicle: "o", off: 300).last == "no_run_fits")
        let night = eastwards.map { ($0.0, $0.1 + 10 * 3600) }
        #expect(driver.drive(night, vehicle: "n").last == "no_run_fits")
    }

    @Test func `at the end of its run a vehicle goes on with the next one of its block`() throws {
        var feed = TextFeed(
            """
            red-1: A 8:00  B 8:02  C 8:04/8:05  D 8:07
            back-1: D 8:10  C 8:12/8:13  B 8:15  A 8:17
            back-2: D 8:11  C 8:13/8:14  B 8:16  A 8:18
            """)
        feed.files["trips.txt"] = """
            route_id,service_id,trip_id,block_id
            red,daily,red-1,one
            back,daily,back-1,one
            back,daily,back-2,two

            """
        var driver = Driver(try feed.compiled())
        _ = driver.drive(eastwards + [(1500, 260), (1900, 360), (2270, 425)])
        // It is stationary, and two runs depart from here.
        #expect(driver.drive([(2270, 480), (2270, 540)]) == ["back-1*", "back-1*"])
        #expect(driver.drive([(2200, 612), (2000, 645)]).last == "back-1*")
    }

    @Test func `a run that another vehicle names is not given away`() throws {
        var driver = Driver(try network())
        for (metres, second) in eastwards {
            #expect(
                driver.drive(
                    [(metres, second)], vehicle: "named", naming: TripReference(tripID: "red-1"))
                    == ["red-1"])
            #expect(driver.drive([(metres, second)], vehicle: "v") != ["red-1*"])
        }
    }

    @Test func `a vehicle that goes against the run it names is on another`() throws {
        var driver = Driver(try network())
        let west = stride(from: 0.0, to: 9, by: 1).map { (step: Double) -> (Double, Double) in
            (2200 - step * 250, 15 + step * 45)
        }
        let reported = driver.drive(west, naming: TripReference(tripID: "red-1"))
        #expect(reported[0] == "red-1")
        #expect(reported.contains("wrong_trip"))
        #expect(reported.last == "back-1*")
        // Its trip id counts again once it fits.
        let next = stride(from: 0.0, to: 8, by: 1).map { (step: Double) -> (Double, Double) in
            (step * 200, 3600 + step * 32)
        }
        #expect(driver.drive(next, naming: TripReference(tripID: "red-3")).last == "red-3")
    }

    @Test func `why a vehicle is on no run is counted by source`() async throws {
        let timetable = try network()
        let state = LiveState(timetable, sourceKind: "test", firstSequence: 1)
        let unknown = fix(timetable, metres: 100, at: 20, vehicle: "a", trip: "x")
        let far = fix(timetable, metres: 100, at: 20, vehicle: "b", trip: "red-1", off: 400)
        let new = fix(timetable, metres: 100, at: 20, vehicle: "c", trip: nil)
        let good = fix(timetable, metres: 100, at: 20, vehicle: "d", trip: "red-1")
        await state.apply([unknown, far, new, good], now: good.time)
        let statistics = await state.statistics["fixes"]
        #expect(statistics?.matched == 1 && statistics?.unmatched == 3)
        #expect(
            statistics?.unmatchedReasons == [.unknownTrip: 1, .offRoute: 1, .undecided: 1])
    }
}
