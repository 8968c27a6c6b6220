import EndpointTesting
import FolderTesting
import HTTPServing
import Persistence
import Realtime
import Testing
import Transit
import TransitModel
import TransitTesting
import WebServer

@testable import RiderEndpoints
@testable import Riders

/// Trips name the network in which they were saved, by the time of its file.
@Suite struct TripNetworkTests {
    @Test func `a saved trip is as old as its network`() async throws {
        let folder = TemporaryFolder()
        let timetable = try TextFeed.towns("blue-1: B 8:13  D 8:30").compiled()
        let day = try #require(ServiceDay("20260504"))
        let clock = ManualWallClock(
            timetable.timeZone.time(ServiceTime(hours: 7, minutes: 50), on: day))
        let file = try RecordStore(path: folder.path + "/riders.sqlite", schema: .riders)
        let store = RiderStore(file, clock: clock)
        let snapshot = NetworkSnapshot(
            timetable: timetable, sequence: 1, asOf: clock.now(), vehicles: [],
            source: LiveSourceState(kind: "none", updatedAt: nil))
        let saved = SavedEndpoints(
            store, planner: JourneyPlanner(timetable),
            network: SavedNetwork(timetable, modified: UnixTime(seconds: 1_777_000_000)),
            snapshot: { snapshot }, clock: clock)
        let ask = Asking(router: WebServer.router([RiderEndpoints(store), saved]))
        let (rider, token) = try await store.create(language: "en")
        let made = try await ask(
            .post, "/rider/trips", token.text, ["from": "B", "to": "D", "arriveBy": "08:30"])
        #expect(made.status == 201)
        #expect(try await store.trips(rider).map(\.networkModified) == [1_777_000_000])
    }
}
