import GTFSRealtime
import Matching
import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

/// A trip in two feeds: shown once, with the updates of both, and published under both ids.
@Suite struct SharedTripTests {
    private let timetable: Timetable
    private let state: LiveState
    private static let day = ServiceDay("20260504") ?? ServiceDay(daysSince1970: 0)

    init() throws {
        let first = TextFeed("bus-1: A 8:00 B 8:02/8:03 C 8:06\nbus-2: C 8:10 B 8:13 A 8:16")
        var second = TextFeed("bus-9: X 8:00 Y 8:02/8:03 Z 8:06")
        second.files["stops.txt"] = """
            stop_id,stop_name,stop_lat,stop_lon
            X,Stop A,47.0,8.0
            Y,Stop-B,47.0,8.01
            Z,STOP C,47.0,8.02

            """
        second.files["stop_times.txt"] = second.files["stop_times.txt"]?
            .replacing("bus-9,1,", with: "bus-9,10,").replacing("bus-9,2,", with: "bus-9,20,")
            .replacing("bus-9,3,", with: "bus-9,30,")
        second.files["calendar.txt"]?.replace("1,1,1,1,1,1,1", with: "1,1,1,1,1,0,0")
        timetable = try [("a", first), ("b", second)].compiled()
        state = LiveState(
            timetable, sourceKind: "test", firstSequence: 100, declaredFeeds: ["theirs": ["b"]])
    }

    private func time(_ text: String) -> UnixTime { TextFeed.time(text, in: timetable) }

    private func snapshot(_ batch: LiveBatch) async -> NetworkSnapshot {
        await state.apply(batch, now: time("8:01"))
        return await state.snapshot(now: time("8:01"))
    }

    private func update(_ calls: [CallUpdate], day: ServiceDay? = day) -> LiveBatch {
        var batch = LiveBatch(source: "theirs", asOf: time("8:01"))
        batch.tripUpdates = [
            TripUpdate(
                trip: TripReference(tripID: "bus-9", routeID: "bus", serviceDay: day),
                calls: calls, time: time("8:01"))
        ]
        return batch
    }

    @Test func `what a source says of the hidden trip is known of the one that is shown`()
        async throws
    {
        for calls in [
            [CallUpdate(stopSequence: 20, arrival: .delayed(240))],
            [CallUpdate(stopID: "Y", arrival: .delayed(240))],
        ] {
            let overlay = await snapshot(update(calls)).overlay
            let (run, change) = try #require(overlay.changes.first)
            #expect(overlay.changes.count == 1)
            #expect(timetable.trips.id(timetable.patterns.runTrips[run.run]) == "a:bus-1")
            #expect(
                change.calls.map(\.arrival.description) == ["08:00:00", "08:06:00", "08:10:00"])
        }
    }

    @Test func `vehicles of the hidden trip are on the one that is shown, named or not`()
        async throws
    {
        for trip in [
            TripReference(tripID: "bus-9", serviceDay: Self.day),
            TripReference(
                tripID: "unknown", routeID: "bus", serviceDay: Self.day,
                startTime: ServiceTime(hours: 8, minutes: 0)),
        ] {
            var batch = LiveBatch(source: "theirs", asOf: time("8:01"))
            batch.fixes = [
                VehicleFix(
                    vehicleID: "v-\(trip.tripID ?? "")",
                    coordinate: Coordinate(latitude: 47, longitude: 8.005), time: time("8:01"),
                    trip: trip)
            ]
            let vehicles = await snapshot(batch).vehicles
            #expect(
                vehicles.allSatisfy {
                    $0.progress.map { timetable.trips.id($0.trip) } == "a:bus-1"
                })
        }
    }

    @Test func `each feed is shared with its own trip, on its own days`() async throws {
        let snapshot = await snapshot(
            update([CallUpdate(stopSequence: 10, departure: .delayed(240))]))
        func updates(_ feed: String) throws -> [TripUpdate] {
            let feeds = NetworkFeeds(timetable)
            let selection = try #require(
                feeds.find(feed).map { FeedSelection($0, of: feeds, in: timetable) })
            let shared = RealtimeFeeds(
                snapshot, expecting: snapshot.vehicles.map { _ in [] }, selection: selection)
            return try RealtimeFeed.decode(shared.feed(.tripUpdates)).tripUpdates()
        }
        let own = try #require(try updates("a").first)
        #expect(own.trip.tripID == "bus-1" && own.calls.map(\.stopID) == ["A", "B", "C"])
        #expect(own.calls.map(\.stopSequence) == [1, 2, 3])
        let other = try #require(try updates("b").first)
        #expect(other.trip.tripID == "bus-9" && other.trip.routeID == "bus")
        #expect(other.calls.map(\.stopID) == ["X", "Y", "Z"])
        #expect(other.calls.map(\.stopSequence) == [10, 20, 30])
    }
}
