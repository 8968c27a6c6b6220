import ClockTesting
import EndpointTesting
import FolderTesting
import LiveMap
import NetworkEndpoints
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
        let late = try await ask(
            .post, "/rider/trips", token.text, ["from": "B", "to": "D", "arriveBy": "24:30"])
        #expect(late.status == 400 && late.kind == "bad-parameter")
    }

    @Test
    func `a connection that is late is planned for when it is expected, weekly for its timetable`()
        async throws
    {
        let folder = TemporaryFolder()
        let timetable = try TextFeed.towns("blue-1: B 8:13  D 8:30").compiled()
        let day = try #require(ServiceDay("20260504"))
        let clock = ManualWallClock(
            timetable.timeZone.time(ServiceTime(hours: 8, minutes: 3), on: day))
        let trip = try #require(timetable.trips.find(id: "red-1"))
        let run = try #require(timetable.trips.runs(of: trip).first)
        let calls = [0, 10, 20].map { minute in
            let time = ServiceTime(hours: 8, minutes: minute + 4)
            return ExpectedCall(arrival: time, departure: time)
        }
        let snapshot = NetworkSnapshot(
            timetable: timetable, sequence: 1, asOf: clock.now(), vehicles: [],
            source: LiveSourceState(kind: "none", updatedAt: nil),
            overlay: RealtimeOverlay(
                version: 1, changes: [DatedRun(run: run, day: day): RunChange(calls: calls)]))
        let store = RiderStore(
            try RecordStore(path: folder.path + "/riders.sqlite", schema: .riders), clock: clock)
        let frames = MapFeed(snapshot).frames
        let saved = SavedEndpoints(
            store, planner: JourneyPlanner(timetable), network: SavedNetwork(timetable),
            snapshot: { snapshot }, clock: clock)
        let ask = Asking(
            router: WebServer.router([
                RiderEndpoints(store), saved,
                try NetworkEndpoints(snapshot, frames: frames, clock: clock),
            ]))
        let token = try await ask.newRider()
        let found = try await ask(.get, "/connections?from=A&to=C&results=1")
        let connections = try #require(found.object["connections"] as? [[String: Any]])
        let id = try #require(connections.first?["id"] as? String)
        // It leaves within two minutes.
        for (when, minute) in [([:] as [String: Any], 504), (["weekdays": [1, 2]], 500)] {
            let made = try await ask(
                .post, "/rider/trips", token,
                ["connection": id].merging(when) { mine, _ in mine })
            #expect(made.status == 201)
            let trip = try #require(made.object["trip"] as? [String: Any])
            #expect(trip["arriveBy"] as? Int == minute)
            if when.isEmpty {
                let next = try #require(made.object["next"] as? [String: Any])
                let way = try #require(next["way"] as? [String: Any])
                let rides = try #require(way["rides"] as? [[String: Any]])
                #expect(rides.first?["trip"] as? String == "red-1")
            }
        }
    }
}
