import ClockTesting
import FolderTesting
import Foundation
import History
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Matching
import NIOCore
@testable import ShuttleTracker
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import FeedEndpoints
@testable import HTTPServing
@testable import WebServer

@Suite struct HistoryEndpointTests {
    let timetable: Timetable
    let start = UnixTime(seconds: 1_777_881_600)
    let folder = TemporaryFolder()

    init() throws {
        timetable = try TextFeed("red-1: A 8:00  B 8:05  C 8:10").compiled()
    }

    func archive(vehicles: Int, fixes: Int) async throws -> FixArchive {
        let archive = try FixArchive(path: folder.path("history.sqlite"))
        for number in 0..<fixes {
            let time = start.advanced(bySeconds: Double(number) * 10)
            archive.offer(
                (0..<vehicles).map { vehicle in
                    ArchivedFix(
                        VehicleFix(
                            vehicleID: "bus \(vehicle)",
                            coordinate: Coordinate(latitude: 47.1, longitude: 8.25),
                            headingDegrees: 359.6, speedMetresPerSecond: 10, time: time),
                        routeID: vehicle == 0 ? "red" : "gone", received: time)
                })
            await archive.advance(now: time)
        }
        return archive
    }

    func router(
        _ archive: FixArchive?, minutes: Double, maximumFixes: Int = 1000
    ) throws -> (Router<TaktRequestContext>, ShuttleListings) {
        let listings = try #require(ShuttleListings(timetable, since: start))
        let clock = ManualWallClock(start.advanced(bySeconds: minutes * 60 + 6))
        return (
            WebServer.router([
                HistoryEndpoints(
                    archive, listings: listings, clock: clock, maximumFixes: maximumFixes)
            ]), listings
        )
    }

    func get(
        _ router: Router<TaktRequestContext>, _ headers: HTTPFields = [:],
        path: String = "/history"
    ) async throws -> TestResponse {
        try await Application(router: router).test(.router) { client in
            try await client.execute(uri: path, method: .get, headers: headers)
        }
    }

    func lists(_ response: TestResponse) throws -> [[[String: Any]]] {
        let json = try JSONSerialization.jsonObject(with: Data(buffer: response.body))
        return try #require(json as? [[[String: Any]]])
    }

    @Test func `Each vehicle has a list, newest first, with numbers that clients know`()
        async throws
    {
        let archive = try await archive(vehicles: 2, fixes: 12)
        let (router, listings) = try router(archive, minutes: 10)
        for path in ["/history", "/history/"] {
            let vehicles = try lists(try await get(router, path: path))
            #expect(vehicles.map(\.count) == [12, 12])
            let first = try #require(vehicles.first)
            let times = first.compactMap { $0["time"] as? String }
            #expect(times.first == "2026-05-04T08:01:50Z" && times == times.sorted(by: >))
            #expect(first[0]["route_id"] as? Int64 == listings.routes(at: start).first?.id)
            #expect(first[0]["heading"] as? Int == 0)
            #expect(first[0]["tracker_id"] as? String == "bus 0")
            #expect(vehicles[1][0]["route_id"] is NSNull, "a route that is gone is unknown")
            #expect(first[0]["vehicle_id"] as? Int64 != vehicles[1][0]["vehicle_id"] as? Int64)
        }
    }

    @Test func `An answer shows what had come by the full minute and is asked for once`()
        async throws
    {
        let archive = try await archive(vehicles: 1, fixes: 12)
        let (early, _) = try router(archive, minutes: 1)
        let response = try await get(early)
        #expect(try lists(response).map(\.count) == [7], "from 8:00:00 to 8:01:00")
        let tag = try #require(response.headers[.eTag])
        let again = try await get(early, [.ifNoneMatch: tag])
        #expect(again.status == .notModified && again.body.readableBytes == 0)
        let (later, _) = try router(archive, minutes: 2)
        #expect(try await get(later, [.ifNoneMatch: tag]).status == .ok)
    }

    @Test func `The bound is shared by the vehicles, each with its newest fixes`() async throws {
        let archive = try await archive(vehicles: 3, fixes: 12)
        let (router, _) = try router(archive, minutes: 10, maximumFixes: 15)
        let vehicles = try lists(try await get(router))
        #expect(vehicles.map(\.count) == [5, 5, 5])
        #expect(vehicles.allSatisfy { $0[0]["time"] as? String == "2026-05-04T08:01:50Z" })
    }

    @Test func `A campus's history has the numbers and trackers of its updates`() async throws {
        let archive = try FixArchive(path: folder.path("history.sqlite"))
        let fixes = ["7", "8", "tracker-1"].map { vehicle in
            VehicleFix(
                vehicleID: vehicle, coordinate: Coordinate(latitude: 47.0, longitude: 8.0),
                time: start)
        }
        archive.offer(fixes.map { ArchivedFix($0, routeID: "red", received: start) })
        await archive.advance(now: start)
        let then = try #require(ShuttleTime(start))
        let vehicles = [(7, true), (8, false)].map { id, isEnabled in
            ShuttleVehicle(
                id: Int64(id), name: "Bus \(id)", created: then, updated: then,
                isEnabled: isEnabled, trackerID: "9\(id)")
        }
        let listings = try #require(
            ShuttleListings(
                timetable, since: start, campus: ShuttleCampus(vehicles: vehicles)))
        let clock = ManualWallClock(start.advanced(bySeconds: 600))
        let router = WebServer.router([
            HistoryEndpoints(archive, listings: listings, clock: clock)
        ])
        let history = try lists(try await get(router)).map { $0.map { $0["vehicle_id"] as? Int } }
        #expect(history == [[7]], "neither the disabled one nor one that nobody entered")
        let state = LiveState(timetable, sourceKind: "none", firstSequence: 1)
        await state.apply(fixes, now: start)
        let updates = listings.updates(await state.snapshot(now: start))
        let found = try #require(try lists(try await get(router)).first?.first)
        #expect(updates.map(\.vehicleID) == [7] && updates.map(\.trackerID) == ["97"])
        #expect(found["tracker_id"] as? String == "97")
        #expect(found["id"] as? Int64 == updates.first?.id)
    }

    @Test func `Without a history the list is empty, after the last day too`() async throws {
        let (none, _) = try router(nil, minutes: 10)
        #expect(String(buffer: try await get(none).body) == "[]")
        let archive = try await archive(vehicles: 1, fixes: 3)
        let (late, _) = try router(archive, minutes: 60 * 24 * 40)
        #expect(String(buffer: try await get(late).body) == "[]")
    }
}
