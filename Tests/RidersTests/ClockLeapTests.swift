import Testing

@testable import Riders

/// Alerts and planned trips on a machine whose clock leaps.
@Suite struct ClockLeapTests {
    private func trip(_ desk: AlertDesk) -> PlannedTrip {
        PlannedTrip(
            id: "", from: desk.scene.stop("A"), to: desk.scene.stop("B"), arriveBy: 535,
            on: RiderScene.day)
    }

    @Test
    func `a clock that leaps and comes back deletes no trip, and what is due then is announced`()
        async throws
    {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        _ = try await desk.store.add(trip(desk), of: rider)
        try await desk.save("red A-B", at: 510, of: rider)
        try await desk.tick("8:00")
        // By this clock the vehicle is about to leave, later it has left: neither is said.
        for time in ["8:40", "10:30"] { try await desk.tick(time) }
        #expect(try await desk.titles() == [])
        #expect(try await desk.store.trips(rider).count == 1)
        try desk.scene.late("red-2", by: 240)
        try await desk.tick("8:01")
        #expect(try await desk.titles() == ["red 08:30: 4 min late"])
        try await desk.tick("8:29")
        #expect(try await desk.titles() == ["red leaves in 5 min"])
        try await desk.tick("8:34")
        #expect(try await desk.titles() == ["Get on now: red"])
        #expect(try await desk.store.trips(rider).isEmpty)
    }

    @Test func `a clock that stands by its leap for an hour is believed`() async throws {
        let desk = try AlertDesk()
        let rider = try await desk.rider()
        _ = try await desk.store.add(trip(desk), of: rider)
        try await desk.tick("7:00")
        for time in ["10:30", "10:50", "11:10"] { try await desk.tick(time) }
        #expect(try await desk.store.trips(rider).count == 1)
        try await desk.tick("11:30")
        #expect(try await desk.store.trips(rider).isEmpty)
    }
}
