import Testing

@testable import TrackerSocket

@Suite struct RestingHubTests {
    @Test func `without clients no vehicles are kept, and the first client finds them`()
        async throws
    {
        let town = try TrackerTown()
        let time = town.time("8:01")
        await town.step([town.fix("v", east: 0.005, at: time)], now: time)
        let (snapshot, shared) = (town.snapshot, town.shared)
        let hub = TrackerHub(
            snapshot, refresh: { $0.advance(to: snapshot, showing: shared) },
            board: { _, _, _ in [] })
        func count() -> Int { hub.state.withLock { $0.scene.vehicles.count } }
        hub.advance(to: snapshot, showing: shared)
        #expect(count() == 1)
        #expect(hub.rest(at: snapshot))
        #expect(count() == 0)
        let viewer = hub.join { _, _ in }
        #expect(count() == 1)
        #expect(!hub.rest(at: snapshot))
        #expect(count() == 1)
        hub.leave(viewer)
        #expect(hub.rest(at: snapshot))
    }
}
