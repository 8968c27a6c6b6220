import Foundation
import GTFSImport
import GTFSRealtime
import Matching
import NetworkAPI
import Realtime
import Testing
import Timetables
import Transit
import TransitModel
import TransitTesting

@testable import Engine

/// The answers of a server, which has the whole network and the deviations themselves.
struct ServerSide {
    private let api: NetworkAPI

    init(_ timetable: Timetable) throws {
        api = NetworkAPI(
            JourneyPlanner(timetable, days: 2, searches: 1),
            PlaceResolver(StopSearchIndex(timetable)), profile: try NetworkProfile(timetable))
    }

    func get(_ target: String, _ snapshot: NetworkSnapshot, now: UnixTime) -> NetworkEngine.Answer {
        do throws(NetworkProblem) {
            let request = try NetworkRequest(target)
            let body = try api.answer(request, AnswerContext(snapshot, now: now))
            return NetworkEngine.Answer(status: 200, body: body)
        } catch {
            return NetworkEngine.Answer(status: error.status.rawValue, body: error.body.jsonBytes)
        }
    }
}

/// A device with the stream of deviations answers as the server does at the same instant.
@Suite struct DeviationTests {
    private static let days =
        ServiceDay(daysSince1970: 20_546)...ServiceDay(daysSince1970: 20_548)

    private func device(_ whole: Timetable) throws -> NetworkEngine {
        let days = Self.days
        let cut = NetworkCut(
            whole, days: days.lowerBound.advanced(by: -1)...days.upperBound.advanced(by: 3))
        return try NetworkEngine(NetworkBytes(copying: cut.bytes()))
    }

    @Test(arguments: 1...8)
    func `a drawn day is answered as by the server`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let whole = try EngineNetworks.feed(&random).compiled()
        let (server, device) = (try ServerSide(whole), try device(whole))
        var drawn = DrawnDeviations(whole, on: Self.days.lowerBound, seed: random.next())
        var requests = DrawnRequests(about: whole, seed: random.next(), days: Self.days)
        var writer = DeviationWriter(whole, sequence: 100)
        var now = whole.timeZone.start(of: Self.days.lowerBound).advanced(bySeconds: 25_000)
        var live = 0
        for step in 0..<12 {
            let snapshot = drawn.next(at: now)
            let frame = writer.next(snapshot)
            // A device that comes later begins with a snapshot, and goes on with the same frames.
            try device.apply(step == 0 || step == 7 ? writer.snapshot() : frame)
            #expect(device.deviationSequence == writer.sequence)
            for request in requests.draw(60) where !request.target.hasSuffix("/network") {
                let expected = server.get(request.target, snapshot, now: now)
                let found = device.get(request.target, now: now)
                if found.liveAsOf == now, found.body.count > 500 { live += 1 }
                NetworkCutTests.expectSame(found, expected, for: request.target, at: now)
            }
            now = now.advanced(bySeconds: Double(DeviationWriter.intervalSeconds))
        }
        #expect(live > 100)
    }

    @Test(.enabled(if: SharedData.folder != nil, "no ../shared/data beside the project"))
    func `recorded updates are answered as by the server`() throws {
        let folder = try #require(SharedData.folder)
        let whole = try NetworkImport([.init(path: "\(folder)/gtfs/small/caltrain_2023.zip")])
            .timetable().0
        let file = URL(fileURLWithPath: "\(folder)/gtfs_rt/caltrain_2023/ct-trip-updates.pb")
        let feed = try RealtimeFeed.decode([UInt8](Data(contentsOf: file)))
        let now = try #require(feed.time)
        var reader = TripUpdateReader(whole)
        for update in feed.tripUpdates() { reader.read(update, now: now) }
        #expect(!reader.changes.isEmpty)
        let snapshot = NetworkSnapshot(
            timetable: whole, sequence: 1, asOf: now, vehicles: [],
            source: LiveSourceState(kind: "gtfs-rt", updatedAt: now),
            overlay: RealtimeOverlay(
                version: 1, changes: reader.changes, added: reader.added))
        var writer = DeviationWriter(whole, sequence: 0)
        _ = writer.next(snapshot)
        let day = whole.timeZone.day(at: now)
        let cut = NetworkCut(whole, days: day.advanced(by: -1)...day.advanced(by: 4))
        let device = try NetworkEngine(NetworkBytes(copying: cut.bytes()))
        try device.apply(writer.snapshot())
        let server = try ServerSide(whole)
        var requests = DrawnRequests(about: whole, seed: 3, days: day...day.advanced(by: 1))
        var delayed = 0
        // The lines of a file that has a few days only are fewer, with and without deviations.
        for request in requests.draw(500)
        where !["/api/v1/network", "/api/v1/routes"].contains(where: request.target.hasPrefix) {
            let expected = NetworkCutTests.comparable(
                request.target, server.get(request.target, snapshot, now: now))
            if expected.contains("\"delaySeconds\"") { delayed += 1 }
            let found = NetworkCutTests.comparable(
                request.target, device.get(request.target, now: now))
            #expect(found == expected, "\(request.target)")
        }
        #expect(delayed > 5)
    }

    /// A device that has a snapshot, and the frame after it.
    private func scene() throws -> (device: NetworkEngine, frames: [[UInt8]], now: UnixTime) {
        var random = SeededRandom(seed: 4)
        let whole = try EngineNetworks.feed(&random).compiled()
        var drawn = DrawnDeviations(whole, on: Self.days.lowerBound, seed: 5)
        var writer = DeviationWriter(whole, sequence: 7)
        let now = whole.timeZone.start(of: Self.days.lowerBound).advanced(bySeconds: 25_000)
        _ = writer.next(drawn.next(at: now))
        let frames =
            [writer.snapshot()]
            + (1...3).map { writer.next(drawn.next(at: now.advanced(bySeconds: Double($0)))) }
        return (try device(whole), frames, now)
    }

    @Test func `deviations that are too old are left out`() throws {
        let (device, frames, now) = try scene()
        let target = "/api/v1/stops/S0/departures"
        let plain = device.get(target, now: now)
        #expect(plain.liveAsOf == nil)
        try device.apply(frames[0])
        #expect(device.get(target, now: now.advanced(bySeconds: 300)).liveAsOf == now)
        let later = now.advanced(bySeconds: 301)
        #expect(device.get(target, now: later).liveAsOf == nil)
        #expect(device.get("/api/v1/alerts", now: later).liveAsOf == nil)
    }

    @Test func `a frame that is missing is reported, and a snapshot mends it`() throws {
        let (device, frames, now) = try scene()
        #expect(throws: DeviationError.gap(expected: 0)) { try device.apply(frames[1]) }
        try device.apply(frames[0])
        try device.apply(frames[1])
        #expect(throws: DeviationError.gap(expected: 10)) { try device.apply(frames[3]) }
        #expect(device.deviationSequence == nil)
        #expect(device.get("/api/v1/routes", now: now).liveAsOf == nil)
        #expect(throws: DeviationError.gap(expected: 0)) { try device.apply(frames[2]) }
        try device.apply(frames[0])
        #expect(device.deviationSequence == 8)
    }

    @Test func `damaged frames are refused wherever they are changed or end`() throws {
        let (device, frames, _) = try scene()
        for frame in frames.prefix(2) {
            for place in frame.indices {
                if frame == frames[1] { try device.apply(frames[0]) }
                var damaged = frame
                damaged[place] ^= 0x20
                #expect(throws: DeviationError.damaged) { try device.apply(damaged) }
                #expect(throws: DeviationError.damaged) { try device.apply(Array(frame[..<place])) }
            }
        }
    }
}
