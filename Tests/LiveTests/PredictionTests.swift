import LiveMap
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Matching
@testable import Prediction
@testable import Realtime

@Suite struct PredictionTests {
    private func network() throws -> Timetable {
        try TextFeed("red-1: A 8:00  B 8:02  C 8:04/8:05  D 8:07").compiled()
    }

    private func vehicle(
        _ timetable: Timetable, metres: Double, at second: Double
    ) -> LiveVehicle {
        var matcher = RunMatcher(timetable)
        let seen = fix(timetable, metres: metres, at: second)
        return LiveVehicle(
            id: "v", fix: seen, route: nil, progress: matcher.match(seen, previous: nil))
    }

    /// Returns expected arrivals and departures in seconds after 8:00.
    private func expected(_ timetable: Timetable, metres: Double, at second: Double) -> [[Int]] {
        let zero = timetable.timeZone.time(ServiceTime(hours: 8, minutes: 0), on: testDay)
        return ProgressPredictor().expectedCalls(vehicle(timetable, metres: metres, at: second))
            .map { call in
                [
                    Int(call.arrival.seconds(since: zero).rounded()),
                    Int(call.departure.seconds(since: zero).rounded()),
                ]
            }
    }

    @Test func `on time means the timetable's times`() throws {
        #expect(
            expected(try network(), metres: 379, at: 60) == [[120, 120], [240, 300], [420, 420]])
    }

    @Test func `lateness is carried on and made up where the timetable waits`() throws {
        // 40 s late: only 15 s of the minute at C are needed, so it departs on time.
        #expect(
            expected(try network(), metres: 379, at: 100) == [
                [160, 160], [280, 300], [420, 420],
            ])
        // 80 s late: it departs from C still 35 s late.
        #expect(
            expected(try network(), metres: 379, at: 140) == [
                [200, 200], [320, 335], [455, 455],
            ])
    }

    @Test func `nobody leaves the first stop early`() throws {
        let calls = expected(try network(), metres: 0, at: -50)
        #expect(calls == [[120, 120], [240, 300], [420, 420]])
    }

    /// The map compares movements with trajectories that it has drawn.
    @Test func `a drawn trajectory stays within its tolerance of the movement`() throws {
        let timetable = try TextFeed(
            """
            red-1: A 8:00  B 8:02  C 8:04/8:05  D 8:07
            blue-1: A 8:00  C 8:03  B 8:04  D 8:09
            """
        ).compiled()
        for (metres, second) in [(0.0, -30.0), (379, 60), (700, 100), (1500, 250), (2000, 400)] {
            for age in [0.0, 20, 80, 200] {
                let vehicle = vehicle(timetable, metres: metres, at: second)
                let now = vehicle.fix.time.advanced(bySeconds: age)
                let predictor = ProgressPredictor()
                let movement = predictor.movement(predictor.forecast(vehicle), now: now)
                let drawn = movement.trajectory(horizon: 120)
                for ahead in stride(from: 0.0, through: 120, by: 7.3) {
                    let time = now.advanced(bySeconds: ahead)
                    let place = try #require(movement.place(at: time))
                    let apart = place.distanceMetres(to: drawn.coordinate(at: time))
                    #expect(
                        apart <= PredictedMovement.toleranceMetres + 0.5,
                        "\(metres) m, \(age) s old, \(ahead) s ahead")
                }
            }
        }
    }

    @Test func `a trajectory follows the line, waits at stops and ends at the last`() throws {
        let timetable = try network()
        let vehicle = vehicle(timetable, metres: 379, at: 60)
        let zero = timetable.timeZone.time(ServiceTime(hours: 8, minutes: 0), on: testDay)
        let plane = LocalPlane(around: Coordinate(latitude: 47, longitude: 8))
        let way = ProgressPredictor().trajectory(vehicle, now: vehicle.fix.time)
        func metres(_ second: Double) -> Double {
            plane.point(way.coordinate(at: zero.advanced(bySeconds: second))).x
        }
        #expect(abs(metres(60) - 379) < 2)
        #expect(abs(metres(120) - 758) < 2)
        #expect(abs(metres(180) - 1137) < 2)
        #expect(abs((way.headingDegrees ?? 0) - 90) < 1)
        // Two minutes ahead and no further; beyond, the last point applies.
        #expect(way.end.seconds(since: vehicle.fix.time) == ProgressPredictor.horizonSeconds)
        #expect(metres(1000) == metres(180))
        #expect(way.points.count <= 3)
    }

    @Test func `an old vehicle is not carried on past its next stop`() throws {
        let timetable = try network()
        let vehicle = vehicle(timetable, metres: 379, at: 60)
        let plane = LocalPlane(around: Coordinate(latitude: 47, longitude: 8))
        let later = vehicle.fix.time.advanced(bySeconds: 200)
        let way = ProgressPredictor().trajectory(vehicle, now: later)
        #expect(way.points.allSatisfy { plane.point($0.coordinate).x < 760 })
        let stale = ProgressPredictor().trajectory(
            vehicle, now: vehicle.fix.time.advanced(bySeconds: 400))
        #expect(stale.points.map(\.coordinate) == [vehicle.fix.coordinate])
    }
}

@Suite struct MapFrameTests {
    private struct Scene {
        let timetable: Timetable
        let state: LiveState
        let feed: MapFeed

        init() async throws {
            timetable = try TextFeed("red-1: A 8:00  B 8:02  C 8:04/8:05  D 8:07").compiled()
            state = LiveState(timetable, sourceKind: "test", firstSequence: 100)
            let start = fix(timetable, metres: 0, at: 0).time
            feed = MapFeed(await state.snapshot(now: start))
        }

        func step(_ fixes: [VehicleFix], now: UnixTime) async -> MapFrame {
            await state.apply(fixes, now: now)
            feed.advance(to: await state.snapshot(now: now))
            return feed.frames.current
        }
    }

    @Test func `a vehicle that keeps to its estimate is sent once`() async throws {
        let scene = try await Scene()
        let first = fix(scene.timetable, metres: 379, at: 60)
        var session = MapSession(box: nil, lastSequence: nil)
        var update = session.update(await scene.step([first], now: first.time))
        #expect(update.isReset && update.vehicles.count == 1)
        let second = fix(scene.timetable, metres: 412, at: 65)
        update = session.update(await scene.step([second], now: second.time))
        #expect(update.isEmpty)
        // Half a minute behind its prediction it is sent again.
        let third = fix(scene.timetable, metres: 420, at: 95)
        update = session.update(await scene.step([third], now: third.time))
        #expect(update.vehicles.map(\.vehicle.id) == ["v"])
        #expect(!update.isReset)
    }

    @Test func `a vehicle that vanishes is reported, and who resumes misses nothing`() async throws
    {
        let scene = try await Scene()
        let first = fix(scene.timetable, metres: 379, at: 60)
        let frame = await scene.step([first], now: first.time)
        let other = fix(scene.timetable, metres: 100, at: 900, vehicle: "w", trip: nil)
        let later = await scene.step([other], now: first.time.advanced(bySeconds: 902))
        var resumed = MapSession(box: nil, lastSequence: frame.sequence)
        let update = resumed.update(later)
        #expect(!update.isReset)
        #expect(update.removed == ["v"])
        #expect(update.vehicles.map(\.vehicle.id) == ["w"])
    }

    @Test func `a sequence from before or from another server starts afresh`() async throws {
        let scene = try await Scene()
        let first = fix(scene.timetable, metres: 379, at: 60)
        let frame = await scene.step([first], now: first.time)
        for last: UInt64 in [0, 100, 5000] {
            var session = MapSession(box: nil, lastSequence: last)
            #expect(session.update(frame).isReset, "\(last)")
        }
    }

    @Test func `only what happens in the box is reported`() async throws {
        let scene = try await Scene()
        let west = try #require(BoundingBox(west: 7.99, south: 46.9, east: 8.001, north: 47.1))
        var session = MapSession(box: west, lastSequence: nil)
        let inside = fix(scene.timetable, metres: 0, at: -60, trip: nil)
        let outside = fix(scene.timetable, metres: 1500, at: -60, vehicle: "w", trip: nil)
        var update = session.update(await scene.step([inside, outside], now: inside.time))
        #expect(update.vehicles.map(\.vehicle.id) == ["v"])
        let gone = fix(scene.timetable, metres: 800, at: 0, trip: nil)
        update = session.update(await scene.step([gone], now: gone.time))
        #expect(update.vehicles.isEmpty)
        #expect(update.removed == ["v"])
    }

    /// What a viewer shows, from its updates alone.
    private struct Viewer {
        let box: BoundingBox?
        var session: MapSession
        var shown: [String: UInt64] = [:]

        init(_ box: BoundingBox?) {
            self.box = box
            session = MapSession(box: box, lastSequence: nil)
        }

        mutating func take(_ frame: MapFrame) {
            let update = session.update(frame)
            if update.isReset { shown = [:] }
            for id in update.removed { shown[id] = nil }
            for vehicle in update.vehicles { shown[vehicle.vehicle.id] = vehicle.changedAt }
        }

        func isRight(_ frame: MapFrame) -> Bool {
            shown
                == Dictionary(
                    uniqueKeysWithValues: frame.vehicles(in: box).map {
                        ($0.vehicle.id, $0.changedAt)
                    })
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `viewers show the frame whichever frames they skip`(seed: UInt64) async throws {
        let scene = try await Scene()
        var random = SeededRandom(seed: seed)
        let west = try #require(BoundingBox(west: 7.99, south: 46.9, east: 8.01, north: 47.1))
        var viewers = [Viewer(nil), Viewer(west), Viewer(nil), Viewer(west)]
        for second in 0..<60 {
            let seen = (0..<8).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
            let fixes = seen.map { number in
                fix(
                    scene.timetable, metres: Double.random(in: 0..<1500, using: &random),
                    at: Double(40 * second), vehicle: "\(number)", trip: nil)
            }
            let now = fix(scene.timetable, metres: 0, at: Double(40 * second)).time
            var batch = LiveBatch(source: "fixes", asOf: now)
            batch.fixes = fixes
            batch.goneVehicles = ["\(Int.random(in: 0..<16, using: &random))"]
            await scene.state.apply(batch, now: now)
            scene.feed.advance(to: await scene.state.snapshot(now: now))
            let frame = scene.feed.frames.current
            for row in viewers.indices where row < 2 || Bool.random(using: &random) {
                viewers[row].take(frame)
                #expect(viewers[row].isRight(frame), "seed \(seed), second \(second)")
                // The same frame again, with newer expected times.
                viewers[row].take(frame)
                #expect(viewers[row].isRight(frame), "seed \(seed), second \(second)")
            }
        }
    }
}
