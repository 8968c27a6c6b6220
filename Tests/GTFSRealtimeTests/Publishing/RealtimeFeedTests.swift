import GTFSRealtime
import Matching
import Prediction
import Realtime
import Testing
import Timetables
import TransitModel
import TransitTesting

/// The published feeds, decoded again.
@Suite struct RealtimeFeedTests {
    private let timetable: Timetable
    private let state: LiveState
    private static let day = ServiceDay("20260504") ?? ServiceDay(daysSince1970: 0)

    init() throws {
        timetable = try TextFeed(
            """
            bus-1: A 8:00 B 8:02/8:03 C 8:06
            bus-2: C 8:10 B 8:13 A 8:16
            bus-3: A 8:20 B 8:20 C 8:26
            """
        ).compiled()
        state = LiveState(timetable, sourceKind: "test", firstSequence: 100)
    }

    private func time(_ text: String) -> UnixTime { TextFeed.time(text, in: timetable) }

    /// Returns the feed of a kind after some updates, at 8:01:00 by default.
    private func feed(
        _ kind: RealtimeFeeds.Kind, at now: String = "8:01", _ batch: LiveBatch
    ) async throws -> RealtimeFeed {
        await state.apply(batch, now: time(now))
        let snapshot = await state.snapshot(now: time(now))
        var keeper = ExpectationCache()
        var merger = OverlayMerger()
        let merged = merger.merge(
            reported: snapshot.overlay, expected: keeper.overlay(of: snapshot),
            vehicles: snapshot.vehicles)
        let feeds = RealtimeFeeds(
            snapshot.with(merged),
            expecting: snapshot.vehicles.map { ProgressPredictor().expectedCalls($0) })
        return try RealtimeFeed.decode(feeds.feed(kind))
    }

    private func batch(
        fixes: [VehicleFix] = [], updates: [TripUpdate]? = nil, alerts: [AlertUpdate]? = nil
    ) -> LiveBatch {
        var batch = LiveBatch(source: "test", asOf: time("8:04"))
        batch.fixes = fixes
        batch.tripUpdates = updates
        batch.alerts = alerts
        return batch
    }

    private func fix(east: Double, at text: String = "8:01") -> VehicleFix {
        VehicleFix(
            vehicleID: "v1", coordinate: Coordinate(latitude: 47, longitude: 8 + east),
            time: time(text),
            trip: TripReference(tripID: "bus-1", serviceDay: Self.day))
    }

    private func update(
        _ trip: String, _ relationship: TripUpdate.Relationship = .scheduled,
        _ calls: [CallUpdate] = [], route: String? = nil
    ) -> TripUpdate {
        TripUpdate(
            trip: TripReference(tripID: trip, routeID: route, serviceDay: Self.day),
            relationship: relationship, calls: calls, time: time("8:01"))
    }

    @Test func `a vehicle's run is reported with explicit times at all calls ahead`() async throws {
        let feed = try await feed(.tripUpdates, batch(fixes: [fix(east: 0.005)]))
        let entity = try #require(feed.entities.first)
        #expect(feed.entities.count == 1)
        #expect(entity.id == "bus-1@20260504@08:00:00")
        let update = entity.tripUpdate
        #expect(update.trip.tripID == "bus-1" && update.trip.routeID == "bus")
        #expect(update.trip.startDate == "20260504" && update.trip.startTime == "08:00:00")
        #expect(update.trip.scheduleRelationship == .scheduled)
        #expect(update.vehicle.id == "v1" && update.timestamp == UInt64(time("8:01").seconds))
        #expect(update.stopTimeUpdate.map(\.stopID) == ["B", "C"])
        for call in update.stopTimeUpdate {
            #expect(call.hasArrival && call.arrival.hasDelay && call.arrival.uncertainty >= 30)
            #expect(call.arrival.time > time("8:01").seconds)
        }
        #expect(update.stopTimeUpdate.map(\.hasDeparture) == [true, false])
        #expect(update.stopTimeUpdate.map(\.stopSequence) == [2, 3])
    }

    @Test func `how full vehicles are is passed on, by vehicle and for the calls ahead`()
        async throws
    {
        let there = fix(east: 0.005)
        let full = Occupancy(status: .full, carriages: [.init(label: "7", status: .full)])
        let seen = VehicleFix(
            vehicleID: there.vehicleID, coordinate: there.coordinate, time: there.time,
            trip: there.trip, occupancy: full)
        let known = update(
            "bus-1", .scheduled,
            [CallUpdate(stopID: "C", arrival: .delayed(0), departureOccupancy: .empty)])
        let batch = batch(fixes: [seen], updates: [known])
        let positions = try await feed(.vehiclePositions, batch)
        #expect(positions.vehicleFixes().map(\.occupancy) == [full])
        let calls = try await feed(.tripUpdates, at: "8:02", self.batch())
            .entities.map(\.tripUpdate.stopTimeUpdate)
        #expect(calls.first?.map(\.stopID) == ["B", "C"])
        #expect(calls.first?.map(\.departureOccupancyStatus) == [.full, .empty])
    }

    @Test func `a vehicle that waits at its first stop has not left, and shows how full it is`()
        async throws
    {
        let there = fix(east: 0)
        let seen = VehicleFix(
            vehicleID: there.vehicleID, coordinate: there.coordinate, time: time("7:58"),
            trip: there.trip, occupancy: Occupancy(status: .standingRoomOnly))
        let feed = try await feed(.tripUpdates, at: "7:58", batch(fixes: [seen]))
        let calls = try #require(feed.entities.first).tripUpdate.stopTimeUpdate
        #expect(calls.map(\.stopID) == ["A", "B", "C"])
        #expect(calls[0].departure.time == time("8:00").seconds && calls[0].departure.delay == 0)
        #expect(calls[0].departure.uncertainty > 0)
        #expect(
            calls.map(\.departureOccupancyStatus)
                == [.standingRoomOnly, .standingRoomOnly, .standingRoomOnly])
    }

    @Test func `calls that an early vehicle has made are reported until their time is over`()
        async throws
    {
        // Past B a minute early.
        let early = try await feed(.tripUpdates, batch(fixes: [fix(east: 0.012)]))
        let calls = try #require(early.entities.first).tripUpdate.stopTimeUpdate
        #expect(calls.map(\.stopID) == ["B", "C"])
        #expect(calls[0].departure.time <= time("8:01").seconds)
        #expect(calls[0].departure.delay < 0 && calls[0].departure.uncertainty == 0)
        let later = try await feed(.tripUpdates, at: "8:04", batch())
        let rest = try #require(later.entities.first).tripUpdate.stopTimeUpdate
        #expect(rest.map(\.stopID) == ["C"])
    }

    @Test func `cancelled runs, left out stops and other platforms are passed on`() async throws {
        let feed = try await feed(
            .tripUpdates,
            batch(updates: [
                update("bus-1", .cancelled),
                update(
                    "bus-2", .scheduled,
                    [
                        CallUpdate(stopID: "C", departure: .delayed(120)),
                        CallUpdate(stopID: "B", relationship: .skipped),
                        CallUpdate(stopID: "A", arrival: .delayed(60), assignedStopID: "B"),
                    ]),
            ]))
        let updates = feed.entities.map(\.tripUpdate)
        #expect(updates.map(\.trip.tripID) == ["bus-1", "bus-2"])
        #expect(updates[0].trip.scheduleRelationship == .canceled)
        #expect(updates[0].stopTimeUpdate.isEmpty)
        let calls = updates[1].stopTimeUpdate
        #expect(calls.map(\.scheduleRelationship) == [.scheduled, .skipped, .scheduled])
        #expect(calls[0].departure.delay == 120)
        #expect(calls[0].departure.time == time("8:12").seconds)
        #expect(!calls[1].hasArrival && !calls[1].hasDeparture)
        #expect(calls[2].stopTimeProperties.assignedStopID == "B")
        let after = try await self.feed(.tripUpdates, at: "8:07", batch())
        #expect(after.entities.map(\.tripUpdate.trip.tripID) == ["bus-2"])
    }

    @Test func `new runs and those in place of others have absolute times`() async throws {
        let calls = [
            CallUpdate(stopID: "A", departure: .at(time("8:30"))),
            CallUpdate(stopID: "C", arrival: .at(time("8:40"))),
        ]
        let feed = try await feed(
            .tripUpdates,
            batch(updates: [
                update("extra", .new, calls, route: "bus"),
                update("bus-3", .replacement, calls),
            ]))
        let updates = feed.entities.map(\.tripUpdate)
        let kinds = Dictionary(
            uniqueKeysWithValues: updates.map { ($0.trip.tripID, $0.trip.scheduleRelationship) })
        #expect(kinds == ["extra": .new, "bus-3": .replacement])
        for update in updates {
            #expect(update.trip.routeID == "bus" && update.trip.startTime == "08:30:00")
            #expect(update.stopTimeUpdate.map(\.stopID) == ["A", "C"])
            #expect(update.stopTimeUpdate[1].arrival.time == time("8:40").seconds)
            #expect(!update.stopTimeUpdate[1].arrival.hasDelay)
            #expect(update.tripProperties.tripHeadsign == "Stop C")
        }
    }

    @Test func `no two calls are at the same second`() async throws {
        let feed = try await feed(
            .tripUpdates,
            batch(updates: [
                update("bus-3", .scheduled, [CallUpdate(stopID: "A", departure: .delayed(30))])
            ]))
        let calls = try #require(feed.entities.first).tripUpdate.stopTimeUpdate
        #expect(calls.count == 3)
        #expect(calls[0].departure.time < calls[1].arrival.time)
        #expect(calls[1].departure.time < calls[2].arrival.time)
    }

    @Test func `alerts come as they were reported, each under an id of its own`() async throws {
        var texts = AlertUpdate.Texts()
        texts.header = ["de": "Umleitung", "": "Diversion"]
        var classes = AlertUpdate.Classes()
        (classes.cause, classes.effect, classes.severity) = ("CONSTRUCTION", "DETOUR", "WARNING")
        let known = AlertUpdate(
            id: "works", texts: texts, classes: classes,
            periods: [.init(start: time("7:00"), end: time("9:00"))],
            subjects: [.init(routeID: "bus", stopID: "B")])
        let over = AlertUpdate(
            id: "over", texts: texts, periods: [.init(start: nil, end: time("8:00"))],
            subjects: [.init(stopID: "B")])
        let everywhere = AlertUpdate(id: "works", texts: texts)
        let feed = try await feed(.alerts, batch(alerts: [known, over, everywhere]))
        #expect(feed.entities.map(\.id) == ["works", "works#2"])
        #expect(feed.alerts().first == known)
        let selectors = feed.entities[1].alert.informedEntity
        #expect(!selectors.isEmpty)
        #expect(selectors.allSatisfy { $0.hasAgencyID || $0.hasRouteType })
    }

    @Test func `what a feed says begins after its header`() throws {
        let writer = FeedWriter(feedVersion: "a")
        let alert = TransitRealtime_FeedEntity(AlertUpdate(id: "x", texts: .init()))
        let early = try writer.write([alert], at: UnixTime(seconds: 1))
        let late = try writer.write([alert], at: time("8:00"))
        let (one, other) = (FeedWriter.contentStart(of: early), FeedWriter.contentStart(of: late))
        #expect(early != late && early[one...] == late[other...])
        #expect(try RealtimeFeed.decode(Array(late[..<other])).entities.isEmpty)
        #expect(FeedWriter.contentStart(of: []) == 0)
        #expect(FeedWriter.contentStart(of: [0x0a, 0xff, 0xff]) == 0)
    }
}
