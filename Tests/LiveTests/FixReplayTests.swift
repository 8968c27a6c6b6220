import Testing
import TransitModel
import TransitTesting

@testable import Prediction
@testable import Realtime

@Suite struct FixReplayTests {
    @Test func `fixes are taken in order, and only calls within the hour are reported`() throws {
        let timetable = try TextFeed("red-1: A 8:00  B 8:02  C 8:30  D 9:10").compiled()
        var replay = FixReplay(timetable)
        let first = replay.process(fix(timetable, metres: 379, at: 60))
        #expect(first?.calls.map(\.position) == [1, 2])
        let older = replay.process(fix(timetable, metres: 379, at: 30))
        #expect(older?.vehicle.id == nil)
        let later = replay.process(fix(timetable, metres: 1400, at: 1700))
        #expect(later?.calls.map(\.position) == [2, 3])
    }

    @Test func `a place in the sea is not taken`() throws {
        let timetable = try TextFeed("red-1: A 8:00  B 8:02").compiled()
        var replay = FixReplay(timetable)
        let broken = VehicleFix(
            vehicleID: "v", coordinate: Coordinate(latitude: 0, longitude: 0),
            time: UnixTime(seconds: 1_780_000_000))
        let taken = replay.process(broken)
        #expect(taken?.vehicle.id == nil)
    }
}
