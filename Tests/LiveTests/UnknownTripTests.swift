import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Matching

/// Trips that a source identifies by ids of another version of the timetable.
@Suite struct UnknownTripTests {
    private let timetable: Timetable
    private let state: LiveState
    private let zero: UnixTime

    init() throws {
        var feed = TextFeed(
            """
            red-1: A 8:00  B 8:10/8:12  C 8:20  D 8:30
            red-2: A 8:30  B 8:40/8:42  C 8:50  D 9:00
            red-3: A 9:00  B 9:10/9:12  C 9:20  D 9:30
            back-1: D 8:00  C 8:10  B 8:18/8:20  A 8:30
            late-1: A 25:10  B 25:20
            """)
        feed.files["stops.txt"]? += "C2,Stop C2,47.0,8.0201\n"
        timetable = try feed.compiled()
        state = LiveState(timetable, sourceKind: "gtfs-rt", firstSequence: 1)
        zero = timetable.timeZone.time(ServiceTime(hours: 8, minutes: 0), on: testDay)
    }

    private func at(_ minute: Double) -> UnixTime { zero.advanced(bySeconds: minute * 60) }

    private func calls(_ times: [(String, Double)]) -> [CallUpdate] {
        times.map { CallUpdate(stopID: $0.0, arrival: .at(at($0.1))) }
    }

    private func read(_ updates: [TripUpdate]) -> TripUpdateReader {
        var reader = TripUpdateReader(timetable)
        reader.read(updates, now: zero)
        return reader
    }

    /// Returns the ids of the changed trips, in order.
    private func changed(_ reader: TripUpdateReader) -> [String] {
        reader.changes.keys.map { timetable.trips.id(timetable.patterns.runTrips[$0.run]) }.sorted()
    }

    @Test func `an unknown trip is found by its route and start`() {
        let start = ServiceTime(hours: 8, minutes: 30)
        for named in [
            TripReference(tripID: "new-7", routeID: "red", serviceDay: testDay, startTime: start),
            TripReference(tripID: "new-7", routeID: "red", startTime: start),
            // The route's runs are half an hour apart, so two minutes are unambiguous.
            TripReference(
                tripID: "new-7", routeID: "red", serviceDay: testDay,
                startTime: ServiceTime(hours: 8, minutes: 32)),
        ] {
            let reader = read([TripUpdate(trip: named, delaySeconds: 60)])
            #expect(changed(reader) == ["red-2"])
            #expect(reader.statistics.matchedBy == [.startTime: 1])
        }
    }

    @Test func `a start past midnight is understood from either day`() {
        let next = testDay.advanced(by: 1)
        let finder = RunFinder(timetable)
        let night = timetable.timeZone.time(ServiceTime(hours: 25, minutes: 5), on: testDay)
        for (day, hours) in [(testDay, 25), (next, 1)] {
            let found = finder.run(
                TripReference(
                    tripID: "x", routeID: "late", serviceDay: day,
                    startTime: ServiceTime(hours: hours, minutes: 10)), at: night)
            #expect(
                found.map { timetable.trips.id(timetable.patterns.runTrips[$0.run]) } == "late-1")
            #expect(found?.day == testDay)
        }
    }

    @Test func `a day on which a trip does not run is taken for a mistake`() throws {
        let winter = try #require(ServiceDay(year: 2027, month: 2, day: 1))
        let named = TripReference(tripID: "red-1", serviceDay: winter)
        #expect(RunFinder(timetable).run(named, at: at(5))?.day == testDay)
    }

    @Test func `an unknown trip is found by the times that its update shows`() {
        let late = TripUpdate(
            trip: TripReference(tripID: "new-7", routeID: "red"),
            calls: calls([("B", 44), ("C", 54), ("D", 64)]))
        let reader = read([late])
        #expect(changed(reader) == ["red-2"])
        #expect(reader.statistics.matchedBy == [.stopTimes: 1])
        // Without a route, its stops and their order identify it.
        let back = TripUpdate(
            trip: TripReference(tripID: "x"), calls: calls([("D", 1), ("C", 11), ("B", 19)]))
        #expect(changed(read([back])) == ["back-1"])
    }

    @Test func `times that fit two runs alike show nothing`() {
        let between = TripUpdate(
            trip: TripReference(tripID: "new-7", routeID: "red"),
            calls: calls([("B", 32.5), ("C", 42.5), ("D", 52.5)]))
        #expect(changed(read([between])) == [])
        #expect(read([between]).statistics.unmatched == 1)
        #expect(read([between]).statistics.unmatchedTrips.newest.map(\.tripID) == ["new-7"])
    }

    @Test func `a run that another update names is not given to an unknown trip`() {
        let named = TripUpdate(trip: TripReference(tripID: "red-2"), delaySeconds: 60)
        let unknown = TripUpdate(
            trip: TripReference(tripID: "new-7", routeID: "red"),
            calls: calls([("B", 41), ("C", 51), ("D", 61)]))
        let reader = read([unknown, named])
        #expect(changed(reader) == ["red-2"])
        #expect(reader.statistics.matchedBy == [.tripID: 1])
    }

    @Test func `stops count where a sequence belongs to another version of the trip`() throws {
        // The source numbers its stops from 5, and its second stop is the first one here.
        let update = TripUpdate(
            trip: TripReference(tripID: "red-1"),
            calls: [CallUpdate(stopSequence: 3, stopID: "B", arrival: .delayed(180))])
        let change = try #require(read([update]).changes.values.first)
        #expect(
            change.calls.map(\.arrival.description)
                == ["08:00:00", "08:13:00", "08:23:00", "08:33:00"])
    }

    @Test func `a vehicle of an unknown trip is on the run that the trip's update was found for`()
        async throws
    {
        var batch = LiveBatch(source: "town", asOf: at(40))
        batch.tripUpdates = [
            TripUpdate(
                trip: TripReference(tripID: "new-7", routeID: "red"),
                calls: calls([("B", 41), ("C", 51), ("D", 61)]))
        ]
        await state.apply(batch, now: at(40))
        await state.apply([seen(at: 41, longitude: 8.011)], from: "town", now: at(41))
        #expect(await state.statistics["town"]?.matchedBy == [.stopTimes: 1])
        let vehicle = try #require(await state.snapshot(now: at(41)).vehicles.first)
        #expect(vehicle.progress.map { timetable.trips.id($0.trip) } == "red-2")
    }

    @Test func `a vehicle of an unknown trip is looked for by place, and its update follows it`()
        async throws
    {
        // Updates with only a delay cannot be compared with a timetable.
        var batch = LiveBatch(source: "town", asOf: at(8))
        batch.tripUpdates = [
            TripUpdate(trip: TripReference(tripID: "gone-9"), delaySeconds: 240)
        ]
        for minute in 0..<8 {
            let fix = VehicleFix(
                vehicleID: "v",
                coordinate: Coordinate(latitude: 47, longitude: 8 + Double(minute) * 0.001),
                time: at(Double(minute)), trip: TripReference(tripID: "gone-9"))
            await state.apply([fix], from: "town", now: fix.time)
        }
        let counts = await state.statistics["town"]
        #expect((counts?.matchedBy[.place] ?? 0) >= 4)
        #expect(counts?.unmatchedReasons.keys.map(\.rawValue) == ["unknown_trip"])
        await state.apply(batch, now: at(8))
        let overlay = await state.snapshot(now: at(8)).overlay
        #expect(
            overlay.changes.keys.map { timetable.trips.id(timetable.patterns.runTrips[$0.run]) }
                == ["red-1"])
        #expect(await state.statistics["town"]?.updatesMatchedBy == [.place: 1])
    }

    private func seen(at minute: Double, longitude: Double) -> VehicleFix {
        VehicleFix(
            vehicleID: "v",
            coordinate: Coordinate(latitude: 47, longitude: longitude),
            time: at(minute), trip: TripReference(tripID: "new-7", routeID: "red"))
    }

    @Test func `operators read which trips are unknown and which are most like them`() async {
        let updates = (0..<6).map {
            TripUpdate(trip: TripReference(tripID: "V2-red-\($0 + 4)"), delaySeconds: 60)
        }
        var batch = LiveBatch(source: "town", asOf: zero)
        batch.tripUpdates = updates
        await state.apply(batch, now: zero)
        let matching = await state.matching()["town"]
        #expect(matching?.unmatched.count == 5)
        #expect(matching?.unmatched.last?.nearest?.hasPrefix("red-") == true)
        #expect(
            matching?.advice.first?.hasPrefix(
                "Only 0 of 6 trip updates match a trip of the network")
                == true)
    }

    @Test func `a source of another place is named as that`() async {
        let fixes = (0..<6).map {
            VehicleFix(
                vehicleID: "v\($0)", coordinate: Coordinate(latitude: 52.5, longitude: 13.4),
                time: zero)
        }
        await state.apply(fixes, from: "berlin", now: zero)
        let advice = await state.matching()["berlin"]?.advice
        #expect(advice?.count == 1)
        #expect(advice?.first?.hasPrefix("6 of 6 vehicles are more than 20 km outside") == true)
    }
}
