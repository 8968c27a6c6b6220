@testable import GTFSRealtime
import Testing
import TransitModel

private let time = UnixTime(seconds: 1_777_888_999)
private let day = ServiceDay("2026-05-04")

private let trip = RealtimeTrip(
    tripID: "t1", routeID: "7", directionID: 1, serviceDay: day,
    startTime: ServiceTime(hours: 25, minutes: 5))

private func vehicle(
    _ id: String = "v1", label: String? = "Tram 7", heading: Double? = 271.5,
    speed: Double? = 8.25, time: UnixTime = time, trip: RealtimeTrip? = trip,
    stop: RealtimeVehicle.StopState? = nil
) -> RealtimeVehicle {
    RealtimeVehicle(
        fix: VehicleFix(
            vehicleID: id, label: label, coordinate: Coordinate(latitude: 47.25, longitude: 8.5),
            headingDegrees: heading, speedMetresPerSecond: speed, time: time),
        trip: trip, stop: stop)
}

@Suite("What we write, we read back")
struct RoundTripTests {
    @Test func `the header says version 2.0, a full data set and when`() throws {
        let writer = FeedWriter(feedVersion: "summer")
        let feed = try RealtimeFeed.decode(writer.write([vehicle()], at: time))
        #expect(feed.version == "2.0")
        #expect(feed.time == time)
        #expect(!feed.isDifferential)
        #expect(feed.feedVersion == "summer")
        #expect(feed.rejectedEntityCount == 0)
    }

    @Test func `a vehicle comes back with its place, direction, speed, time and run`() throws {
        let fixes = try RealtimeFeed.decode(FeedWriter().write([vehicle()], at: time))
            .vehicleFixes()
        let expected = VehicleFix(
            vehicleID: "v1", label: "Tram 7",
            coordinate: Coordinate(latitude: 47.25, longitude: 8.5), headingDegrees: 271.5,
            speedMetresPerSecond: 8.25, time: time,
            trip: TripReference(
                tripID: "t1", routeID: "7", directionID: 1, serviceDay: day,
                startTime: ServiceTime(hours: 25, minutes: 5)))
        #expect(fixes == [expected])
    }

    @Test func `what is unknown stays unknown`() throws {
        let bare = vehicle(label: nil, heading: nil, speed: nil, trip: nil)
        let fixes = try RealtimeFeed.decode(FeedWriter().write([bare], at: time)).vehicleFixes()
        let fix = try #require(fixes.first)
        #expect(fix.label == nil)
        #expect(fix.headingDegrees == nil)
        #expect(fix.speedMetresPerSecond == nil)
        #expect(fix.trip == nil)
    }

    @Test func `places keep to a metre or so, as far as 32-bit numbers can`() throws {
        var random = SeededRandom(seed: 20_260_504)
        for _ in 0..<500 {
            let place = Coordinate(
                latitude: random.unit() * 178 - 89, longitude: random.unit() * 358 - 179)
            let fix = VehicleFix(vehicleID: "v", coordinate: place, time: time)
            let feed = try FeedWriter().write([RealtimeVehicle(fix: fix, trip: nil)], at: time)
            let back = try #require(RealtimeFeed.decode(feed).vehicleFixes().first)
            #expect(back.coordinate.distanceMetres(to: place) < 1.3)
        }
    }

    @Test func `a heading that rounds up to 360 is written as 0`() throws {
        let feed = try RealtimeFeed.decode(
            FeedWriter().write([vehicle(heading: 359.999_999_99)], at: time))
        #expect(feed.entities.first?.vehicle.position.bearing == 0)
    }

    @Test(
        arguments: zip(
            RealtimeVehicle.StopState.Phase.allCases,
            [
                TransitRealtime_VehiclePosition.VehicleStopStatus.incomingAt, .stoppedAt,
                .inTransitTo,
            ]))
    func `where a vehicle is with respect to a stop is written`(
        phase: RealtimeVehicle.StopState.Phase,
        status: TransitRealtime_VehiclePosition.VehicleStopStatus
    ) throws {
        let there = vehicle(stop: .init(phase: phase, stopSequence: 12, stopID: "s12"))
        let position = try #require(
            RealtimeFeed.decode(FeedWriter().write([there], at: time)).entities.first?.vehicle)
        #expect(position.currentStatus == status)
        #expect(position.currentStopSequence == 12)
        #expect(position.stopID == "s12")
    }

    @Test func `the header is never older than what the feed holds`() throws {
        let newer = time.advanced(bySeconds: 7)
        let vehicles = try RealtimeFeed.decode(
            FeedWriter().write([vehicle(), vehicle("v2", time: newer)], at: time))
        #expect(vehicles.time == newer)
        let update = RealtimeTripUpdate(entityID: "e", trip: trip, time: newer, calls: [])
        #expect(try RealtimeFeed.decode(FeedWriter().write([update], at: time)).time == newer)
        #expect(
            try RealtimeFeed.decode(FeedWriter().write([update], at: newer.advanced(bySeconds: 1)))
                .time == newer.advanced(bySeconds: 1))
    }

    @Test func `a feed without vehicles is a feed`() throws {
        let feed = try RealtimeFeed.decode(FeedWriter().write([RealtimeVehicle](), at: time))
        #expect(feed.entities.isEmpty)
        #expect(feed.time == time)
    }

    @Test func `the JSON form holds the same message`() throws {
        let vehicles = [vehicle(), vehicle("v2", label: nil)]
        let binary = try RealtimeFeed.decode(FeedWriter().write(vehicles, at: time))
        let json = try FeedWriter().write(vehicles, at: time, as: .json)
        let message = try TransitRealtime_FeedMessage(jsonUTF8Bytes: json)
        #expect(message.entity == binary.entities)
        #expect(message.header.timestamp == UInt64(time.seconds))
    }
}

@Suite("Trip updates as we write them")
struct TripUpdateTests {
    @Test func `times, delays, platforms and skipped stops are written`() throws {
        let arrival = RealtimeEvent(
            time: time.advanced(bySeconds: 60), delaySeconds: -15, uncertaintySeconds: 30)
        let departure = RealtimeEvent(time: time.advanced(bySeconds: 90), delaySeconds: 0)
        let update = RealtimeTripUpdate(
            entityID: "run-1", trip: trip, vehicleID: "v1", vehicleLabel: "Tram 7", time: time,
            delaySeconds: -15,
            calls: [
                RealtimeCall(
                    stopSequence: 3, stopID: "a", arrival: arrival, departure: departure,
                    assignedStopID: "a2"),
                RealtimeCall(stopSequence: 4, stopID: "b", relationship: .skipped),
                RealtimeCall(stopSequence: 5, stopID: "c", relationship: .noData),
            ])
        let entities = try RealtimeFeed.decode(FeedWriter().write([update], at: time)).entities
        let entity = try #require(entities.first)
        #expect(entity.id == "run-1")
        let written = entity.tripUpdate
        #expect(written.vehicle.id == "v1")
        #expect(written.vehicle.label == "Tram 7")
        #expect(written.timestamp == UInt64(time.seconds))
        #expect(written.delay == -15)
        #expect(written.stopTimeUpdate.map(\.stopSequence) == [3, 4, 5])
        #expect(written.stopTimeUpdate.map(\.stopID) == ["a", "b", "c"])
        #expect(
            written.stopTimeUpdate.map(\.scheduleRelationship) == [.scheduled, .skipped, .noData])
        let first = written.stopTimeUpdate[0]
        #expect(first.arrival.time == time.seconds + 60)
        #expect(first.arrival.delay == -15)
        #expect(first.arrival.uncertainty == 30)
        #expect(first.departure.time == time.seconds + 90)
        #expect(first.departure.hasDelay && first.departure.delay == 0)
        #expect(!first.departure.hasUncertainty)
        #expect(first.stopTimeProperties.assignedStopID == "a2")
        #expect(!written.stopTimeUpdate[1].hasArrival)
        #expect(!written.stopTimeUpdate[1].hasStopTimeProperties)
        let read = try RealtimeFeed.decode(FeedWriter().write([update], at: time)).tripUpdates()
        #expect(read[0].calls.map(\.uncertaintySeconds) == [30, nil, nil])
    }

    @Test func `the run is named in every way that consumers match by`() throws {
        let update = RealtimeTripUpdate(entityID: "e", trip: trip, calls: [])
        let entities = try RealtimeFeed.decode(FeedWriter().write([update], at: time)).entities
        let descriptor = try #require(entities.first).tripUpdate.trip
        #expect(descriptor.tripID == "t1")
        #expect(descriptor.routeID == "7")
        #expect(descriptor.directionID == 1)
        #expect(descriptor.startDate == "20260504")
        #expect(descriptor.startTime == "25:05:00")
        #expect(descriptor.hasScheduleRelationship)
    }

    @Test(
        arguments: zip(
            RealtimeTrip.Relationship.allCases,
            [
                TransitRealtime_TripDescriptor.ScheduleRelationship.scheduled, .unscheduled,
                .canceled, .replacement, .new,
            ]))
    func `what became of a run is written`(
        ours: RealtimeTrip.Relationship, wire: TransitRealtime_TripDescriptor.ScheduleRelationship
    ) throws {
        let named = RealtimeTrip(tripID: "t", relationship: ours)
        let update = RealtimeTripUpdate(entityID: "e", trip: named, calls: [])
        let entities = try RealtimeFeed.decode(FeedWriter().write([update], at: time)).entities
        #expect(entities.first?.tripUpdate.trip.scheduleRelationship == wire)
        #expect(entities.first?.tripUpdate.trip.hasRouteID == false)
    }
}
