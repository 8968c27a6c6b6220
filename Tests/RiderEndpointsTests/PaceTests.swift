import ClockTesting
import EndpointTesting
import FolderTesting
import Foundation
import LiveMap
import NetworkEndpoints
import Persistence
import Realtime
import Riders
import Testing
import Timetables
import Transit
import TransitModel
import TransitTesting

@testable import RiderEndpoints
@testable import WebServer

/// What is saved, after the rider chose another walking pace.
@Suite struct PaceTests {
    private let ask: Asking
    private let folder = TemporaryFolder()

    init() throws {
        let timetable = try TextFeed.towns("blue-1: B 8:13  D 8:30").compiled()
        let day = try #require(ServiceDay("20260504"))
        let now = timetable.timeZone.time(ServiceTime(hours: 7, minutes: 40), on: day)
        let clock = ManualWallClock(now)
        let snapshot = NetworkSnapshot(
            timetable: timetable, sequence: 1, asOf: now, vehicles: [],
            source: LiveSourceState(kind: "none", updatedAt: nil))
        let file = try RecordStore(path: folder.path + "/riders.sqlite", schema: .riders)
        let store = RiderStore(file, clock: clock)
        let frames = MapFeed(snapshot).frames
        let saved = SavedEndpoints(
            store, planner: JourneyPlanner(timetable), network: SavedNetwork(timetable),
            snapshot: { frames.current.snapshot }, clock: clock)
        var riders = RiderEndpoints(store)
        riders.setPace = saved.setPace
        ask = Asking(
            router: WebServer.router([
                riders, saved, try NetworkEndpoints(snapshot, frames: frames, clock: clock),
            ]))
    }

    /// A rider with a connection and a trip that begin with a walk.
    private func rider(walking: [String: Any]) async throws -> String {
        let token = try await ask.newRider()
        let found = try await ask(.get, "/connections?from=47.301,8.0&to=D&results=1")
        let connections = try #require(found.object["connections"] as? [[String: Any]])
        let wanted: [String: Any] = [
            "connection": try #require(connections.first?["id"] as? String), "walking": walking,
        ]
        #expect(try await ask(.post, "/rider/routes", token, wanted).status == 201)
        #expect(try await ask(.post, "/rider/trips", token, wanted).status == 201)
        return token
    }

    private func choose(_ speed: Any, _ token: String) async throws -> Int {
        var settings = try await ask(.get, "/rider/settings", token).object
        settings["walkingSpeed"] = speed
        return try await ask(.put, "/rider/settings", token, settings).status
    }

    /// The walks to the first vehicle: of the saved route, and of the trip.
    private func walks(_ token: String) async throws -> (route: Int, trip: Int) {
        let connection = try #require(try await ask(.get, "/rider/connections", token).list.first)
        let route = try #require((connection["routes"] as? [[String: Any]])?.first)
        let trip = try #require(try await ask(.get, "/rider/trips", token).list.first)
        let planned = (trip["trip"] as? [String: Any])?["route"] as? [String: Any]
        return (
            try #require(route["walkBeforeSeconds"] as? Int),
            try #require(planned?["walkBeforeSeconds"] as? Int)
        )
    }

    @Test func `walks take as long as at the new pace`() async throws {
        let token = try await rider(walking: ["minutes": 30])
        let usual = try await walks(token)
        #expect(usual.route == usual.trip && usual.route > 60)
        #expect(try await choose(0.625, token) == 200)
        let slow = try await walks(token)
        #expect(abs(slow.route - 2 * usual.route) <= 1 && slow.trip == slow.route)
        let shown = try await ask(.get, "/rider/home", token).object["other"] as? [[String: Any]]
        let walking = shown?.first?["walking"] as? [String: Any]
        #expect(walking?["speed"] as? Double == 0.625 && walking?["minutes"] as? Int == 30)
        #expect(try await choose(NSNull(), token) == 200)
        #expect(try await walks(token) == usual)
    }

    @Test(arguments: [0.2, 3.5])
    func `a pace that nobody walks at is refused, and changes nothing`(speed: Double) async throws {
        let token = try await rider(walking: [:])
        let before = try await walks(token)
        #expect(try await choose(speed, token) == 422)
        #expect(try await walks(token) == before)
        #expect(
            try await ask(.get, "/rider/settings", token).object["walkingSpeed"] is NSNull)
    }
}
