import GTFSImport
import Testing
import Timetables
import TransitModel
import TransitTesting

@testable import Prediction
@testable import Realtime

/// Returns a square loop of 4 km with a stop in the middle of each side, numbered 1 to 4 clockwise.
private func squareLoop(_ plan: LoopPlan? = nil) throws -> Timetable {
    try #require(SquareLoop()).timetable(plan)
}

/// Returns a fix of the loop's shuttle at metres along the square from its south-west corner.
private func shuttle(_ metres: Double, at second: Int64) -> VehicleFix {
    let side = Int(metres / 1000) % 4
    let part = metres.truncatingRemainder(dividingBy: 1000) / 1000
    let (x, y) = [(0, part), (part, 1), (1, 1 - part), (1 - part, 0)][side]
    return VehicleFix(
        vehicleID: "s",
        coordinate: Coordinate(
            latitude: 47 + y * 1000 / 111_195, longitude: 8 + x * 1000 / (111_195 * 0.681998)),
        time: UnixTime(seconds: 1_780_000_000 + second), trip: TripReference(routeID: "9"))
}

@Suite struct LoopTests {
    @Test func `a loop begins at its first stop and has a trip that no day runs`() throws {
        let timetable = try squareLoop()
        let trip = try #require(timetable.trips.find(id: "loop-9"))
        #expect(timetable.trips.isLoop(trip))
        let path = try #require(RunPath(timetable, trip: trip, pattern: PatternIndex(0)))
        #expect(abs(path.length - 4000) < 20)
        let rounded = path.callDistances.map { Int(($0 / 100).rounded()) }
        #expect(rounded == [0, 10, 20, 30, 40])
    }

    @Test func `a shuttle goes round and round, and each stop is expected once`() throws {
        var replay = FixReplay(try squareLoop())
        var steps: [[Int]] = []
        for lap in 0..<3 {
            for quarter in 0..<4 {
                let metres = Double(lap * 4000 + quarter * 1000 + 700)
                let step = replay.process(shuttle(metres, at: Int64(metres / 5)))
                steps.append(step?.calls.map(\.position) ?? [])
            }
        }
        #expect(steps[0] == [1, 2, 3, 0])
        #expect(steps[3] == [0, 1, 2, 3])
        #expect(steps[4] == [1, 2, 3, 0])
        #expect(steps.allSatisfy { $0.count == 4 })
    }

    @Test func `estimated runs take no shuttle off its loop`() throws {
        let timetable = try squareLoop(SquareLoop.plan(every: 4, from: 0, to: 24))
        var replay = FixReplay(timetable)
        let taken = replay.process(shuttle(700, at: 140))
        let step = try #require(taken)
        let progress = try #require(step.vehicle.progress)
        #expect(timetable.trips.id(progress.trip) == "loop-9")
        #expect(progress.schedule.lap?.calls == 4)
        #expect(step.calls.map(\.position) == [1, 2, 3, 0])
    }

    @Test func `how long hops take is learnt over the laps`() throws {
        var replay = FixReplay(try squareLoop())
        // Four metres per second, where the length alone suggests five and a half.
        for step in 0..<600 {
            _ = replay.process(shuttle(Double(step * 80), at: Int64(step * 20)))
        }
        let step = replay.process(shuttle(48_700, at: 12_175))
        let seconds = step?.calls.first?.arrival.seconds(
            since: UnixTime(seconds: 1_780_000_000 + 12_175))
        #expect(abs((seconds ?? 0) - 200) < 25)
    }

    @Test func `shuttles that turn back are shown turning back, once some did`() throws {
        var replay = FixReplay(try squareLoop())
        // Eastwards along the northern side, and back the same way, every time.
        var last: LiveVehicle?
        for round in 0..<20 {
            for step in 0...8 {
                let metres = 1100 + 100 * Double(4 - abs(4 - step))
                let second = Int64(round * 400 + step * 20)
                last = replay.process(shuttle(metres, at: second))?.vehicle
                if round == 19, step == 5 { break }
            }
        }
        let vehicle = try #require(last)
        let way = replay.trajectory(vehicle)
        let later = way.coordinate(at: vehicle.fix.time.advanced(bySeconds: 25))
        #expect(later.longitude < vehicle.fix.coordinate.longitude)
        #expect(later.distanceMetres(to: vehicle.fix.coordinate) > 60)
    }

    @Test func `a fix far from the line is on no loop`() throws {
        var replay = FixReplay(try squareLoop())
        let step = replay.process(
            VehicleFix(
                vehicleID: "s", coordinate: Coordinate(latitude: 47.1, longitude: 8.1),
                time: UnixTime(seconds: 1_780_000_000), trip: TripReference(routeID: "9")))
        #expect(step?.vehicle.id == "s")
        #expect(step?.vehicle.progress?.run == nil)
    }
}
