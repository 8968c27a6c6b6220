import Matching
import Realtime
import Testing
import Timetables
import TransitModel

@testable import Riders

/// Notifications on the way: approaching vehicles, and when to alight.
@Suite struct OnTheWayTests {
    private let desk: AlertDesk

    init() throws {
        desk = try AlertDesk()
    }

    /// Returns the vehicle of red-1, some metres before or after the stop B, as it is matched at a
    /// time.
    private func vehicle(
        _ time: String, metresBehind: Double, trip: String? = "red-1"
    ) async throws -> [LiveVehicle] {
        let timetable = desk.scene.timetable
        let (a, b) = (try #require(stop("A")), try #require(stop("B")))
        let share = 1 + metresBehind / a.distanceMetres(to: b)
        let now = try desk.scene.time(time)
        let fix = VehicleFix(
            vehicleID: "v",
            coordinate: Coordinate(
                latitude: a.latitude + (b.latitude - a.latitude) * share,
                longitude: a.longitude + (b.longitude - a.longitude) * share), time: now,
            trip: trip.map { TripReference(tripID: $0, serviceDay: RiderScene.day) })
        let fresh = LiveState(timetable, sourceKind: "gtfs-rt", firstSequence: 1)
        await fresh.apply([fix], now: now)
        return await fresh.snapshot(now: now).vehicles
    }

    private func stop(_ id: String) -> Coordinate? {
        desk.scene.timetable.stops.find(id: id).flatMap(desk.scene.timetable.stops.coordinate)
    }

    private func red() throws -> String {
        let timetable = desk.scene.timetable
        let trip = try #require(timetable.trips.find(id: "red-1"))
        return timetable.routes.id(timetable.trips.routes[trip])
    }

    @Test func `a vehicle that comes near the open app is announced once`() async throws {
        let route = try red()
        let rider = try await desk.rider { $0.nearbyRoutes = [route] }
        let here = try #require(stop("B"))
        func tick(_ time: String, _ metres: Double) async throws {
            _ = desk.positions.set(here, of: rider, now: try desk.scene.time(time))
            try await desk.tick(time, vehicles: try await vehicle(time, metresBehind: metres))
        }
        try await tick("8:09:00", -900)
        #expect(try await desk.titles() == [])
        try await tick("8:09:50", -80)
        let sent = try await desk.sent()
        #expect(sent.map(\.message.title) == ["red is 80 m away"])
        #expect(sent.first?.message.urgency == .high)
        // A vehicle that stays there causes no new message.
        try await tick("8:10:00", 0)
        try await tick("8:12:00", 60)
        #expect(try await desk.titles() == [])
        // It left and approaches again.
        try await tick("8:13:00", -900)
        try await tick("8:14:00", -90)
        #expect(try await desk.titles() == ["red is 90 m away"])
        // A route is announced at most once in a minute.
        try await tick("8:14:20", -900)
        try await tick("8:14:40", -90)
        #expect(try await desk.titles() == [])
    }

    @Test func `vehicles off their route are not announced, nor to places that a rider has left`()
        async throws
    {
        let route = try red()
        let rider = try await desk.rider { $0.nearbyRoutes = [route] }
        let here = try #require(stop("B"))
        _ = desk.positions.set(here, of: rider, now: try desk.scene.time("8:00"))
        let near = try await vehicle("8:10", metresBehind: -50)
        try await desk.tick("8:10", vehicles: near)
        #expect(try await desk.titles() == [])
        _ = desk.positions.set(here, of: rider, now: try desk.scene.time("8:10"))
        let lost = near.map {
            LiveVehicle(id: $0.id, fix: $0.fix, route: $0.route, progress: nil)
        }
        try await desk.tick("8:10:10", vehicles: lost)
        #expect(try await desk.titles() == [])
        // A position from a hundred seconds ago is too old.
        _ = desk.positions.set(here, of: rider, now: try desk.scene.time("8:11:40"))
        try await desk.tick("8:11:40", vehicles: near)
        #expect(try await desk.titles() == [])
    }

    @Test func `a saved place is announced in minutes`() async throws {
        let route = try red()
        let place = SavedPlace(
            stop: "B", name: "Home", latitude: stop("B")?.latitude, longitude: stop("B")?.longitude)
        _ = try await desk.rider {
            $0.nearbyRoutes = [route]
            $0.nearbyMinutes = 3
            $0.nearbyPlaces = [place]
        }
        try desk.scene.late("red-1", by: 60)
        try await desk.tick("8:06", vehicles: try await vehicle("8:06", metresBehind: -500))
        #expect(try await desk.titles() == [])
        try await desk.tick("8:08", vehicles: try await vehicle("8:08", metresBehind: -300))
        let sent = try await desk.sent()
        #expect(sent.map(\.message.title) == ["red is 3 min away"])
        #expect(sent.first?.message.body.hasPrefix("Near Home") == true)
    }

    @Test func `a rider is notified at the stop before, and at their own`() async throws {
        let desk = try AlertDesk("red-1: A 8:00  B 8:10  C 8:20  D 8:30")
        let rider = try await desk.rider()
        let now = try desk.scene.time("8:05")
        let ride = try #require(
            desk.scene.network.ride(
                trip: "red-1", day: RiderScene.day, start: nil, from: "A", to: "C", now: now))
        let added = try await desk.store.add(ride, of: rider)
        try desk.scene.late("red-1", by: 120)
        try await desk.tick("8:11")
        #expect(try await desk.titles() == [])
        try await desk.tick("8:12")
        let soon = try await desk.sent()
        #expect(soon.map(\.message.title) == ["Next stop: get off"])
        #expect(soon.first?.message.body == "red is at Stop C at 08:22.")
        #expect(soon.first?.message.link?.hasSuffix("/red-1/2026-05-04") == true)
        try desk.restart()
        try await desk.tick("8:13")
        #expect(try await desk.titles() == [])
        try await desk.tick("8:22")
        #expect(try await desk.titles() == ["Get off now: Stop C"])
        #expect(try await desk.store.rides(rider).contains(added) == false)
    }

    @Test func `a ride that cannot be deleted at its end is deleted later, and reported once`()
        async throws
    {
        let desk = try AlertDesk("red-1: A 8:00  B 8:10  C 8:20  D 8:30")
        let rider = try await desk.rider()
        let now = try desk.scene.time("8:05")
        let ride = try #require(
            desk.scene.network.ride(
                trip: "red-1", day: RiderScene.day, start: nil, from: "A", to: "C", now: now))
        _ = try await desk.store.add(ride, of: rider)
        try await desk.tick("8:06")
        try await desk.store.file.write {
            try $0.executeAll(
                """
                CREATE TRIGGER refuse BEFORE DELETE ON rides
                BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
                """)
        }
        await #expect(throws: (any Error).self) { try await desk.tick("8:20") }
        #expect(try await desk.titles() == ["Get off now: Stop C"])
        #expect(try await desk.store.rides(rider).count == 1)
        try await desk.store.file.write { try $0.executeAll("DROP TRIGGER refuse") }
        try await desk.tick("8:21")
        #expect(try await desk.titles() == [])
        #expect(try await desk.store.rides(rider).isEmpty)
    }

    @Test func `a ride leads from stop to stop in the trip's order`() throws {
        let network = desk.scene.network
        let now = try desk.scene.time("8:00")
        func ride(_ trip: String, _ from: String?, _ to: String) -> CurrentRide? {
            network.ride(trip: trip, day: RiderScene.day, start: nil, from: from, to: to, now: now)
        }
        #expect(ride("red-1", "A", "B")?.alight == 1)
        #expect(ride("red-1", nil, "B")?.board == 0)
        #expect(ride("red-1", "B", "A") == nil)
        #expect(ride("red-1", "A", "C") == nil)
        #expect(ride("green-1", "A", "B") == nil)
    }
}
