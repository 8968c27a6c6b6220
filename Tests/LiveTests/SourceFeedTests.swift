import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Matching

/// Sources with their own feed's ids, in a network of two feeds that share some.
@Suite struct SourceFeedTests {
    private let timetable: Timetable
    private let zero: UnixTime

    init() throws {
        // Both feeds have a route red, a trip red-1 and stops A and B; the north's are elsewhere.
        let south = TextFeed("red-1: A 8:00  B 8:10  C 8:20\nblue-1: A 10:00  C 10:20")
        var north = TextFeed("red-1: A 8:00  B 8:15\ngreen-1: A 9:00  B 9:15")
        north.files["stops.txt"] = north.files["stops.txt"]?
            .split(separator: "\n").map { $0.replacing("47.0", with: "48.0") }
            .joined(separator: "\n")
        timetable = try [("south", south), ("north", north)].compiled()
        zero = timetable.timeZone.time(ServiceTime(hours: 8, minutes: 0), on: testDay)
    }

    private func state(_ feeds: [String: [String]] = [:]) -> LiveState {
        LiveState(
            timetable, sourceKind: "gtfs-rt", firstSequence: 1, declaredFeeds: feeds)
    }

    private func update(_ trip: String, _ route: String? = nil, stop: String? = nil) -> TripUpdate {
        TripUpdate(
            trip: TripReference(tripID: trip, routeID: route, serviceDay: testDay),
            calls: stop.map { [CallUpdate(stopID: $0, arrival: .delayed(120))] } ?? [],
            delaySeconds: 120)
    }

    /// Returns the trips that are changed by a source's updates.
    private func changed(
        _ updates: [TripUpdate], from source: String = "s", in state: LiveState
    ) async -> [String] {
        var batch = LiveBatch(source: source, asOf: zero)
        batch.tripUpdates = updates
        await state.apply(batch, now: zero)
        return await state.snapshot(now: zero).overlay.changes.keys
            .map { timetable.trips.id(timetable.patterns.runTrips[$0.run]) }.sorted()
    }

    @Test func `a source that names its feed speaks of that one alone`() async {
        let state = state(["s": ["north"]])
        #expect(await changed([update("red-1")], in: state) == ["north:red-1"])
        #expect(await changed([update("blue-1")], in: state) == [])
    }

    @Test func `without a named feed the one that knows most of the source's trips counts`() async {
        let state = state()
        #expect(
            await changed([update("red-1"), update("blue-1")], in: state)
                == ["south:blue-1", "south:red-1"])
        #expect(await state.matching()["s"]?.feedID == "south")
        let other = self.state()
        #expect(
            await changed(
                [update("red-1", "red", stop: "B"), update("green-1", "green")], in: other)
                == ["north:green-1", "north:red-1"])
        #expect(await other.matching()["s"]?.feedID == "north")
    }

    @Test func `where feeds share all ids of a source, place and time decide which one is meant`()
        async
    {
        for (latitude, feed) in [(47.0, "south"), (48.0, "north")] {
            let state = state()
            var batch = LiveBatch(source: "s/vehicles", asOf: zero)
            batch.fixes = [
                VehicleFix(
                    vehicleID: "v", coordinate: Coordinate(latitude: latitude, longitude: 8.001),
                    time: zero, trip: TripReference(tripID: "red-1", routeID: "red"))
            ]
            await state.apply(batch, now: zero)
            // Another address of the same source belongs to the same feed.
            #expect(
                await changed([update("red-1")], from: "s/trips", in: state) == ["\(feed):red-1"])
        }
        for (minute, feed) in [(10.0, "south"), (15.5, "north")] {
            let shown = TripUpdate(
                trip: TripReference(tripID: "red-1"),
                calls: [
                    CallUpdate(stopID: "B", arrival: .at(zero.advanced(bySeconds: minute * 60)))
                ])
            #expect(await changed([shown], in: state()) == ["\(feed):red-1"])
        }
    }

    @Test func `two sources of feeds that share ids do not disturb each other`() async {
        let state = state()
        _ = await changed([update("red-1"), update("blue-1")], from: "one", in: state)
        #expect(
            await changed([update("red-1"), update("green-1")], from: "two", in: state)
                == ["north:green-1", "north:red-1", "south:blue-1", "south:red-1"])
    }

    @Test func `ids that are the network's own stay as they are`() async {
        #expect(await changed([update("north:red-1")], in: state()) == ["north:red-1"])
    }

    @Test func `stops of calls, vehicles and alerts are those of the feed`() async throws {
        let state = state(["s": ["north"]])
        var batch = LiveBatch(source: "s", asOf: zero)
        batch.fixes = [
            VehicleFix(
                vehicleID: "v", coordinate: Coordinate(latitude: 48, longitude: 8.001), time: zero,
                trip: TripReference(tripID: "red-1"))
        ]
        batch.tripUpdates = [
            TripUpdate(
                trip: TripReference(tripID: "red-1"),
                calls: [CallUpdate(stopID: "B", arrival: .delayed(300))])
        ]
        batch.alerts = [
            AlertUpdate(
                id: "works", texts: .init(),
                subjects: [.init(stopID: "B"), .init(routeID: "red"), .init(agencyID: "1")])
        ]
        await state.apply(batch, now: zero)
        let snapshot = await state.snapshot(now: zero)
        let vehicle = try #require(snapshot.vehicles.first)
        #expect(vehicle.progress.map { timetable.trips.id($0.trip) } == "north:red-1")
        let change = try #require(snapshot.overlay.changes.values.first)
        #expect(change.calls.map(\.arrival.description) == ["08:00:00", "08:20:00"])
        let subjects = try #require(snapshot.overlay.alerts.first).subjects
        #expect(subjects.compactMap(\.stop).map { timetable.stops.id($0) } == ["north:B"])
        #expect(
            Set(subjects.compactMap(\.route).map { timetable.routes.id($0) })
                == ["north:red", "north:green"])
    }

    @Test func `vehicles without a trip are looked for in the source's feeds alone`() async {
        for (feed, place) in [("south", 1), ("north", 0)] {
            let state = state(["s": [feed]])
            for step in 0..<6 {
                let second = Double(step) * 60
                let fix = VehicleFix(
                    vehicleID: "v",
                    coordinate: Coordinate(latitude: 47, longitude: 8 + Double(step) * 0.001),
                    time: zero.advanced(bySeconds: second))
                await state.apply([fix], from: "s", now: fix.time)
            }
            let placed = await state.statistics["s"]?.matchedBy[.place] ?? 0
            #expect((placed > 0) == (place > 0), "\(feed)")
        }
    }

    @Test func `a feed that the network does not have is reported, and others are tried`() async {
        let state = state(["s": ["nrth"]])
        #expect(await changed([update("green-1")], in: state) == ["north:green-1"])
        #expect(
            await state.matching()["s"]?.advice == [
                "The source names the feed 'nrth', which the network does not have; it has south, "
                    + "north. Correct 'feed' of the source; if a feed of that id is configured, it "
                    + "could not be imported yet."
            ])
    }

    @Test
    func `of two sources that contradict each other the fresher counts, and both are counted`()
        async
    {
        let state = state()
        _ = await changed([update("green-1")], from: "old", in: state)
        var batch = LiveBatch(source: "new", asOf: zero.advanced(bySeconds: 40))
        batch.tripUpdates = [
            TripUpdate(trip: TripReference(tripID: "green-1"), relationship: .cancelled)
        ]
        await state.apply(batch, now: zero.advanced(bySeconds: 40))
        let overlay = await state.snapshot(now: zero.advanced(bySeconds: 40)).overlay
        #expect(overlay.changes.values.first?.isCancelled == true)
        let matching = await state.matching()
        #expect(matching["old"]?.contradicted == 1 && matching["new"]?.contradicted == 1)
        #expect(matching["old"]?.advice.first?.hasPrefix("Another source contradicts") == true)
    }

    @Test func `an alert about a route that another feed shows reaches that feed's trips too`()
        throws
    {
        let drawing = "red-1: A 8:00  B 8:10"
        let network = try [("a", TextFeed(drawing)), ("b", TextFeed(drawing))].compiled()
        func subjects(_ subject: AlertUpdate.Subject) throws -> [String] {
            let update = AlertUpdate(id: "1", texts: .init(), subjects: [subject])
            let alert = try #require(AlertReader(network).alert(update, now: zero))
            return alert.subjects.map { subject in
                [subject.route.map(network.routes.id), subject.stop.map(network.stops.id)]
                    .compactMap(\.self).joined(separator: " at ")
            }
        }
        #expect(try subjects(.init(routeID: "b:red")) == ["b:red", "a:red"])
        #expect(
            try subjects(.init(routeID: "b:red", stopID: "b:B")) == [
                "b:red at b:B", "a:red at a:B",
            ])
        #expect(try subjects(.init(routeID: "a:red")) == ["a:red"])
    }
}
