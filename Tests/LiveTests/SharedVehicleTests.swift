import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Matching

/// Vehicles that two sources report are shown once.
@Suite struct SharedVehicleTests {
    private let timetable: Timetable
    private let zero: UnixTime
    private let state: LiveState

    init() throws {
        timetable = try TextFeed("red-1: A 8:00  B 8:10  C 8:20").compiled()
        zero = timetable.timeZone.time(ServiceTime(hours: 8, minutes: 5), on: testDay)
        state = LiveState(
            timetable, sourceKind: "gtfs-rt", firstSequence: 1, keepsAccepted: true,
            declaredFeeds: ["late": ["none"]])
    }

    /// Returns a fix some metres east of a place between the stops.
    private func fix(
        _ id: String, after seconds: Double = 0, east metres: Double = 0, trip: String? = "red-1"
    ) -> VehicleFix {
        VehicleFix(
            vehicleID: id,
            coordinate: Coordinate(latitude: 47, longitude: 8.005 + metres / 76_000),
            time: zero.advanced(bySeconds: seconds),
            trip: trip.map { TripReference(tripID: $0, serviceDay: testDay) })
    }

    /// Returns the ids that are shown, and the changed ones among them.
    private func shown(_ fixes: [String: [VehicleFix]]) async -> (all: [String], changed: [String])
    {
        let now = zero.advanced(bySeconds: 60)
        for (source, fixes) in fixes { await state.apply(fixes, from: source, now: now) }
        let snapshot = await state.snapshot(now: now)
        return (snapshot.vehicles.map(\.id), snapshot.changedVehicles.map(\.id))
    }

    @Test func `the fresher one is shown, and it stays until the other is clearly fresher`() async {
        #expect(
            await shown(["one": [fix("one:7")], "two": [fix("two:7", after: 40)]]).all == ["two:7"])
        #expect(await shown(["one": [fix("one:7", after: 50)]]).all == ["two:7"])
        let last = await shown([
            "one": [fix("one:7", after: 60)], "two": [fix("two:8", after: 60, trip: nil)],
        ])
        #expect(last.all.first == "two:7")
    }

    @Test func `a vehicle that another one stood for is changed when it is shown again`() async {
        #expect(
            await shown(["one": [fix("one:7")], "two": [fix("two:9", east: 30)]]).all == ["one:7"])
        let later = await shown(["two": [fix("two:9", after: 45, east: 60)]])
        #expect(later.all == ["two:9"])
        #expect(later.changed == ["two:9"])
        var gone = LiveBatch(source: "two", asOf: zero)
        gone.goneVehicles = ["two:9"]
        await state.apply(gone, now: zero)
        let last = await shown([:])
        #expect(last.all == ["one:7"])
        #expect(last.changed == ["one:7"])
    }

    @Test func `an unknown trip is one run too`() async {
        let fixes = ["one": [fix("one:7", trip: "x")], "two": [fix("two:7", trip: "x")]]
        #expect(await shown(fixes).all == ["one:7"])
    }

    @Test func `vehicles of one source, or far apart with other ids, stay two`() async {
        #expect(await shown(["one": [fix("one:7"), fix("one:8", east: 9)]]).all.count == 2)
        #expect(await shown(["two": [fix("two:9", east: 5_000)]]).all.count == 3)
    }

    @Test func `the history gets one of them, and the other once that one is gone`() async {
        _ = await shown(["one": [fix("one:7")], "two": [fix("two:7", after: 5)]])
        #expect(await state.takeAccepted().map(\.id) == ["one:7"])
        var gone = LiveBatch(source: "one", asOf: zero)
        gone.goneVehicles = ["one:7"]
        await state.apply(gone, now: zero)
        _ = await shown(["two": [fix("two:7", after: 20)]])
        #expect(await state.takeAccepted().map(\.id) == ["two:7"])
    }

    @Test func `of a source's addresses, those with vehicles are reported`() async {
        var updates = LiveBatch(source: "two/updates", asOf: zero)
        updates.tripUpdates = [
            TripUpdate(trip: TripReference(tripID: "red-1"), delaySeconds: 60)
        ]
        await state.apply(updates, now: zero)
        _ = await shown(["one": [fix("one:7")], "two/vehicles": [fix("two:7")]])
        let matching = await state.matching()
        #expect(matching["two/vehicles"]?.advice.count == 1)
        #expect(matching["two/updates"]?.advice == [])
    }

    @Test func `operators read once what to remove`() async {
        _ = await shown(["one": [fix("one:7")], "two": [fix("two:7")]])
        let matching = await state.matching()
        #expect(matching["one"]?.advice == [])
        #expect(
            matching["two"]?.advice == [
                "It reports the same vehicles as 'one' (1 vehicle at present; each is shown once): remove "
                    + "one of the two sources, or name its feed in 'feed'."
            ])
    }

    @Test func `a source without its feed is not asked to name it once more`() async {
        let fixes = (0..<6).map { fix("late:\($0)", trip: "x\($0)") }
        _ = await shown(["late": fixes])
        #expect(await state.matching()["late"]?.advice.count == 1)
    }
}
